import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { Verdict } from '../core/verdict'
import { CallFailure } from './failure'
import { type OkReply, readReply } from './read-reply'
import {
  callTool,
  createTestEnvoy,
  failedBody,
  lineBody,
  okBody,
  PURCHASE,
  purchaseBody,
  respond,
} from './test-replies'
import { getPurchaseStatus } from './tools/get-purchase-status'
import { listTransactions } from './tools/list-transactions'
import type { Tool } from './tools/tool'
import type { Page, PurchaseStatus } from './types'

const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
]
const POISON = {
  polluted: 'yes',
  title: 'Evil',
  state: 'completed',
  ok: true,
  minor: 1,
  toString: 1,
}

const everyKey = () => Object.getOwnPropertyNames(Object.prototype).sort().join()
const before = everyKey()

afterEach(() => {
  expect(everyKey()).toBe(before)
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
  expect(Reflect.get([], 'polluted')).toBeUndefined()
  expect(Reflect.get(Object, 'polluted')).toBeUndefined()
})

const LINES = okBody('list_transactions', {
  data: { transactions: [lineBody({ purchase_id: PURCHASE })], next_cursor: 'c' },
  next: callTool('list_transactions', { cursor: 'c' }),
})
const STATUS = okBody('get_purchase_status', {
  purchase: purchaseBody({
    agent: { name: 'Errand agent' },
    money: 'set_aside',
    question: { id: 'q', kind: 'choice', prompt: 'Which size?', options: ['S', 'L'] },
    funding: { url: 'https://pay.envoy.example/', amount: null, expires_at: null },
    timeline: [{ state: 'processing', at: '2026-11-30T05:00:00Z' }],
  }),
  next: callTool('get_purchase_status', { purchase: PURCHASE, after_revision: 1 }),
  user_action: { message: 'Look.', kind: null, url: null, expires_at: null },
})

/** The reply as text, with a hostile key at the start and at the end of each of its objects. */
function poisoned(body: unknown, key: string, value: unknown): string {
  const extra = `${JSON.stringify(key)}:${JSON.stringify(value)}`
  return JSON.stringify(body)
    .replaceAll('{', `{${extra},`)
    .replaceAll('}', `,${extra}}`)
    .replaceAll(',,', ',')
}

function readAs<T>(tool: Tool<T>, text: string, args = {}) {
  const reply = { status: 200, text, sentAt: 0, receivedAt: 1, header: () => null }
  const { name, readOnly } = tool
  const read = (okReply: OkReply) => tool.read(okReply, args)
  return readReply(reply, { tool: name, readOnly, read }).verdict
}
const linesIn = (text: string) => doneIn(readAs(listTransactions, text))
const statusVerdict = (text: string) => readAs(getPurchaseStatus, text, { purchase: PURCHASE })
const statusIn = (text: string) => doneIn(statusVerdict(text))

function doneIn<T>(verdict: Verdict<T, CallFailure>): T {
  if (verdict.kind !== 'done') throw new Error(`The reply was not read: ${verdict.failure.kind}`)
  return verdict.value
}

const withoutReply = ({ meta: { raw: _, ...meta }, ...rest }: Page | PurchaseStatus) => ({
  ...rest,
  meta,
})
/** Without what is sent back exactly as it came. */
const withoutArgs = (value: Page | PurchaseStatus) => ({
  ...withoutReply(value),
  next: value.next && { ...value.next, args: null },
})

describe('names that every object has', () => {
  it.each(KEYS)('[SR-14] %s as a key changes nothing that is read', (key) => {
    const lines = linesIn(poisoned(LINES, key, POISON))
    expect(withoutArgs(lines)).toEqual(withoutArgs(linesIn(JSON.stringify(LINES))))
    expect(lines.lines[0]).toMatchObject({ kind: 'line', title: 'Neem Mart' })
    const status = statusIn(poisoned(STATUS, key, POISON))
    expect(withoutArgs(status)).toEqual(withoutArgs(statusIn(JSON.stringify(STATUS))))
    for (const value of [lines, lines.lines[0], status, status.purchase, status.meta]) {
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    }
  })

  it.each(KEYS)('[SR-14] what %s holds stands in for nothing that is missing', (key) => {
    const bare = JSON.stringify(
      okBody('list_transactions', { data: { transactions: [{ there: 1 }], next_cursor: null } }),
    ).replace('"there":1', `${JSON.stringify(key)}:${JSON.stringify(lineBody())}`)
    expect(linesIn(bare).lines).toEqual([{ kind: 'unreadable' }])
    const noState = JSON.stringify(
      okBody('get_purchase_status', { purchase: { there: 1 } }),
    ).replace('"there":1', `${JSON.stringify(key)}:${JSON.stringify(purchaseBody())}`)
    expect(statusVerdict(noState)).toMatchObject({ kind: 'no_reply', cause: 'unreadable' })
    const noReply = `{${JSON.stringify(key)}:${JSON.stringify(STATUS)}}`
    expect(statusVerdict(noReply)).toMatchObject({ kind: 'no_reply', cause: 'unreadable' })
  })

  it.each(KEYS)('[SR-14] %s as a value is a word we do not know', (word) => {
    const status = statusIn(
      JSON.stringify({
        ...STATUS,
        purchase: purchaseBody({ state: word, money: word, checkout_by: word }),
        next: callTool(word, {}),
      }),
    )
    expect(status.purchase).toMatchObject({
      state: 'not_recognised',
      money: 'unknown',
      checkoutBy: null,
    })
    expect(status.next).toBeNull()
    for (const next of [callTool(word, {}), { action: word }, null]) {
      const refused = JSON.stringify(failedBody('get_purchase_status', word, { next }))
      expect(statusVerdict(refused)).toMatchObject({ failure: { kind: 'not_recognised' } })
    }
    const ours = JSON.stringify({ passbook: { kind: word } })
    expect(statusVerdict(ours)).toMatchObject({ failure: { kind: 'refused' } })
  })

  it('[SR-14] a call goes back exactly as it came, hostile keys included', async () => {
    const args = JSON.parse('{"cursor":"c","__proto__":{"a":1},"constructor":"x"}')
    const { envoy, sent } = createTestEnvoy(() =>
      respond(
        JSON.stringify({ ...LINES, next: callTool('list_transactions', { there: 1 }) }).replace(
          '{"there":1}',
          JSON.stringify(args),
        ),
      ),
    )
    const { next } = await envoy.listTransactions({ limit: 50 })
    if (next) await envoy.followPage(next)
    expect(sent[1]?.body).toBe(JSON.stringify(args))
  })

  it('[SR-14] [R-212] a card hidden under such a key is not kept', () => {
    const text = poisoned(STATUS, '__proto__', { card: { number: '4000001234567890' } })
    expect(JSON.stringify(statusIn(text).meta.raw)).not.toContain('4000001234567890')
  })

  it('[SR-14] whatever stands in a reply, reading it changes no object but its own', () => {
    const json = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.constantFrom(null, true, 'completed', 7, PURCHASE, ...KEYS),
        fc.array(tie('value'), { maxLength: 3 }),
        fc
          .array(
            fc.tuple(
              fc.constantFrom(
                ...KEYS,
                'purchase',
                'data',
                'next',
                'error',
                'transactions',
                'state',
              ),
              tie('value'),
            ),
            { maxLength: 5 },
          )
          .map((entries) => Object.fromEntries(entries)),
      ),
    })).value
    fc.assert(
      fc.property(json, json, fc.boolean(), (data, purchase, ok) => {
        const body = okBody('get_purchase_status', { ok, data, purchase, error: data })
        const verdict = statusVerdict(JSON.stringify(body))
        if (verdict.kind !== 'done') expect(verdict.failure).toBeInstanceOf(CallFailure)
        expect(everyKey()).toBe(before)
        expect(Reflect.get({}, 'polluted')).toBeUndefined()
      }),
      { numRuns: 1_000 },
    )
  })
})
