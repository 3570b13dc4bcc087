import { useRouterState } from '@tanstack/react-router'
import { PageBarEnd } from '@/ui/page-bar'
import { PageHead } from '@/ui/page-head'
import { Nav } from './nav'
import { type PageName, pageAt } from './pages'
import { TabBar } from './tab-bar'
import { ThemeSwitch } from './theme-switch'

/** The frame while it is not known yet who is signed in: the same boxes, nothing in them. */
export function FramePending() {
  return (
    <PageBarEnd value={<ThemeSwitch iconSize={20} />}>
      <div className="app">
        <Nav needsYou={null} />
        <PagePending />
        <TabBar needsYou={null} />
      </div>
    </PageBarEnd>
  )
}

/** The sheet before a page's own code has arrived. */
export function PagePending() {
  const page = pageAt(useRouterState({ select: (state) => state.location.pathname }))
  const heading = LIST_HEADINGS[page.key]
  return (
    <div className="sheet">
      <main className="main" id="main" tabIndex={-1} aria-busy="true">
        {heading ? <PageHead title={heading} /> : null}
      </main>
    </div>
  )
}

// A single purchase is headed by its merchant, who is not known yet.
const LIST_HEADINGS: Record<PageName['key'], string | null> = {
  history: 'History',
  purchases: 'Purchases',
  purchase: null,
  none: null,
}
