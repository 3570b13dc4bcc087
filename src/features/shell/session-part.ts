import { afterRefusal } from '@/api/session/after-refusal'
import { renewSession } from './renew-session'
import { SessionNotices } from './session-notices'
import { SessionScreen } from './session-screen'
import { StartProblem } from './start-problem'
import { watchSession } from './watch-session'

/** All of the session that no first row waits for, fetched together: it is small. */
export const sessionPart = {
  renewSession,
  afterRefusal,
  watchSession,
  SessionNotices,
  SessionScreen,
  StartProblem,
}
