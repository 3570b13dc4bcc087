import { isPurchaseId } from '@/lib/ids'
import { readStatus } from '../purchase'
import type { PurchaseStatus } from '../types'
import type { Tool } from './tool'

/** One purchase as it is now; with `after_revision` Envoy holds the call until it moves (C20). */
export const getPurchaseStatus: Tool<PurchaseStatus> = {
  name: 'get_purchase_status',
  readOnly: true,
  read(reply, { purchase }) {
    const asked = typeof purchase === 'string' && isPurchaseId(purchase) ? purchase : null
    return readStatus(reply, asked)
  },
}
