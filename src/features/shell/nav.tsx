import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Connection } from '@/api/envoy/connection'
import { Icon } from '@/ui/icon'
import { Account } from './account'
import { BrandMark } from './brand'
import { ConnectionStatus } from './connection-status'
import { NAV_ITEMS } from './nav-items'
import { ThemeSwitch } from './theme-switch'

type Props = {
  /** Null while it is not known who is signed in. */
  connection: Connection | null
  /** The count at Purchases. */
  needsYou: ReactNode
}

export function Nav({ connection, needsYou }: Props) {
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
      {connection ? <ConnectionStatus envoy={connection.envoy} /> : null}
      <div className="foot">
        {connection ? <Account name={connection.account.name} /> : <span className="acct" />}
        <ThemeSwitch />
      </div>
    </nav>
  )
}
