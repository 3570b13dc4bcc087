import { Check, Lock, LogOut } from 'lucide-react'
import { type Key, type RefObject, useRef, useState } from 'react'
import {
  Header,
  Menu,
  MenuItem,
  MenuSection,
  Popover,
  type Selection,
  Separator,
} from 'react-aria-components'
import { LOCK_CHOICES, readLockChoice } from '@/api/session/idle'
import { safeName } from '@/lib/names'
import { Icon } from '@/ui/icon'
import { useConnectionLine } from './connection-status'
import type { Opened, SessionKeeper } from './session-state'
import { useSignOut } from './use-sign-out'
import { watchSession } from './watch-session'

export type AccountMenuProps = {
  session: SessionKeeper
  opened: Opened
  trigger: RefObject<HTMLButtonElement | null>
  onOpenChange: (open: boolean) => void
}

/** Who is signed in; lock, and sign out where there is a session to sign out of. */
export function AccountMenu({ session, opened, trigger, onOpenChange }: AccountMenuProps) {
  const watch = watchSession(session)
  const signOut = useSignOut(session, watch, () => {
    onOpenChange(false)
    // The dialog opened from a menu that is gone: the focus goes back to what opened that.
    setTimeout(() => trigger.current?.focus())
  })
  const asked = useRef(false)
  const close = () => {
    if (asked.current) return
    onOpenChange(false)
  }
  const act = (key: Key) => {
    if (key === 'lock') watch.lockNow()
    if (key === 'sign-out') asked.current = signOut.ask()
  }
  return (
    <>
      <Popover
        triggerRef={trigger}
        isOpen={!signOut.asking}
        onOpenChange={(open) => {
          if (!open) close()
        }}
        placement="top start"
        offset={6}
        aria-label="Account"
        className="pop-at"
      >
        <div className="pop">
          <Who opened={opened} />
          <Menu
            aria-label="Account"
            className="menu account"
            autoFocus="first"
            onAction={act}
            onClose={close}
          >
            <MenuItem id="lock">
              <Icon icon={Lock} size={16} />
              Lock now
            </MenuItem>
            <LockAfter session={session} choose={watch.lockAfter} />
            {opened.renewal.renewable ? (
              <>
                <Separator />
                <MenuItem id="sign-out">
                  <Icon icon={LogOut} size={16} />
                  Sign out
                </MenuItem>
              </>
            ) : null}
          </Menu>
        </div>
      </Popover>
      {signOut.dialog}
    </>
  )
}

function Who({ opened }: { opened: Opened }) {
  const { text, lang } = safeName(opened.connection.account.name, 'You')
  return (
    <p className="am">
      <span>
        <bdi className="trunc semibold" lang={lang}>
          {text}
        </bdi>
        <small>{useConnectionLine(opened).text}</small>
      </span>
    </p>
  )
}

type LockAfterProps = {
  session: SessionKeeper
  choose: (minutes: (typeof LOCK_CHOICES)[number]) => void
}

function LockAfter({ session, choose }: LockAfterProps) {
  const [chosen, setChosen] = useState(() => readLockChoice(session.storage))
  const change = (keys: Selection) => {
    const choice = LOCK_CHOICES.find((each) => keys !== 'all' && keys.has(each))
    if (choice === undefined) return
    setChosen(choice)
    choose(choice)
  }
  return (
    <MenuSection
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[chosen]}
      onSelectionChange={change}
      aria-label="Lock after"
    >
      <Header>Lock after</Header>
      {LOCK_CHOICES.map((minutes) => (
        <MenuItem key={minutes} id={minutes} textValue={`${minutes} minutes`}>
          {minutes} minutes
          {minutes === chosen ? <Icon icon={Check} size={16} className="tick" /> : null}
        </MenuItem>
      ))}
    </MenuSection>
  )
}
