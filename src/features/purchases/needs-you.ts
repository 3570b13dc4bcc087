import type { PurchaseList } from '@/api/envoy/types'
import { isFresh } from './freshness'
import { arrange, type KnowledgeOf } from './sections'

/** How many purchases wait for the person, and whether each of them was checked or is only listed. */
export type NeedsYouCount = { readonly count: number; readonly checked: boolean }

/**
 * The navigation's count: by the checked state where there is one, by the listed state where there
 * is none. `checked` is true only when nothing in the count is merely listed or an old check;
 * `now` is the browser's clock.
 */
export function needsYouCount(
  list: PurchaseList,
  knowledgeOf: KnowledgeOf,
  now: number,
): NeedsYouCount {
  const waiting = arrange(list, knowledgeOf).needs_you
  return { count: waiting.length, checked: waiting.every(({ known }) => isFresh(known, now)) }
}
