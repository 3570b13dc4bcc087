import { freshness, isFresh, isSolid } from './freshness'
import type { Entry } from './sections'
import { useTick } from './tick'

/** How a listed purchase's state is drawn and how fresh it is; `today` is Envoy's clock. */
export function useEntryFreshness({ known, checking }: Entry, today: number) {
  const fresh = useTick((now) => isFresh(known, now))
  return { freshness: freshness(known, { fresh, checking, today }), solid: isSolid(known, fresh) }
}
