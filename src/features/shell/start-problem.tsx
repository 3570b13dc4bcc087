import { useRouter } from '@tanstack/react-router'
import { CircleAlert, PlugZap } from 'lucide-react'
import { useState } from 'react'
import { CallFailure } from '@/api/envoy/failure'
import { FailureNotice } from '@/notices/failure-notice'
import { startWords } from '@/notices/start-words'
import { Button } from '@/ui/button'
import { Empty } from '@/ui/empty'
import { FullPage } from './full-page'

/** Nothing can be shown at all: most often Passbook's own server does not answer. */
export function StartProblem({ error }: { error: unknown }) {
  const router = useRouter()
  const [working, setWorking] = useState(false)
  const again = async () => {
    setWorking(true)
    await router.invalidate()
    setWorking(false)
  }
  return (
    <FullPage>
      <Problem error={error} again={again} working={working} />
    </FullPage>
  )
}

type Props = { error: unknown; again: () => void; working: boolean }

function Problem({ error, again, working }: Props) {
  const failure = error instanceof CallFailure ? error : null
  if (failure && failure.kind !== 'no_reply') {
    return <FailureNotice as="page" failure={failure} onRetry={again} />
  }
  const words = failure ? startWords.unreachable : startWords.broken
  return (
    <Empty
      icon={failure ? PlugZap : CircleAlert}
      title={words.title}
      level={1}
      role="alert"
      action={<Button variant="primary" label="Try again" working={working} onPress={again} />}
    >
      {words.text}
    </Empty>
  )
}
