import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '@/ui/icon'
import { AccountButton } from './account'
import { BrandMark } from './brand'
import { ConnectionStatus } from './connection-status'
import { NAV_ITEMS } from './nav-items'
import type { Opened, SessionKeeper } from './session-state'
import { ThemeSwitch } from './theme-switch'

type Props = {
  /** Absent while it is not known who is signed in. */
  session?: SessionKeeper
  opened?: Opened
  /** The count at Purchases. */
  needsYou: ReactNode
}

export function Nav({ session, opened, needsYou }: Props) {
  return (
    <nav className="nav" aria-label="Main">
      <Link className="brand" to="/history" activeOptions={{ exact: true }}>
        <BrandMark />
        <span>Passbook</span>
      </Link>
      <ul>
        {NAV_ITEMS.map(({ to, label, icon }) => (
          <li key={to}>
            <Link to={to}>
              <Icon icon={icon} size={18} />
              <span>{label}</span>
              {to === '/purchases' ? needsYou : null}
            </Link>
          </li>
        ))}
      </ul>
      <div className="grow" />
      {opened ? <ConnectionStatus opened={opened} /> : null}
      <div className="foot">
        {session && opened ? (
          <AccountButton session={session} opened={opened} />
        ) : (
          <span className="acct" />
        )}
        <ThemeSwitch />
      </div>
    </nav>
  )
}
