import { codeBreaks } from './codes'
import { envelopeBreaks } from './envelope'
import { giftCardBreaks } from './gift-cards'
import { idempotencyBreaks } from './idempotency'
import { identifierBreaks } from './identifiers'
import { mcpBreaks } from './mcp'
import { nextBreaks } from './next'
import { pagingBreaks } from './paging'
import { purchaseBreaks } from './purchases'
import { rateLimitBreaks } from './rate-limit'
import { requestBreaks } from './requests'
import { safetyBreaks } from './safety'
import type { Break } from './shape'
import { signInBreaks } from './sign-in'

/** Every patch that breaks a rule. */
export const BREAKS: readonly Break[] = [
  ...requestBreaks,
  ...identifierBreaks,
  ...idempotencyBreaks,
  ...pagingBreaks,
  ...nextBreaks,
  ...rateLimitBreaks,
  ...mcpBreaks,
  ...envelopeBreaks,
  ...codeBreaks,
  ...purchaseBreaks,
  ...signInBreaks,
  ...giftCardBreaks,
  ...safetyBreaks,
]
