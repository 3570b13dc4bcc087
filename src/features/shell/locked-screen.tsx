import { Lock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { readSession } from '@/api/envoy/session'
import { lockedWords } from '@/notices/session-words'
import { Button } from '@/ui/button'
import { Empty } from '@/ui/empty'
import type { SessionKeeper } from './session-state'
import { useSignOut } from './use-sign-out'
import type { SessionWatch } from './watch-session'

type Props = {
  session: SessionKeeper
  watch: SessionWatch
  /** Whether there is a session to sign out of; null: not known after a reload. */
  renewable: boolean | null
}

export function LockedScreen({ session, watch, renewable }: Props) {
  const [asking, setAsking] = useState(false)
  const [failed, setFailed] = useState(false)
  const canSignOut = useRenewable(renewable)
  const signOut = useSignOut(session, watch)
  const showAgain = async () => {
    setAsking(true)
    try {
      await watch.showAgain()
    } catch {
      setFailed(true)
    }
    setAsking(false)
  }
  return (
    <>
      <Empty
        icon={Lock}
        title={lockedWords.title}
        level={1}
        action={
          <>
            <Button variant="primary" label="Show again" working={asking} onPress={showAgain} />
            {canSignOut ? <Button variant="ghost" label="Sign out" onPress={signOut.ask} /> : null}
          </>
        }
      >
        {failed ? lockedWords.unreachable : lockedWords.text}
      </Empty>
      {signOut.dialog}
    </>
  )
}

/** Asked only where it is not known: nothing else is read while the pages are locked. */
function useRenewable(known: boolean | null) {
  const [renewable, setRenewable] = useState(known ?? false)
  useEffect(() => {
    if (known !== null) return
    readSession((...request) => fetch(...request)).then(
      ({ freshForS }) => setRenewable(freshForS !== null),
      () => {},
    )
  }, [known])
  return renewable
}
