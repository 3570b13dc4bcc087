import * as z from 'zod/mini'
import { readListedPurchase } from '../purchase'
import { flag, items, parseOr } from '../schemas'
import type { PurchaseList } from '../types'
import type { Tool } from './tool'

const dataSchema = z.object({ purchases: items, truncated: flag })

/** The newest purchases; their states may be out of date. */
export const listPurchases: Tool<PurchaseList> = {
  name: 'list_purchases',
  readOnly: true,
  read({ envelope, meta }) {
    const data = parseOr(dataSchema, envelope.data)
    if (data === null) return null
    const purchases = data.purchases.map((raw) => readListedPurchase(raw) ?? UNREADABLE)
    return { purchases, truncated: data.truncated, meta }
  },
}

const UNREADABLE = { unreadable: true } as const
