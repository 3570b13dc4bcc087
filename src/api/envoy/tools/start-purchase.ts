import { readStatus } from '../purchase'
import type { WriteResult } from '../types'
import type { Tool } from './tool'

/** Starts a purchase. The same key and input give the same purchase, `replayed` true. */
export const startPurchase: Tool<WriteResult> = {
  name: 'start_purchase',
  readOnly: false,
  read(reply) {
    const status = readStatus(reply, null)
    return status && { ...status, replayed: reply.envelope.replayed }
  },
}
