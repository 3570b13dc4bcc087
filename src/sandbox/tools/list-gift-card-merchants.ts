import { z } from 'zod'
import { dataReply } from '../envelope'
import { invalidInput } from '../errors'
import { readFields } from '../fields'
import { giftCardMerchants } from '../gift-cards'
import type { Tool } from './tool'

const input = z.strictObject({})

/** list_gift_card_merchants: its input is `{}` exactly; the merchants stand in `data.merchants` (C49). */
export function listGiftCardMerchants(): Tool {
  return ({ body, problems }) => {
    const read = readFields(input, {}, body, problems)
    return read.ok ? dataReply({ merchants: giftCardMerchants() }) : invalidInput(read.fields)
  }
}
