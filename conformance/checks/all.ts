import type { Check } from '../check'
import { FIELDS } from './fields'
import { FORM } from './form'
import { LIMIT } from './limit'
import { LINES } from './lines'
import { LIST_PURCHASES } from './list-purchases'
import { LIST_TRANSACTIONS } from './list-transactions'
import { OWNERS } from './owners'
import { PAGING } from './paging'
import { PURCHASE_STATUS } from './purchase-status'
import { SIGN_IN } from './sign-in'
import { START_PURCHASE } from './start-purchase'
import { SUBMIT_ANSWER } from './submit-answer'

/** Reads, then writes, then what uses the budget up. */
export const CHECKS: readonly Check[] = [
  ...FORM,
  ...FIELDS,
  ...LIST_PURCHASES,
  ...LIST_TRANSACTIONS,
  ...PAGING,
  ...LINES,
  ...PURCHASE_STATUS,
  ...OWNERS,
  ...SIGN_IN,
  ...START_PURCHASE,
  ...SUBMIT_ANSWER,
  ...LIMIT,
]
