import type { ListedPurchase } from '@/api/envoy/types'
import { lasted } from './freshness'
import type { Knowledge } from './knowledge'

/**
 * How long a purchase has waited in its present state: by Envoy's timeline, or at least since
 * Passbook first saw it so. `now` is Envoy's clock. Null: not known, or under a minute.
 */
export function waited(
  { state }: Pick<ListedPurchase, 'state'>,
  known: Knowledge | undefined,
  now: number,
): string | null {
  if (!known?.checked) return null
  const last = known.checked.status.purchase.timeline?.at(-1)
  if (last?.state === state) return within('for', lasted(now - last.at))
  const since = firstSeenIn(state, known)
  return since === null ? null : within('for at least', lasted(now - since))
}

const within = (words: string, length: string | null) => length && `${words} ${length}`

function firstSeenIn(state: ListedPurchase['state'], { seen }: Knowledge): number | null {
  const before = seen.findLastIndex((sight) => sight.state !== state)
  return seen[before + 1]?.when.shown ?? null
}
