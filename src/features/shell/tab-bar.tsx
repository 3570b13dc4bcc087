import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '@/ui/icon'
import { NAV_ITEMS } from './nav-items'

/** The navigation of phones. */
export function TabBar({ needsYou }: { needsYou: ReactNode }) {
  return (
    <nav className="tabbar" aria-label="Main">
      {NAV_ITEMS.map(({ to, label, icon }) => (
        <Link key={to} to={to}>
          <Icon icon={icon} size={22} />
          <span>{label}</span>
          {to === '/purchases' ? needsYou : null}
        </Link>
      ))}
    </nav>
  )
}
