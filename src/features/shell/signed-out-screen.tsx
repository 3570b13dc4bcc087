import { LogOut, type LucideIcon, NotebookText, Unplug } from 'lucide-react'
import { type MouseEvent, useEffect } from 'react'
import { isSignOutPending } from '@/api/session/sign-out-mark'
import { signedOutWords } from '@/notices/session-words'
import { SignInLink } from '@/notices/sign-in-link'
import { Empty } from '@/ui/empty'
import { leaveAddress } from './leave-address'
import type { SessionKeeper, SignedOutHow } from './session-state'
import type { SessionWatch } from './watch-session'

type Props = { session: SessionKeeper; watch: SessionWatch; how: SignedOutHow }

export function SignedOutScreen({ session, watch, how }: Props) {
  const words = signedOutWords[how]
  // Whoever signs in next starts anew; a session that only ended goes on where it was.
  const over = how !== 'never' && how !== 'ended'
  useEffect(() => {
    if (over) leaveAddress()
  }, [over])

  /** A new session must not be signed out by what the server is still to be told of the old one. */
  const settleFirst = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isSignOutPending(session.storage)) return
    event.preventDefault()
    const { href } = event.currentTarget
    if (await watch.tellPending()) location.assign(href)
  }

  return (
    <Empty
      icon={ICONS[how]}
      title={words.title}
      level={1}
      action={<SignInLink label={words.act} className="btn primary" onClick={settleFirst} />}
    >
      {words.text}
    </Empty>
  )
}

const ICONS: Record<SignedOutHow, LucideIcon> = {
  never: NotebookText,
  ended: Unplug,
  here: LogOut,
  elsewhere: LogOut,
  pending: LogOut,
}
