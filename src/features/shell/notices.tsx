import { CircleAlert, CloudOff, Info, RefreshCw } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import {
  contractWords,
  newVersionWords,
  offlineWords,
  somethingFailedWords,
} from '@/notices/page-words'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { useStore } from '@/ui/use-store'
import { somethingFailed } from './last-resort'
import { loadSessionPart } from './load-session-part'
import { newVersion } from './new-version'
import type { Opened, SessionKeeper } from './session-state'
import { useOnline } from './use-online'

type Props = { session: SessionKeeper; opened: Opened }

// What cannot be fetched is not said here; the page's own notices stand.
const SessionNotices = lazy<ComponentType<Props>>(() =>
  loadSessionPart().then(
    (part) => ({ default: part.SessionNotices }),
    () => ({ default: () => null }),
  ),
)

/** What concerns every page, above it and never moving it. The region stands before it speaks. */
export function Notices({ session, opened }: Props) {
  const online = useOnline()
  const outdated = useStore(newVersion)
  const failed = useStore(somethingFailed)
  const otherContract = useStore(opened.connection.envoy.contractMismatch) !== null
  const newOwner = useStore(session.newOwner) !== null
  const ended = useStore(opened.renewal.ended)
  return (
    <div className="toasts" role="status">
      {newOwner || ended ? (
        <Suspense fallback={null}>
          <SessionNotices session={session} opened={opened} />
        </Suspense>
      ) : null}
      {online ? null : (
        <p className="toast">
          <Icon icon={CloudOff} size={17} />
          <span>{offlineWords}</span>
        </p>
      )}
      {otherContract ? (
        <p className="toast">
          <Icon icon={Info} size={17} />
          <span>{contractWords}</span>
        </p>
      ) : null}
      {outdated ? (
        <p className="toast">
          <Icon icon={RefreshCw} size={17} />
          <span>{newVersionWords}</span>
          <Button size="small" label="Reload" onPress={() => location.reload()} />
        </p>
      ) : null}
      {failed && !outdated ? (
        <p className="toast">
          <Icon icon={CircleAlert} size={17} />
          <span>{somethingFailedWords}</span>
          <Button size="small" label="Reload" onPress={() => location.reload()} />
        </p>
      ) : null}
    </div>
  )
}
