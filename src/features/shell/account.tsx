import { ChevronsUpDown } from 'lucide-react'
import { monogram, safeName } from '@/lib/names'
import { Icon } from '@/ui/icon'
import { useOnDemand } from '@/ui/use-on-demand'
import type { AccountMenuProps } from './account-menu'
import { loadAccountMenu } from './load-session-part'
import type { Opened, SessionKeeper } from './session-state'

type Props = { session: SessionKeeper; opened: Opened; phone?: boolean }

/** Who is signed in, and the way to lock and to sign out on every page (SR-24). */
export function AccountButton({ session, opened, phone = false }: Props) {
  const { Part: Menu, button, setOpen, trigger } = useOnDemand<AccountMenuProps>(loadAccountMenu)
  const { text, lang } = safeName(opened.connection.account.name, 'You')
  return (
    <>
      <button
        type="button"
        className={phone ? 'facebox' : 'acct'}
        aria-label={`Account, ${text}`}
        aria-haspopup="menu"
        {...trigger}
      >
        <span className={phone ? 'face lg' : 'face'} aria-hidden="true">
          {monogram(text).letters}
        </span>
        {phone ? null : (
          <>
            <bdi className="trunc" lang={lang}>
              {text}
            </bdi>
            <Icon icon={ChevronsUpDown} size={15} />
          </>
        )}
      </button>
      {Menu ? (
        <Menu session={session} opened={opened} trigger={button} onOpenChange={setOpen} />
      ) : null}
    </>
  )
}
