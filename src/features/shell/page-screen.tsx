import { Link, useRouter } from '@tanstack/react-router'
import { CircleAlert, FileQuestionMark, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { CallFailure } from '@/api/envoy/failure'
import { FailureNotice } from '@/notices/failure-notice'
import { notFoundPageWords, pageErrorWords } from '@/notices/page-words'
import { Button } from '@/ui/button'
import { Empty } from '@/ui/empty'
import { PageBar } from '@/ui/page-bar'
import { useStore } from '@/ui/use-store'
import { isMissingPart, newVersion } from './new-version'

/** A page that broke. Says one sentence; what broke is nobody's reading matter. */
export function PageError({ error }: { error: unknown }) {
  const router = useRouter()
  const outdated = useStore(newVersion)
  if (error instanceof CallFailure) {
    return (
      <Screen>
        <FailureNotice as="page" failure={error} onRetry={() => void router.invalidate()} />
      </Screen>
    )
  }
  const missing = isMissingPart(error)
  const words = !missing
    ? pageErrorWords.broken
    : outdated
      ? pageErrorWords.outdated
      : pageErrorWords.unreachable
  return (
    <Screen>
      <Empty
        icon={missing && outdated ? RefreshCw : CircleAlert}
        title={words.title}
        level={1}
        role="alert"
        action={
          <>
            <Button variant="primary" label="Reload" onPress={() => location.reload()} />
            <BackToHistory />
          </>
        }
      >
        {words.text}
      </Empty>
    </Screen>
  )
}

export function PageNotFound() {
  return (
    <Screen>
      <Empty
        icon={FileQuestionMark}
        title={notFoundPageWords.title}
        level={1}
        action={<BackToHistory />}
      >
        {notFoundPageWords.text}
      </Empty>
    </Screen>
  )
}

function BackToHistory() {
  return (
    <Link className="btn" to="/history">
      Back to history
    </Link>
  )
}

function Screen({ children }: { children: ReactNode }) {
  return (
    <div className="sheet">
      <main className="main middle" id="main" tabIndex={-1}>
        <PageBar title="Passbook" plainTitle />
        {children}
      </main>
    </div>
  )
}
