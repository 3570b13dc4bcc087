import { describe, expect, it } from 'vitest'
import type { Reply } from '../core/exchange'
import { ERROR_CODES } from './contract'
import type { CallFailure } from './failure'
import { type OkReply, readReply } from './read-reply'
import {
  callTool,
  failedBody,
  limitedBody,
  next,
  okBody,
  PURCHASE,
  UNAUTHENTICATED_EXAMPLE,
} from './test-replies'

const NOW = Date.UTC(2026, 10, 30, 6)

function replyOf(text: string, status = 200, headers: Record<string, string> = {}): Reply {
  const found = new Headers(headers)
  return { status, text, sentAt: NOW - 100, receivedAt: NOW, header: (name) => found.get(name) }
}

function readAs(
  body: object | string,
  options: {
    status?: number
    headers?: Record<string, string>
    readOnly?: boolean
    value?: unknown
  } = {},
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const reader = {
    tool: 'list_purchases' as const,
    readOnly: options.readOnly ?? true,
    read: (reply: OkReply): unknown => ('value' in options ? options.value : reply.envelope.data),
  }
  return readReply(replyOf(text, options.status, options.headers), reader).verdict
}
const failureOf = (...args: Parameters<typeof readAs>): CallFailure => {
  const verdict = readAs(...args)
  if (verdict.kind === 'done') throw new Error('a failure was expected')
  return verdict.failure
}

describe("the document's own failure", () => {
  it('[R-141, R-144, R-147, R-154, R-184] asks to sign in again and nothing else', () => {
    const verdict = readAs(UNAUTHENTICATED_EXAMPLE, { status: 401 })
    expect(verdict).toMatchObject({
      kind: 'stop',
      failure: {
        kind: 'signed_out',
        changed: 'nothing',
        says: 'Reconnect to Envoy.',
        userAction: null,
        fields: [],
        until: null,
        meta: {
          requestId: 'req_synthetic',
          traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
          serverTime: Date.UTC(2026, 8, 29, 12),
          contract: 'envoy@2026-10',
          receivedAt: NOW,
          raw: JSON.parse(UNAUTHENTICATED_EXAMPLE),
        },
      },
    })
  })

  it('[R-143] is unreadable as the answer to another tool', () => {
    const reader = { tool: 'list_transactions' as const, readOnly: true, read: () => 'x' }
    expect(readReply(replyOf(UNAUTHENTICATED_EXAMPLE, 401), reader).verdict).toMatchObject({
      kind: 'no_reply',
      cause: 'unreadable',
    })
  })
})

describe('[R-152] every code', () => {
  const kinds = [
    ['[R-153]', 'INVALID_INPUT', 'invalid_input'],
    ['[R-154]', 'UNAUTHENTICATED', 'signed_out'],
    ['[R-155]', 'NOT_ALLOWED', 'not_allowed'],
    ['[R-156]', 'SERVICE_NOT_ENABLED', 'not_enabled'],
    ['[R-157]', 'NOT_FOUND', 'not_found'],
    ['[R-158]', 'IDEMPOTENCY_CONFLICT', 'idempotency_conflict'],
    ['[R-159]', 'ACTIVE_PURCHASE_EXISTS', 'active_purchase'],
    ['[R-160]', 'STATE_CONFLICT', 'state_conflict'],
    ['[R-161]', 'NO_RAIL', 'no_rail'],
    ['[R-162]', 'RATE_LIMITED', 'rate_limited'],
    ['[R-163]', 'UNAVAILABLE', 'unavailable'],
    ['[R-164]', 'CLIENT_UPDATE_REQUIRED', 'update_needed'],
  ] as const

  it('is among the twelve', () => {
    expect(kinds.map(([, code]) => code)).toEqual(ERROR_CODES)
  })

  it.each(kinds)('%s %s is a %s of its own', (_, code, kind) => {
    expect(failureOf(failedBody('list_purchases', code))).toMatchObject({
      kind,
      changed: 'nothing',
      says: `Envoy says ${code}.`,
    })
  })

  it.each(ERROR_CODES.filter((code) => !['RATE_LIMITED', 'UNAVAILABLE'].includes(code)))(
    '[R-079, R-165] %s is never repeated, even if next says retry',
    (code) => {
      const body = failedBody('list_purchases', code, {
        next: next('retry', { after_seconds: 1 }),
        error: { retryable: true },
      })
      expect(readAs(body).kind).toBe('stop')
    },
  )

  it.each([200, 201, 400, 401, 403, 409, 429, 500, 503])(
    '[R-087, C41] the status %d decides nothing',
    (status) => {
      expect(readAs(failedBody('list_purchases', 'NOT_FOUND'), { status })).toMatchObject({
        kind: 'stop',
        failure: { kind: 'not_found' },
      })
      expect(readAs(okBody('list_purchases'), { status, value: 'v' })).toEqual({
        kind: 'done',
        value: 'v',
      })
    },
  )
})

describe('[R-090, R-166] what is not known', () => {
  it.each([
    [next('stop'), 'not_recognised'],
    [next('retry', { after_seconds: 2 }), 'not_recognised'],
    [next('dance'), 'not_recognised'],
    [null, 'not_recognised'],
    ['later', 'not_recognised'],
    [[], 'not_recognised'],
    [next('reconnect'), 'signed_out'],
    [next('fix_input'), 'invalid_input'],
    [next('update_client'), 'update_needed'],
  ])('an unknown code with next %j stops as %s', (nextValue, kind) => {
    for (const code of ['SOMETHING_NEW', 'constructor', '__proto__', 'toString'])
      expect(readAs(failedBody('list_purchases', code, { next: nextValue }))).toMatchObject({
        kind: 'stop',
        failure: { kind },
      })
  })

  it('a failure without any error is a stop as well', () => {
    for (const error of [null, undefined, 'no', 5, [], { code: 7 }])
      expect(readAs(okBody('list_purchases', { ok: false, error }))).toMatchObject({
        kind: 'stop',
        failure: { kind: 'not_recognised', changed: 'nothing' },
      })
  })

  it.each(ERROR_CODES)('%s with next null is read by its code', (code) => {
    const verdict = readAs(failedBody('list_purchases', code, { next: null }))
    expect(verdict.kind).toBe(code === 'RATE_LIMITED' ? 'rate_limited' : 'stop')
  })
})

describe('[B1] how long after a 429', () => {
  it.each<[string, string | null, unknown, number | null, boolean]>([
    ['[R-095]', '60', 60, 60, true],
    ['[R-100]', '12', 60, 60, true],
    ['[R-101]', '90', 60, 90, true],
    ['[R-101]', new Date(NOW + 75_000).toUTCString(), 60, 75, true],
    ['[R-101]', '3600', 60, 3600, true],
    ['[R-101]', '30', 0, 30, true],
    ['[R-102]', null, 60, 60, true],
    ['[R-102]', 'soon', 60, 60, true],
    ['[R-102]', '-1', 60, 60, true],
    ['[R-102]', '4000', 60, 60, true],
    ['[R-102]', String(NOW / 1000), 60, 60, true],
    ['[R-102]', null, 0, 0, true],
    // Not a finite number in 0…300: nothing is repeated by itself.
    ['[C35]', '30', null, 60, false],
    ['[C35]', '30', '5', 60, false],
    ['[C35]', '30', -5, 30, false],
    ['[C35]', null, -5, null, false],
    ['[C35]', null, 301, 301, false],
    ['[C35]', null, 1e9, 1e9, false],
  ])(
    '%s Retry-After %j, after_seconds %j → base %s, automatic %s',
    (_, header, after, baseSeconds, automatic) => {
      const verdict = readAs(limitedBody('list_purchases', after), {
        status: 429,
        headers: header === null ? {} : { 'retry-after': header },
      })
      expect(verdict).toMatchObject({ kind: 'rate_limited', baseSeconds, automatic })
    },
  )

  it.each(['stop', 'reconnect', 'call_tool', 'dance'])(
    '[R-077] closes the gate but is not repeated when next says %s',
    (action) => {
      const body = failedBody('list_purchases', 'RATE_LIMITED', {
        next: next(action, { after_seconds: 60 }),
      })
      expect(readAs(body)).toMatchObject({ kind: 'rate_limited', automatic: false })
    },
  )

  it('[R-114, R-115, B4] a 429 in the place of a 401 does not sign anybody out', () => {
    expect(failureOf(limitedBody('list_purchases'), { status: 429 }).kind).toBe('rate_limited')
  })
})

it('[R-112] a 429 changed nothing, not even as the answer to a write', () => {
  const reader = { tool: 'start_purchase' as const, readOnly: false, read: () => 'x' }
  const body = JSON.stringify(limitedBody('start_purchase'))
  expect(readReply(replyOf(body, 429), reader).verdict).toMatchObject({
    kind: 'rate_limited',
    failure: { changed: 'nothing' },
  })
})

describe('[B7] UNAVAILABLE', () => {
  it.each<[unknown, string, unknown, object]>([
    [true, 'retry', 2, { kind: 'retry_after', seconds: 2 }],
    [true, 'retry', 0, { kind: 'retry_after', seconds: 0 }],
    [true, 'retry', 1e9, { kind: 'retry_after', seconds: 1e9 }],
    [false, 'retry', 2, { kind: 'stop', outage: true }],
    ['true', 'retry', 2, { kind: 'stop', outage: true }],
    [null, 'retry', 2, { kind: 'stop', outage: true }],
    [true, 'stop', 2, { kind: 'stop', outage: true }],
    [true, 'retry', null, { kind: 'stop', outage: true }],
    [true, 'retry', '2', { kind: 'stop', outage: true }],
    [true, 'retry', -1, { kind: 'stop', outage: true }],
  ])('retryable %j, %s, after %j → %j', (retryable, action, after, expected) => {
    const body = failedBody('list_purchases', 'UNAVAILABLE', {
      next: next(action, { after_seconds: after }),
      error: { retryable },
    })
    expect(readAs(body, { status: 503 })).toMatchObject(expected)
  })
})

describe('[R-140, C40] what is no reply of Envoy', () => {
  const whole = JSON.stringify(
    okBody('list_purchases', { data: { purchases: [], truncated: false } }),
  )
  const cuts = [1, 2, 3, 4, 5, 6, 7].map((eighth) => whole.slice(0, (whole.length * eighth) / 8))

  it.each([
    '',
    ' ',
    '<html>502</html>',
    'null',
    'true',
    '7',
    '"ok"',
    '[]',
    '{}',
    `${whole}x`,
    `${whole}${whole}`,
    '{"ok":"true","tool":"list_purchases"}',
    '{"ok":1,"tool":"list_purchases"}',
    '{"ok":true}',
    '{"ok":true,"tool":"List_purchases"}',
    '{"tool":"list_purchases"}',
    ...cuts,
  ])('%j is unreadable for a read and of unknown outcome for a write', (text) => {
    expect(readAs(text)).toMatchObject({
      kind: 'no_reply',
      cause: 'unreadable',
      failure: { kind: 'no_reply', changed: 'nothing', lost: 'unreadable' },
    })
    expect(readAs(text, { readOnly: false })).toMatchObject({
      kind: 'no_reply',
      failure: { changed: 'unknown' },
    })
  })

  it('a page of a broken server is its own cause', () => {
    expect(readAs('<html>502</html>', { status: 502 })).toMatchObject({ cause: 'server' })
  })

  it('an ok that lacks what the tool delivers is one as well, with its ids for Support', () => {
    expect(readAs(okBody('list_purchases'), { value: null, readOnly: false })).toMatchObject({
      kind: 'no_reply',
      cause: 'unreadable',
      failure: { changed: 'unknown', meta: { requestId: 'req_1' } },
    })
  })

  it.each(['network', 'timeout'] as const)('so is a lost one (%s)', (lost) => {
    const reader = { tool: 'list_purchases' as const, readOnly: false, read: () => 'x' }
    expect(readReply({ lost }, reader)).toMatchObject({
      verdict: { kind: 'no_reply', cause: lost, failure: { changed: 'unknown' } },
      note: null,
    })
  })
})

describe("Passbook's own failures are never Envoy's", () => {
  it.each([
    ['signed_out', 401, { kind: 'stop', failure: { kind: 'signed_out' } }],
    ['refused', 403, { kind: 'stop', failure: { kind: 'refused' } }],
    ['unknown_tool', 404, { kind: 'stop', failure: { kind: 'refused' } }],
    ['too_large', 413, { kind: 'stop', failure: { kind: 'refused' } }],
    ['something_new', 418, { kind: 'stop', failure: { kind: 'refused' } }],
    ['upstream_unreachable', 502, { kind: 'no_reply', cause: 'server' }],
    [
      'upstream_timeout',
      504,
      { kind: 'no_reply', cause: 'timeout', failure: { changed: 'unknown' } },
    ],
  ])('%s', (kind, status, expected) => {
    expect(readAs({ passbook: { kind, message: 'm' } }, { status, readOnly: false })).toMatchObject(
      expected,
    )
  })
})

describe('details of a failure', () => {
  it('[R-013, R-014] all fields, and [C11] a refused cursor is a kind of its own', () => {
    const fields = [
      { path: 'from', problem: 'p', expected: 'e', more: 1 },
      { path: 'to' },
      'nonsense',
      { problem: 'no path' },
    ]
    expect(
      failureOf(failedBody('list_purchases', 'INVALID_INPUT', { error: { fields } })),
    ).toMatchObject({
      kind: 'invalid_input',
      fields: [
        { path: 'from', problem: 'p', expected: 'e' },
        { path: 'to', problem: '', expected: '' },
      ],
    })
    const cursor = { fields: [{ path: 'cursor', problem: 'p', expected: 'e' }] }
    expect(failureOf(failedBody('list_purchases', 'INVALID_INPUT', { error: cursor })).kind).toBe(
      'cursor_refused',
    )
    expect(failureOf(failedBody('list_purchases', 'NOT_FOUND', { error: cursor })).kind).toBe(
      'not_found',
    )
  })

  it('[R-159, C31] the user_action', () => {
    const user_action = {
      message: 'Approve it.',
      url: 'https://e.test/x',
      expires_at: '2026-11-30T07:00:00Z',
    }
    expect(
      failureOf(failedBody('list_purchases', 'ACTIVE_PURCHASE_EXISTS', { user_action })).userAction,
    ).toEqual({
      message: 'Approve it.',
      kind: null,
      url: 'https://e.test/x',
      expiresAt: Date.UTC(2026, 10, 30, 7),
    })
    expect(
      failureOf(failedBody('list_purchases', 'NOT_FOUND', { user_action: { url: 'x' } }))
        .userAction,
    ).toBeNull()
  })

  it('[B2, R-082] a failed write that names another call may have happened; a failed read has not', () => {
    const named = { next: callTool('get_purchase_status', { purchase: PURCHASE }) }
    const body = failedBody('list_purchases', 'STATE_CONFLICT', named)
    expect(failureOf(body)).toMatchObject({
      changed: 'nothing',
      next: { tool: 'get_purchase_status' },
    })
    const reader = { tool: 'start_purchase' as const, readOnly: false, read: () => 'x' }
    const write = failedBody('start_purchase', 'STATE_CONFLICT', named)
    expect(readReply(replyOf(JSON.stringify(write)), reader).verdict).toMatchObject({
      failure: { changed: 'unknown' },
    })
  })

  it('[R-091] never points to a write', () => {
    const body = failedBody('list_purchases', 'STATE_CONFLICT', {
      next: callTool('start_purchase', {}),
    })
    expect(failureOf(body).next).toBeNull()
  })
})

describe('what is kept of a reply', () => {
  it('[R-212] never a card, however deep', () => {
    const card = { number: '4111111111111111', cvv: '123' }
    const body = okBody('list_purchases', { purchase: { card, x: [{ card }] }, card: null })
    const reader = { tool: 'list_purchases' as const, readOnly: true, read: () => 'x' }
    const { note } = readReply(replyOf(JSON.stringify(body)), reader)
    expect(JSON.stringify(note)).not.toContain('4111')
    expect(note?.raw).toMatchObject({ card: null, purchase: { card: '(not kept)' } })
  })

  it('[SR-14] strange keys and deep nesting do no harm', () => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
    const text = `{"ok":true,"tool":"list_purchases","__proto__":{"polluted":1},"constructor":{"a":1},"data":${deep}}`
    expect(readAs(text, { value: 'v' })).toEqual({ kind: 'done', value: 'v' })
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('[R-150] unknown fields are ignored everywhere', () => {
    const body = { ...failedBody('list_purchases', 'NOT_FOUND'), extra: { a: 1 } }
    expect(failureOf(body).kind).toBe('not_found')
  })
})
