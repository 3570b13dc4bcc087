import { useEffect } from 'react'
import { FullPage } from './full-page'
import { LockedScreen } from './locked-screen'
import type { SessionKeeper, SessionState } from './session-state'
import { SignedOutScreen } from './signed-out-screen'
import { watchSession } from './watch-session'

export type SessionScreenProps = {
  session: SessionKeeper
  state: Extract<SessionState, { status: 'signed_out' | 'locked' }>
}

/** Instead of every page: nobody is signed in, or nobody is there. */
export function SessionScreen({ session, state }: SessionScreenProps) {
  const watch = watchSession(session)
  // The title belongs to the document, outside of what React draws.
  useEffect(() => {
    document.title = 'Passbook'
  }, [])
  return (
    // Another message is another page: the button that was pressed is gone with the one before.
    <FullPage focused key={state.status}>
      {state.status === 'locked' ? (
        <LockedScreen session={session} watch={watch} renewable={state.renewable} />
      ) : (
        <SignedOutScreen session={session} watch={watch} how={state.how} />
      )}
    </FullPage>
  )
}
