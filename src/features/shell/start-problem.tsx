import { useRouter } from '@tanstack/react-router'
import { CircleAlert, PlugZap } from 'lucide-react'
import { useState } from 'react'
import { CallFailure } from '@/api/envoy/failure'
import { FailureNotice } from '@/notices/failure-notice'
import { startWords } from '@/notices/page-words'
import { Button } from '@/ui/button'
import { Empty } from '@/ui/empty'
import { BrandMark } from './brand'
import { ThemeSwitch } from './theme-switch'

/** Nothing can be shown at all: nobody is signed in, or Passbook's own server does not answer. */
export function StartProblem({ error }: { error: unknown }) {
  const router = useRouter()
  const [working, setWorking] = useState(false)
  const again = async () => {
    setWorking(true)
    await router.invalidate()
    setWorking(false)
  }
  return (
    <div className="full">
      <header className="full-bar">
        <span className="brand">
          <BrandMark />
          <span>Passbook</span>
        </span>
        <ThemeSwitch />
      </header>
      <main className="main middle" id="main" tabIndex={-1}>
        <Problem error={error} again={again} working={working} />
      </main>
    </div>
  )
}

type Props = { error: unknown; again: () => void; working: boolean }

function Problem({ error, again, working }: Props) {
  const kind = error instanceof CallFailure ? error.kind : null
  if (error instanceof CallFailure && kind !== 'no_reply' && kind !== 'signed_out') {
    return <FailureNotice as="page" failure={error} onRetry={again} />
  }
  const words =
    kind === 'signed_out'
      ? startWords.signedOut
      : kind === 'no_reply'
        ? startWords.unreachable
        : startWords.broken
  return (
    <Empty
      icon={kind === null ? CircleAlert : PlugZap}
      title={words.title}
      level={1}
      role="alert"
      action={<Button variant="primary" label="Try again" working={working} onPress={again} />}
    >
      {words.text}
    </Empty>
  )
}
