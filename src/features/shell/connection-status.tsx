import type { LoggedAttempt } from '@/api/core/journal'
import type { EnvoyClient } from '@/api/envoy/client'
import { useStore } from '@/ui/use-store'
import { connectionLine } from './connection-line'
import { useOnline } from './use-online'

export function ConnectionStatus({ envoy }: { envoy: EnvoyClient }) {
  const online = useOnline()
  const waits = useStore(envoy.waits)
  const attempts = useStore(envoy.requests.entries)
  const line = connectionLine({ online, waits, answered: lastAnswered(attempts) })
  return (
    <p className={line.dot === 'good' ? 'conn' : 'conn trouble'}>
      <span className={`dot ${line.dot}`} />
      <span>{line.text}</span>
    </p>
  )
}

// A request still under way, or one given up by us, says nothing about Envoy.
function lastAnswered(attempts: readonly LoggedAttempt[]) {
  const last = attempts.findLast(({ outcome }) => outcome !== 'in_flight' && outcome !== 'aborted')
  return last ? last.outcome !== 'no_reply' : null
}
