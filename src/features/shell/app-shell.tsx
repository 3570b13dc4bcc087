import type { ReactNode } from 'react'
import { Live } from '@/ui/live'
import { PageBarEnd } from '@/ui/page-bar'
import { AccountButton } from './account'
import { Nav } from './nav'
import { Notices } from './notices'
import type { Opened, SessionKeeper } from './session-state'
import { TabBar } from './tab-bar'
import { ThemeSwitch } from './theme-switch'
import { usePageChange } from './use-page-change'

type Props = {
  session: SessionKeeper
  opened: Opened
  /** How many purchases wait for the person; drawn at Purchases, in both navigations. */
  needsYou: ReactNode
  children: ReactNode
}

/** The frame around every page: navigation, notices, the tab bar of phones. */
export function AppShell({ session, opened, needsYou, children }: Props) {
  const page = usePageChange()
  return (
    <PageBarEnd value={<PhoneTools session={session} opened={opened} />}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Live>{page.title}</Live>
      <div className="app">
        <Nav session={session} opened={opened} needsYou={needsYou} />
        {children}
        <TabBar needsYou={needsYou} />
      </div>
      <Notices session={session} opened={opened} />
    </PageBarEnd>
  )
}

function PhoneTools(account: Pick<Props, 'session' | 'opened'>) {
  return (
    <>
      <ThemeSwitch iconSize={20} />
      <AccountButton {...account} phone />
    </>
  )
}
