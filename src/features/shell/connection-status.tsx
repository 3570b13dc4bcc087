import type { LoggedAttempt } from '@/api/core/journal'
import { useStore } from '@/ui/use-store'
import { connectionLine } from './connection-line'
import type { Opened } from './session-state'
import { useOnline } from './use-online'

export function useConnectionLine({ connection: { envoy }, renewal }: Opened) {
  const ended = useStore(renewal.ended)
  const online = useOnline()
  const waits = useStore(envoy.waits)
  const attempts = useStore(envoy.requests.entries)
  return connectionLine({ online, ended, waits, last: lastOutcome(attempts) })
}

export function ConnectionStatus({ opened }: { opened: Opened }) {
  const line = useConnectionLine(opened)
  return (
    <p className={line.dot === 'good' ? 'conn' : 'conn trouble'}>
      <span className={`dot ${line.dot}`} />
      <span>{line.text}</span>
    </p>
  )
}

// A request still under way, or one given up by us, says nothing about Envoy.
function lastOutcome(attempts: readonly LoggedAttempt[]) {
  const last = attempts.findLast(({ outcome }) => outcome !== 'in_flight' && outcome !== 'aborted')
  return last?.outcome ?? null
}
