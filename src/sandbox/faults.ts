import { z } from 'zod'
import { MAX_BODY_BYTES, NEXT_ACTIONS, TOOLS, type ToolName } from '@/api/envoy/contract'

/** What every fault may say: which calls it is for, and how many of them. */
const common = {
  tool: z.enum(TOOLS).optional(),
  account: z.string().min(1).max(64).optional(),
  transport: z.enum(['http', 'mcp']).optional(),
  times: z.int().min(1).max(1_000_000).default(1),
}

const milliseconds = z.int().min(0).max(600_000)
/** Anything a server could put there, right or wrong (C35). */
const afterSeconds = z.union([z.number(), z.string().max(64), z.null()])
/** Text that may stand in a header; a client has to cope with what it means. */
const headerText = z.string().regex(/^[\x20-\x7e]{1,128}$/)

const kinds = [
  z.strictObject({
    ...common,
    fault: z.enum([
      'status_401',
      'status_404',
      'status_413',
      'status_422',
      'status_426',
      'auth_429',
      'unknown_action',
      'next_null',
      'ok_false_200',
      'html_500',
      'html_502',
      'empty_200',
      'trailing_garbage',
      'wrong_content_type',
      'gzip_lie',
      'other_tool',
      'reused_request_id',
      'unknown_fields',
      'unknown_enums',
      'vanish_line',
      'display_mismatch',
    ]),
  }),
  z.strictObject({
    ...common,
    fault: z.literal('status_403'),
    code: z.enum(['NOT_ALLOWED', 'SERVICE_NOT_ENABLED']).default('NOT_ALLOWED'),
  }),
  z.strictObject({
    ...common,
    fault: z.literal('unknown_code'),
    /** What the reply asks for, which is all that a client can go by. */
    action: z.enum(NEXT_ACTIONS).default('stop'),
  }),
  z.strictObject({
    ...common,
    fault: z.literal('status_409'),
    code: z
      .enum(['STATE_CONFLICT', 'IDEMPOTENCY_CONFLICT', 'ACTIVE_PURCHASE_EXISTS'])
      .default('STATE_CONFLICT'),
  }),
  z.strictObject({
    ...common,
    fault: z.literal('status_429'),
    /** The header: a number of seconds, no header, or any text. */
    retry_after: z.union([z.number(), z.literal('absent'), headerText]).optional(),
    after_seconds: afterSeconds.optional(),
  }),
  z.strictObject({
    ...common,
    fault: z.literal('status_503'),
    retryable: z.boolean().default(true),
    after_seconds: afterSeconds.default(5),
    /** The call was done before it failed: what `next.action` call_tool is for. */
    after_effect: z.boolean().default(false),
  }),
  z.strictObject({
    ...common,
    fault: z.literal('cut_json'),
    /** Where the reply is cut, as a share of its bytes. */
    at: z.number().min(0).max(1).default(0.5),
  }),
  z.strictObject({
    ...common,
    fault: z.literal('reset'),
    when: z
      .enum(['before_headers', 'after_headers', 'mid_body', 'after_body', 'after_effect'])
      .default('before_headers'),
  }),
  z.strictObject({
    ...common,
    fault: z.literal('restart'),
    /** How long a held read is held before its server goes down; what is not held was done by then. */
    ms: milliseconds.default(1_000),
  }),
  z.strictObject({
    ...common,
    fault: z.literal('large_reply'),
    /** The least the reply's body has, filled up with a field of a later revision. */
    bytes: z
      .int()
      .min(1)
      .max(10_000_000)
      .default(MAX_BODY_BYTES + 1),
  }),
  z.strictObject({
    ...common,
    fault: z.literal('stall'),
    when: z.enum(['before_headers', 'after_headers', 'mid_body']).default('before_headers'),
    ms: milliseconds.default(60_000),
  }),
  z.strictObject({
    ...common,
    fault: z.literal('drip'),
    bytes_per_s: z.int().min(1).max(1_000_000).default(200),
  }),
  z.strictObject({
    ...common,
    fault: z.literal('cursor'),
    kind: z.enum(['repeat', 'cycle', 'on_last', 'empty_page']).default('repeat'),
  }),
  z.strictObject({
    ...common,
    fault: z.literal('clock_skew'),
    ms: z.int().min(-8.64e13).max(8.64e13).default(86_400_000),
  }),
  z.strictObject({
    ...common,
    fault: z.literal('contract'),
    value: z.string().max(64).default('envoy@2027-01'),
  }),
  z.strictObject({
    ...common,
    fault: z.literal('currency'),
    code: z.string().min(1).max(8).default('USD'),
  }),
  z.strictObject({ ...common, fault: z.literal('delay'), ms: milliseconds.default(1_000) }),
] as const

/** One fault as `/control/faults` takes it; a field it does not know, or a wrong one, is refused by name. */
export const faultSchema = z.discriminatedUnion('fault', kinds)

export type Fault = z.output<typeof faultSchema>

type FaultMatch = { tool: ToolName; account: string; transport: 'http' | 'mcp' }

export type FaultBox = {
  /** Puts faults in, behind those that wait; returns how many are active. */
  add(faults: readonly Fault[]): number
  clear(): void
  active(): number
  /** The oldest fault for this call, used up by one. */
  take(match: FaultMatch): Fault | null
  /** A fault that had nothing to bend goes back to the front. */
  giveBack(fault: Fault): void
}

export function createFaultBox(): FaultBox {
  let waiting: Fault[] = []
  return {
    add(faults) {
      waiting.push(...faults)
      return waiting.length
    },
    clear() {
      waiting = []
    },
    active: () => waiting.length,
    take(match) {
      const at = waiting.findIndex((fault) => isFor(fault, match))
      const fault = waiting[at]
      if (!fault) return null
      if (fault.times === 1) waiting.splice(at, 1)
      else waiting[at] = { ...fault, times: fault.times - 1 }
      return { ...fault, times: 1 }
    },
    giveBack(fault) {
      waiting.unshift(fault)
    },
  }
}

/** Faults of pages are for the one tool that has pages. */
function isFor(fault: Fault, { tool, account, transport }: FaultMatch): boolean {
  const bendsPages = fault.fault === 'cursor' || fault.fault === 'vanish_line'
  return (
    (fault.tool ?? tool) === tool &&
    (fault.account ?? account) === account &&
    (fault.transport ?? transport) === transport &&
    (!bendsPages || tool === 'list_transactions')
  )
}
