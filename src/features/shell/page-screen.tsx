import { Link, useRouter } from '@tanstack/react-router'
import { CircleAlert, RefreshCw } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { CallFailure } from '@/api/envoy/failure'
import { FailureNotice } from '@/notices/failure-notice'
import { pageErrorWords } from '@/notices/page-words'
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

const ToldNotFound = lazy(() =>
  import('./page-not-found').then((part) => ({ default: part.NotFound })),
)

/** Its words come when somebody mistypes an address. */
export function PageNotFound() {
  return (
    <Screen>
      <Suspense fallback={null}>
        <ToldNotFound action={<BackToHistory />} />
      </Suspense>
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
