import type { CallFailure } from '@/api/envoy/failure'
import type { ListedPurchase, PurchaseList, StateName } from '@/api/envoy/types'
import type { PurchaseId } from '@/lib/ids'
import type { Knowledge } from './knowledge'
import { isFinal, type Section, sectionOf } from './state-words'

export type KnowledgeOf = (id: PurchaseId) => Knowledge | undefined

/** One purchase of the list with what is known of it: the check's own facts once there is one. */
export type Entry = {
  readonly purchase: ListedPurchase
  readonly known: Knowledge | undefined
  /** A check is on its way. */
  readonly checking: boolean
}

export type Sections = Record<Section, readonly Entry[]> & { readonly unreadable: number }

/**
 * Puts the list into its sections, in Envoy's order. A check that shows another state than
 * listed wins: listed states may be out of date.
 */
export function arrange(
  list: PurchaseList,
  knowledgeOf: KnowledgeOf,
  isChecking: (id: PurchaseId) => boolean = () => false,
): Sections {
  const entries = readable(list).map((listed): Entry => {
    const known = knowledgeOf(listed.purchaseId)
    return {
      purchase: known?.checked?.status.purchase ?? listed,
      known,
      checking: isChecking(listed.purchaseId),
    }
  })
  const inSection = (section: Section) =>
    entries.filter(({ purchase }) => sectionOf(purchase.state) === section)
  return {
    needs_you: inSection('needs_you'),
    in_progress: inSection('in_progress'),
    finished: inSection('finished'),
    unreadable: list.purchases.length - entries.length,
  }
}

/** The entries of a list that could be read. */
export function readable({ purchases }: PurchaseList): readonly ListedPurchase[] {
  return purchases.filter((one): one is ListedPurchase => !('unreadable' in one))
}

/** What has to be checked before its state may be shown as current: all that is not known to be final. */
export function toCheck(list: PurchaseList, knowledgeOf: KnowledgeOf): readonly PurchaseId[] {
  return readable(list)
    .filter(({ purchaseId, state }) => !isSettled(state, knowledgeOf(purchaseId)))
    .map(({ purchaseId }) => purchaseId)
}

// A final state in the list is shown as listed; one that a check contradicts is checked again.
function isSettled(listed: StateName, known: Knowledge | undefined) {
  return isFinal(known?.checked?.status.purchase.state ?? listed)
}

/** Why the first check in the list that failed did so; null when every last check worked. */
export function firstFailure(entries: readonly Entry[]): CallFailure | null {
  return entries.find(({ known }) => known?.failed)?.known?.failed?.failure ?? null
}
