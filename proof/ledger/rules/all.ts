import type { Part } from '../document'
import { codesRules } from './codes'
import { envelopeRules } from './envelope'
import { giftCardsRules } from './gift-cards'
import { idempotencyRules } from './idempotency'
import { identifiersRules } from './identifiers'
import { mcpRules } from './mcp'
import { nextRules } from './next'
import { pagingRules } from './paging'
import { purchasePartsRules } from './purchase-parts'
import { purchasesRules } from './purchases'
import { rateLimitRules } from './rate-limit'
import { requestsRules } from './requests'
import type { Rule } from './shape'
import { signInRules } from './sign-in'

/** The rules in the order of their numbers, as the documents group them. */
export const PARTS: readonly Part[] = [
  { title: 'The form of a request', rules: requestsRules },
  { title: 'Identifiers', rules: identifiersRules },
  { title: 'Idempotency', rules: idempotencyRules },
  { title: 'The history and its pages', rules: pagingRules },
  { title: 'Acting on `next`', rules: nextRules },
  { title: 'The rate limit, over HTTP', rules: rateLimitRules },
  { title: 'Over MCP', rules: mcpRules },
  { title: 'The envelope', rules: envelopeRules },
  { title: 'Error codes', rules: codesRules },
  { title: 'list_purchases', rules: purchasesRules },
  { title: 'Sign-in and proof', rules: signInRules },
  { title: 'Gift-card merchants', rules: giftCardsRules },
  { title: 'Parts of a purchase', rules: purchasePartsRules },
]

/** Every rule that binds us. */
export const RULES: readonly Rule[] = PARTS.flatMap(({ rules }) => rules)
