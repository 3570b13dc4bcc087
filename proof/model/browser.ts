import { createMemoryStorage, type OwnStorage } from '@/api/core/stored'
import { createTestLocks } from '@/api/core/test-locks'
import type { TabMessage } from '@/api/session/tab-channel'
import type { Chances } from './chances'
import type { VirtualTime } from './time'

/** One page as the browser sees it. */
export type Page = {
  gone: boolean
  readonly storage: OwnStorage
  /** What another page wrote or said has reached this one. */
  hear: (message: TabMessage | null) => void
}

/** One person's browser: what its tabs share. What one writes or says reaches the others a little later. */
export function createBrowser(time: VirtualTime, chances: Chances) {
  const map = new Map<string, string>()
  const pages = new Set<Page>()
  const shared = createMemoryStorage(map)

  const tellOthers = (from: Page, message: TabMessage | null) => {
    for (const page of pages) {
      if (page === from) continue
      time.after('browser', chances.delay(), () => page.gone || page.hear(message))
    }
  }

  return {
    locks: createTestLocks(),
    /** The account that the session's cookie opens. */
    cookie: null as string | null,
    kept: () => [...map],
    say: tellOthers,
    openPage(): Page {
      const change = (key: string, value: string | null) => {
        if (page.gone || shared.getItem(key) === value) return
        if (value === null) shared.removeItem(key)
        else shared.setItem(key, value)
        tellOthers(page, null)
      }
      const page: Page = {
        gone: false,
        hear: () => {},
        storage: {
          ...shared,
          shared: true,
          setItem: change,
          removeItem: (key) => change(key, null),
        },
      }
      pages.add(page)
      return page
    },
    /** Closed or loaded anew: nothing of the page goes on. */
    end(page: Page) {
      page.gone = true
      pages.delete(page)
    },
  }
}

export type Browser = ReturnType<typeof createBrowser>
