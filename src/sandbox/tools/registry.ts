import { TOOLS, type ToolName } from '@/api/envoy/contract'
import type { World } from '../world'
import { getPurchaseStatus } from './get-purchase-status'
import { listGiftCardMerchants } from './list-gift-card-merchants'
import { listPurchases } from './list-purchases'
import { listTransactions } from './list-transactions'
import { startPurchase } from './start-purchase'
import { submitAnswer } from './submit-answer'
import type { Tool } from './tool'

/** The six tools on one world. */
export function createTools(world: World): Readonly<Record<ToolName, Tool>> {
  return {
    list_transactions: listTransactions(world),
    list_purchases: listPurchases(world),
    get_purchase_status: getPurchaseStatus(world),
    list_gift_card_merchants: listGiftCardMerchants(),
    start_purchase: startPurchase(world),
    submit_answer: submitAnswer(world),
  }
}

export function isToolName(name: string): name is ToolName {
  return TOOLS.some((tool) => tool === name)
}
