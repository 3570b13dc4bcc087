/** Whether the page is there, and whether anybody can see it. */
export type Presence = {
  /** The page is being put away: what is sent now may never be answered (CT-6). */
  readonly away: () => boolean
  /** Nobody can see it (CT-4). */
  readonly hidden: () => boolean
  /**
   * Calls `listener` when time may have gone on unnoticed: the page was looked at, came back, found
   * the network again, or another tab wrote down something about the account's limits.
   */
  readonly subscribe: (listener: () => void) => () => void
}

/** Always there, always seen: for tests, and where there is no page. */
export const ALWAYS_HERE: Presence = {
  away: () => false,
  hidden: () => false,
  subscribe: () => () => {},
}

/** What still runs so long after `pagehide` (ms) was not put away after all. */
const GONE_MS = 2_000
/**
 * What another tab does to the gate or to the budget arrives with the storage's own event, after it was
 * written: a message would only say it a second time, and earlier than it can be read (CT-1).
 */
const LIMITS = /^passbook\.(gate|starts)\./

/** The page that this code runs in. */
export function watchPresence(page: Window, steady: () => number): Presence {
  const { document } = page
  const listeners = new Set<() => void>()
  let leftAt = Number.NEGATIVE_INFINITY
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  const back = () => {
    leftAt = Number.NEGATIVE_INFINITY
    tell()
  }
  page.addEventListener('pagehide', () => {
    leftAt = steady()
    tell()
  })
  for (const event of ['pageshow', 'focus']) page.addEventListener(event, back)
  page.addEventListener('online', tell)
  document.addEventListener('visibilitychange', () => (document.hidden ? tell() : back()))
  page.addEventListener('storage', ({ key }) => {
    if (key === null || LIMITS.test(key)) tell()
  })
  return {
    away: () => steady() - leftAt < GONE_MS,
    hidden: () => document.hidden,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
