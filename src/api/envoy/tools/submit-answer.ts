import { isPurchaseId } from '@/lib/ids'
import { readStatus } from '../purchase'
import type { WriteResult } from '../types'
import type { Tool } from './tool'

/** Answers a purchase's question; the same key and answer are recorded once. */
export const submitAnswer: Tool<WriteResult> = {
  name: 'submit_answer',
  readOnly: false,
  read(reply, { purchase }) {
    const asked = typeof purchase === 'string' && isPurchaseId(purchase) ? purchase : null
    const status = readStatus(reply, asked)
    return status && { ...status, replayed: reply.envelope.replayed }
  },
}
