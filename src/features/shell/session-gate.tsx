import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useStore } from '@/ui/use-store'
import { loadSessionPart } from './load-session-part'
import type { SessionScreenProps } from './session-screen'
import type { SessionKeeper } from './session-state'
import { focusHeading } from './use-page-change'

const SessionScreen = lazy<ComponentType<SessionScreenProps>>(() =>
  loadSessionPart().then(
    (part) => ({ default: part.SessionScreen }),
    () => ({ default: BriefProblem }),
  ),
)
const ToldStartProblem = lazy<ComponentType<{ error: unknown }>>(() =>
  loadSessionPart().then(
    (part) => ({ default: part.StartProblem }),
    () => ({ default: BriefProblem }),
  ),
)
const blank = <div className="full" aria-busy="true" />

type Props = { session: SessionKeeper; children: ReactNode }

/**
 * Stands around every page: as soon as nobody is signed in, or the pages are locked, none of them is
 * in the document any more, whatever the router is doing.
 */
export function SessionGate({ session, children }: Props) {
  const state = useStore(session.state)
  const before = useRef(state.status)
  useEffect(() => {
    // The button that was pressed is gone with the locked screen.
    if (before.current === 'locked' && state.status === 'open') focusHeading()
    before.current = state.status
  }, [state.status])
  if (state.status === 'open' || state.status === 'starting') return children
  return (
    <Suspense fallback={blank}>
      <SessionScreen session={session} state={state} />
    </Suspense>
  )
}

/** Nothing can be shown at all. */
export function StartProblem({ error }: { error: unknown }) {
  return (
    <Suspense fallback={blank}>
      <ToldStartProblem error={error} />
    </Suspense>
  )
}

/** When even the words cannot be fetched: nothing is shown, and the way on. */
function BriefProblem() {
  return (
    <p className="full" role="alert">
      <a href="/">Nothing can be shown, and nothing was changed. Reload Passbook.</a>
    </p>
  )
}
