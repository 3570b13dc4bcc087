import { createTestClock, type TestClock } from '../core/test-clock'
import { type Answer, createScriptedFetch, type SentRequest } from '../core/test-fetch'
import { createEnvoyClient, type EnvoyClientDeps } from './client'
import type { ErrorCode, ToolName } from './contract'

type Json = Readonly<Record<string, unknown>>

/** The document's own failure, word for word (list_purchases, synthetic-unauthenticated). */
export const UNAUTHENTICATED_EXAMPLE = `{
  "ok": false,
  "contract": "envoy@2026-10",
  "tool": "list_purchases",
  "request_id": "req_synthetic",
  "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
  "server_time": "2026-09-29T12:00:00Z",
  "replayed": false,
  "purchase": null,
  "data": null,
  "next": {
    "action": "reconnect",
    "tool": null,
    "args": null,
    "instruction": "Ask the user to reconnect Envoy, then retry this call.",
    "after_seconds": null,
    "by": null
  },
  "user_action": null,
  "follow_ups": [],
  "error": {
    "code": "UNAUTHENTICATED",
    "message": "Reconnect to Envoy.",
    "fields": [],
    "reason_code": null,
    "retryable": false,
    "retry_after_seconds": null
  }
}`

/** The document's own merchants, word for word (list_gift_card_merchants, synthetic-compatible-payload). */
export const MERCHANTS_EXAMPLE = `{
  "merchants": [
    {
      "name": "shop.example.test",
      "domain": "shop.example.test",
      "amounts": [
        {
          "minor": 50000,
          "currency": "INR",
          "display": "₹500.00"
        },
        {
          "minor": 100000,
          "currency": "INR",
          "display": "₹1,000.00"
        }
      ],
      "amount_range": null,
      "discount_percent": 2.5,
      "redeem_at": "checkout"
    }
  ]
}`

/** A reply that says ok. */
export function okBody(tool: ToolName, over: Json = {}): Json {
  return {
    ok: true,
    contract: 'envoy@2026-10',
    tool,
    request_id: 'req_1',
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
    server_time: '2026-11-30T06:00:00Z',
    replayed: false,
    purchase: null,
    data: null,
    next: null,
    user_action: null,
    follow_ups: [],
    error: null,
    ...over,
  }
}

/** A reply that says no. */
export function failedBody(
  tool: ToolName,
  code: ErrorCode | (string & {}),
  over: { next?: unknown; error?: Json; user_action?: unknown } = {},
): Json {
  const error = {
    code,
    message: `Envoy says ${code}.`,
    fields: [],
    reason_code: null,
    retryable: false,
    retry_after_seconds: null,
    ...over.error,
  }
  return okBody(tool, {
    ok: false,
    error,
    next: over.next === undefined ? next('stop') : over.next,
    user_action: over.user_action ?? null,
  })
}

export function next(action: string, over: Json = {}): Json {
  return { action, tool: null, args: null, instruction: '', after_seconds: null, by: null, ...over }
}

export function callTool(tool: string, args: Json, afterSeconds: number | null = null): Json {
  return next('call_tool', { tool, args, after_seconds: afterSeconds })
}

export function limitedBody(tool: ToolName, afterSeconds: unknown = 60): Json {
  return failedBody(tool, 'RATE_LIMITED', {
    next: next('retry', { after_seconds: afterSeconds }),
    error: { retryable: true, retry_after_seconds: 60 },
  })
}

export const PURCHASE = `pur_${'ab12'.repeat(8)}`

export function purchaseBody(over: Json = {}): Json {
  return {
    purchase_id: PURCHASE,
    revision: 1,
    state: 'processing',
    merchant: { name: 'Neem Mart', domain: 'neem.example.test' },
    amount: { minor: 249_900, currency: 'INR', display: '₹2,499.00' },
    checkout_by: null,
    created_at: '2026-11-30T05:00:00Z',
    ...over,
  }
}

export function lineBody(over: Json = {}): Json {
  return {
    title: 'Neem Mart',
    subtitle: 'Errand agent',
    amount: { minor: 249_900, currency: 'INR', display: '₹2,499.00' },
    date: '2026-11-29T14:02:00+05:30',
    ...over,
  }
}

export function respond(
  body: Json | string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } })
}

/** A client on a scripted Envoy. */
export function createTestEnvoy(
  answer: (n: number, request: SentRequest) => Answer,
  over: Partial<EnvoyClientDeps> & { readonly clock?: TestClock } = {},
) {
  const clock = over.clock ?? createTestClock()
  const { fetch, sent } = createScriptedFetch(clock, answer)
  const envoy = createEnvoyClient({
    fetch,
    baseUrl: '/api/tools',
    requestsPerMinute: 120,
    online: () => true,
    ...over,
    clock,
  })
  const tools = () => sent.map(({ url }) => url.slice('/api/tools/'.length))
  return { clock, envoy, sent, tools }
}
