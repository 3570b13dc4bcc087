import type { ListedPurchase, PurchaseList } from '@/api/envoy/types'
import { createLookAlikes } from '@/lib/look-alikes'
import { merchantName } from './names'
import { readable } from './sections'

/**
 * The names of the list that look like a better-known one in it (SR-29). `shown`, the purchase that is
 * looked at, counts as well where the list does not have it.
 */
export function lookAlikeNames(
  list: PurchaseList | undefined,
  shown?: ListedPurchase,
): ReadonlySet<string> {
  const alikes = createLookAlikes()
  const listed = list ? readable(list) : []
  for (const purchase of listed) alikes.add(merchantName(purchase).full)
  const isListed = listed.some(({ purchaseId }) => purchaseId === shown?.purchaseId)
  if (shown && !isListed) alikes.add(merchantName(shown).full)
  return alikes.found()
}
