import type { ReactNode } from 'react'
import type { Connection } from '@/api/envoy/connection'
import { Live } from '@/ui/live'
import { PageBarEnd } from '@/ui/page-bar'
import { Face } from './account'
import { Nav } from './nav'
import { Notices } from './notices'
import { TabBar } from './tab-bar'
import { ThemeSwitch } from './theme-switch'
import { usePageChange } from './use-page-change'

type Props = {
  connection: Connection
  /** How many purchases wait for the person; drawn at Purchases, in both navigations. */
  needsYou: ReactNode
  children: ReactNode
}

/** The frame around every page: navigation, notices, the tab bar of phones. */
export function AppShell({ connection, needsYou, children }: Props) {
  const page = usePageChange()
  return (
    <PageBarEnd value={<PhoneTools name={connection.account.name} />}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Live>{page.title}</Live>
      <div className="app">
        <Nav connection={connection} needsYou={needsYou} />
        {children}
        <TabBar needsYou={needsYou} />
      </div>
      <Notices envoy={connection.envoy} />
    </PageBarEnd>
  )
}

function PhoneTools({ name }: { name: string }) {
  return (
    <>
      <ThemeSwitch iconSize={20} />
      <span className="facebox">
        <Face name={name} large />
        <span className="vh">Account, {name}</span>
      </span>
    </>
  )
}
