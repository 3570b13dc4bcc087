import type { RuleId } from './verdict'

/** A rule that binds whoever answers, in a few words; `unless`: why a run without a verdict could not see it. */
type Rule = { says: string; unless?: string }

const NOT_PROVOKED = 'no reply had this code, and nothing harmless provokes it'

/** What the documents say about a server over HTTP, by number. */
const RULES: Readonly<Record<`R-${string}`, Rule>> = {
  'R-001': { says: 'a body is exactly one JSON object' },
  'R-002': { says: 'a tool is called with POST on /tools/<tool>' },
  'R-004': { says: 'undeclared fields are refused' },
  'R-006': { says: 'a body has at most 64 KB' },
  'R-007': { says: 'a larger body is a 413 with INVALID_INPUT' },
  'R-009': { says: 'amounts are rupees, as strings or numbers' },
  'R-010': { says: 'amounts have at most two decimals' },
  'R-012': { says: 'a bad field is INVALID_INPUT with error.fields' },
  'R-013': { says: 'one entry for each bad field, with path, problem and expected' },
  'R-014': { says: 'all bad fields are reported together' },
  'R-018': { says: 'an idempotency_key has 16 to 64 characters' },
  'R-019': { says: 'an idempotency_key does not start with pur_' },
  'R-021': { says: 'the key of a start and the purchase_id both work as purchase' },
  'R-022': { says: 'the two are told apart by pur_' },
  'R-023': { says: 'the id is purchase.purchase_id of the reply' },
  'R-025': { says: 'a purchase_id is pur_ and 32 lowercase hexadecimal digits' },
  'R-026': { says: 'a purchase has a revision' },
  'R-027': { says: 'next.args of a held read carry after_revision' },
  'R-028': { says: 'every reply has a request_id and a trace_id' },
  'R-031': { says: 'references belong to the account that made them' },
  'R-033': { says: 'another account learns nothing from NOT_FOUND' },
  'R-035': { says: 'the same key with the same input is the same purchase' },
  'R-036': { says: 'such a reply has replayed: true' },
  'R-037': { says: 'a first reply has replayed: false' },
  'R-038': { says: 'the same key with another URL or amount is IDEMPOTENCY_CONFLICT' },
  'R-040': {
    says: 'retry_of takes a new key and names the original',
    unless: 'it needs a failed purchase that somebody wants to pay again',
  },
  'R-042': { says: 'submit_answer requires its own idempotency_key' },
  'R-043': { says: 'the same key and answer are recorded once' },
  'R-044': { says: 'the same key with another answer is IDEMPOTENCY_CONFLICT' },
  'R-045': { says: 'the keys of the two writes do not meet' },
  'R-051': { says: 'from and to are optional' },
  'R-052': { says: 'a day is YYYY-MM-DD and stands in the calendar' },
  'R-053': { says: 'from is not after to; equal is allowed' },
  'R-054': { says: 'limit of list_transactions is an integer from 1 to 50' },
  'R-055': { says: 'more lines: next_cursor is set and next calls list_transactions' },
  'R-056': { says: 'that next carries the same from, to and limit plus the cursor' },
  'R-058': { says: 'a cursor is bound to connection, date range and page size' },
  'R-059': { says: 'a cursor is bound to its date range' },
  'R-060': { says: 'a cursor is bound to its page size' },
  'R-063': { says: 'without from and to history starts from the newest line' },
  'R-064': { says: 'the last page has no next_cursor and no next page' },
  'R-066': {
    says: 'the same lines as the Envoy app',
    unless: 'it needs the Envoy app beside it',
  },
  'R-067': { says: 'one line for each purchase' },
  'R-068': { says: "a line's title is the merchant" },
  'R-069': { says: "a line's subtitle is the agent's name" },
  'R-070': { says: "a line's amount is the net amount" },
  'R-071': { says: 'fully refunded purchases are left out' },
  'R-079': { says: 'only RATE_LIMITED and a retryable UNAVAILABLE are to be retried' },
  'R-084': { says: 'next.action is one of six' },
  'R-085': { says: 'next has action, tool, args, instruction, after_seconds and by' },
  'R-088': { says: 'a failure carries error and one next' },
  'R-089': { says: 'a failure has ok: false and changes nothing' },
  'R-093': { says: '120 requests a minute for each access token' },
  'R-094': {
    says: '/mcp shares that budget',
    unless: 'only /tools is asked',
  },
  'R-095': { says: 'over it: HTTP 429, RATE_LIMITED, next.action retry' },
  'R-096': { says: 'next.after_seconds and error.retry_after_seconds are 60' },
  'R-097': { says: 'a 429 carries Retry-After in seconds' },
  'R-098': { says: 'Retry-After counts down to the end of the window' },
  'R-099': { says: 'Retry-After is at most 60' },
  'R-100': { says: 'the body says 60 even when the header says less' },
  'R-111': { says: 'a held read waits on the server' },
  'R-112': { says: 'a 429 changed nothing' },
  'R-113': { says: 'failed authentication is limited as well' },
  'R-114': { says: 'over that limit a failing request is a 429' },
  'R-140': { says: 'every reply uses the shared envelope' },
  'R-141': { says: 'every reply has the thirteen fields' },
  'R-142': { says: 'contract is envoy@2026-10' },
  'R-143': { says: 'tool is the tool that was called' },
  'R-144': { says: 'server_time is RFC 3339 in UTC' },
  'R-145': { says: 'trace_id is 32 lowercase hexadecimal digits' },
  'R-146': {
    says: 'a failure has no purchase, no data, no follow_ups and no needless user_action',
  },
  'R-147': {
    says: 'error has code, message, fields, reason_code, retryable and retry_after_seconds',
  },
  'R-148': { says: 'error.fields is [] when no field is wrong' },
  'R-149': { says: "a list's payload stands in data" },
  'R-152': { says: 'every code is one of the twelve' },
  'R-153': { says: 'INVALID_INPUT: 400 (413 for size)' },
  'R-154': { says: 'UNAUTHENTICATED: 401' },
  'R-155': { says: 'NOT_ALLOWED: 403' },
  'R-156': { says: 'SERVICE_NOT_ENABLED: 403', unless: NOT_PROVOKED },
  'R-157': { says: "NOT_FOUND: 404, the same for an absent purchase and another's" },
  'R-158': { says: 'IDEMPOTENCY_CONFLICT: 409' },
  'R-159': { says: 'ACTIVE_PURCHASE_EXISTS: 409, with a user_action message' },
  'R-160': { says: 'STATE_CONFLICT: 409', unless: NOT_PROVOKED },
  'R-161': { says: 'NO_RAIL: 422, nothing was created' },
  'R-162': { says: 'RATE_LIMITED: 429' },
  'R-163': { says: 'UNAVAILABLE: 503', unless: NOT_PROVOKED },
  'R-164': { says: 'CLIENT_UPDATE_REQUIRED: 426', unless: NOT_PROVOKED },
  'R-167': { says: 'list_purchases is newest first' },
  'R-168': { says: 'limit of list_purchases is an integer from 1 to 20, 10 by default' },
  'R-169': { says: 'purchases is there, with at most 20 of them' },
  'R-170': { says: 'list_purchases has no cursor' },
  'R-171': { says: 'truncated is there, true when there are more' },
  'R-174': { says: 'state is one of ten' },
  'R-175': { says: 'merchant and amount are objects' },
  'R-176': { says: 'checkout_by is agent, envoy or null' },
  'R-178': { says: 'created_at is a date-time' },
  'R-179': {
    says: 'list_purchases is annotated as a read',
    unless: 'annotations stand in the MCP list of tools',
  },
  'R-180': { says: 'a call needs a bearer of Central Auth with agent scope' },
  'R-181': { says: 'a key-bound connection also needs the installation proof' },
  'R-182': { says: 'the proof covers this exact request' },
  'R-184': { says: 'UNAUTHENTICATED: next.action reconnect, not retryable, no wait' },
}

/** What was assumed where the documents are silent or pull apart; never reported as broken. */
const ASSUMPTIONS: Readonly<Record<`C${string}` | `B${string}`, string>> = {
  B16: '64 KB are 65,536 bytes',
  C1: 'a line has title, subtitle, amount {minor, currency, display} and date',
  C2: 'lines stand in data.transactions',
  C4: "a line's date is RFC 3339 with an offset",
  C5: 'from and to are whole days of India, both included',
  C6: 'one of from and to alone is allowed',
  C7: 'newest first with from and to as well',
  C8: 'list_transactions has 20 lines by default',
  C9: 'a limit of another type is INVALID_INPUT',
  C11: 'a cursor that does not fit is INVALID_INPUT, with cursor in error.fields',
  C17: 'merchant is {name, domain?}',
  C18: 'amount is {minor, currency, display}',
  C22: 'get_purchase_status tells state, merchant, amount, checkout_by and created_at',
  C24: 'start_purchase takes {idempotency_key, merchant_url, amount, rail?, retry_of?}',
  C26: '2499, "2499" and "2499.00" are the same amount',
  C27: 'two calls with one key at once are one purchase, one of them replayed',
  C30: 'submit_answer takes {purchase, question_id, answer, idempotency_key}',
  C37: 'a body that is not JSON, or not sent as JSON, is a 400 with INVALID_INPUT',
  C38: 'an unknown tool is a 404 with NOT_FOUND, another method a 405 that allows POST',
  C39: 'a key that stands twice, and __proto__, are refused',
  C47: "the installation proof's form",
  C49: 'gift-card merchants stand in data.merchants over HTTP',
}

/** In the order of the documents. */
export const ALL_RULES: readonly RuleId[] = [
  ...Object.keys(RULES),
  ...Object.keys(ASSUMPTIONS),
].map(
  // Every key above is a rule's name.
  (rule) => rule as RuleId,
)

/** A rule's words. */
export function says(rule: RuleId): string {
  return find(RULES, rule)?.says ?? find(ASSUMPTIONS, rule) ?? ''
}

/** Why a run without any verdict could not see this rule. */
export function usuallyUnseen(rule: RuleId): string {
  return find(RULES, rule)?.unless ?? 'nothing that came showed it'
}

function find<T>(table: Readonly<Record<string, T>>, rule: string): T | undefined {
  return table[rule]
}
