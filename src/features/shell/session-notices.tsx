import { Unplug, UserRoundCheck, X } from 'lucide-react'
import { useEffect } from 'react'
import { safeName } from '@/lib/names'
import { endedWords, newOwnerWords } from '@/notices/session-words'
import { SignInLink } from '@/notices/sign-in-link'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { useStore } from '@/ui/use-store'
import { readAgain } from './read-again'
import type { Opened, SessionKeeper } from './session-state'

type Props = { session: SessionKeeper; opened: Opened }

/** Whose pages these are now, and that nothing can be asked until somebody signs in again. */
export function SessionNotices({ session, opened }: Props) {
  const name = useStore(session.newOwner)
  const ended = useStore(opened.renewal.ended)
  const { renewal, queryClient } = opened
  useEffect(
    () =>
      renewal.ended.subscribe(() => {
        if (!renewal.ended.get()) readAgain(queryClient)
      }),
    [renewal, queryClient],
  )
  return (
    <>
      {name === null ? null : <NewOwner name={name} dismiss={session.dismissNewOwner} />}
      {ended ? (
        <p className="toast unless-said">
          <Icon icon={Unplug} size={17} />
          <span>{endedWords.text}</span>
          <SignInLink label={endedWords.act} className="btn small" />
        </p>
      ) : null}
    </>
  )
}

function NewOwner({ name, dismiss }: { name: string; dismiss: () => void }) {
  const words = newOwnerWords(safeName(name, 'You').text)
  return (
    <p className="toast">
      <Icon icon={UserRoundCheck} size={17} />
      <span>
        <bdi className="semibold">{words.title}</bdi>. {words.text}
      </span>
      <Button size="small" icon={X} iconOnly label="Dismiss" onPress={dismiss} />
    </p>
  )
}
