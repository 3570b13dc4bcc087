/** Where a person was in the list. */
export type Place = {
  /** Scroll position of the page, in pixels. */
  readonly scroll: number
  /** The same, in pixels from the top of the list. */
  readonly offset: number
  /** The row that holds the tab stop, and whether it had the focus. */
  readonly slot: number
  readonly focused: boolean
}

const MOST_PLACES = 200

/**
 * Places by history entry, in memory only: positions would tell a later user of this browser what
 * was looked at (SR-20).
 */
export function createPlaces() {
  const places = new Map<string, Place>()
  return {
    get: (entry: string) => places.get(entry),
    keep(entry: string, place: Place) {
      places.delete(entry)
      places.set(entry, place)
      const [oldest] = places.keys()
      if (places.size > MOST_PLACES && oldest !== undefined) places.delete(oldest)
    },
  }
}

/** One for the page's life: a list that comes back finds where it was. */
export const places = createPlaces()
