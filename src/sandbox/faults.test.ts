import { describe, expect, it } from 'vitest'
import { createFaultBox, faultSchema } from './faults'
import { createKit, NOW, startInput } from './test-kit'

const parse = (fault: Record<string, unknown>) => faultSchema.parse(fault)

describe('the box of faults', () => {
  const match = { tool: 'list_purchases', account: 'demo', transport: 'http' } as const

  it('[product] takes the oldest fault for a call, as often as it says', () => {
    const box = createFaultBox()
    expect(box.add([parse({ fault: 'status_404', times: 2 }), parse({ fault: 'html_500' })])).toBe(
      2,
    )
    expect(
      [box.take(match), box.take(match), box.take(match), box.take(match)].map((f) => f?.fault),
    ).toEqual(['status_404', 'status_404', 'html_500', undefined])
    expect(box.active()).toBe(0)
  })

  it('[product] a fault for another tool or account waits', () => {
    const box = createFaultBox()
    box.add([
      parse({ fault: 'status_404', tool: 'start_purchase' }),
      parse({ fault: 'status_404', account: 'other' }),
      parse({ fault: 'cursor' }),
    ])
    expect(box.take(match)).toBeNull()
    expect(box.take({ ...match, account: 'other' })).not.toBeNull()
    expect(box.take({ ...match, tool: 'list_transactions' })?.fault).toBe('cursor')
    box.clear()
    expect(box.active()).toBe(0)
  })

  it.each([
    [{ fault: 'status_4299' }, 'fault'],
    [{ fault: 'status_429', retry_after: 'a\r\nb' }, 'retry_after'],
    [{ fault: 'status_409', code: 'NOT_FOUND' }, 'code'],
    [{ fault: 'cut_json', at: 1.5 }, 'at'],
    [{ fault: 'reset', when: 'never' }, 'when'],
    [{ fault: 'stall', ms: -1 }, 'ms'],
    [{ fault: 'drip', bytes_per_s: 0 }, 'bytes_per_s'],
    [{ fault: 'cursor', kind: 'spiral' }, 'kind'],
    [{ fault: 'html_500', tool: 'list_everything' }, 'tool'],
    [{ fault: 'html_500', times: 0 }, 'times'],
  ])('[product] %j is refused by the name of the field', (fault, field) => {
    const issues = faultSchema.safeParse(fault).error?.issues ?? []
    expect(issues.map(({ path }) => path[0])).toEqual([field])
  })

  it('[product] a parameter of another kind is refused by its name', () => {
    const issues = faultSchema.safeParse({ fault: 'html_500', ms: 5 }).error?.issues
    expect(issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['ms'] }])
  })
})

describe('faults that are failures', () => {
  it.each([
    [{ fault: 'status_401' }, 401, 'UNAUTHENTICATED', 'reconnect'],
    [{ fault: 'status_403' }, 403, 'NOT_ALLOWED', 'stop'],
    [{ fault: 'status_403', code: 'SERVICE_NOT_ENABLED' }, 403, 'SERVICE_NOT_ENABLED', 'stop'],
    [{ fault: 'status_404' }, 404, 'NOT_FOUND', 'stop'],
    [{ fault: 'status_409' }, 409, 'STATE_CONFLICT', 'stop'],
    [
      { fault: 'status_409', code: 'ACTIVE_PURCHASE_EXISTS' },
      409,
      'ACTIVE_PURCHASE_EXISTS',
      'stop',
    ],
    [{ fault: 'status_409', code: 'IDEMPOTENCY_CONFLICT' }, 409, 'IDEMPOTENCY_CONFLICT', 'stop'],
    [{ fault: 'status_413' }, 413, 'INVALID_INPUT', 'fix_input'],
    [{ fault: 'status_422' }, 422, 'NO_RAIL', 'stop'],
    [{ fault: 'status_426' }, 426, 'CLIENT_UPDATE_REQUIRED', 'update_client'],
    [{ fault: 'status_429' }, 429, 'RATE_LIMITED', 'retry'],
    [{ fault: 'auth_429' }, 429, 'RATE_LIMITED', 'retry'],
    [{ fault: 'status_503' }, 503, 'UNAVAILABLE', 'retry'],
    [{ fault: 'status_503', retryable: false }, 503, 'UNAVAILABLE', 'stop'],
    [{ fault: 'unknown_action' }, 503, 'UNAVAILABLE', 'stand_on_one_leg'],
    [{ fault: 'unknown_code' }, 418, 'TEAPOT_IN_USE', 'stop'],
    [{ fault: 'unknown_code', action: 'reconnect' }, 418, 'TEAPOT_IN_USE', 'reconnect'],
    [{ fault: 'next_null' }, 503, 'UNAVAILABLE', undefined],
    [{ fault: 'ok_false_200' }, 200, 'UNAVAILABLE', 'stop'],
  ])('[product] %j', async (fault, status, code, action) => {
    const kit = createKit()
    kit.fault(fault)
    const answer = await kit.call('list_purchases', {})
    expect(answer.status).toBe(status)
    expect(answer.reply).toMatchObject({ ok: false, data: null, error: { code } })
    expect(answer.reply.next?.action).toBe(action)
    expect(kit.log().at(-1)).toMatchObject({ fault: fault.fault, status, code })
    expect((await kit.call('list_purchases', {})).status).toBe(200)
  })

  it.each([
    [{ retry_after: 3, after_seconds: 2 }, '3', 2],
    [{ retry_after: 'absent', after_seconds: 5 }, null, 5],
    [{ retry_after: 'Sun, 29 Nov 2026 09:01:00 GMT' }, 'Sun, 29 Nov 2026 09:01:00 GMT', 60],
    [{ retry_after: -5, after_seconds: -5 }, '-5', -5],
    [{ retry_after: 'soon', after_seconds: '60' }, 'soon', '60'],
    [{ after_seconds: null }, '60', null],
    [{ after_seconds: 1e9 }, '60', 1e9],
  ])('[C35] status_429 %j', async (parameters, header, seconds) => {
    const kit = createKit()
    kit.fault({ fault: 'status_429', ...parameters })
    const { headers, reply } = await kit.call('list_purchases', {})
    expect(headers.get('retry-after')).toBe(header)
    expect(reply.next?.after_seconds).toBe(seconds)
    expect(reply.error?.retry_after_seconds).toBe(seconds)
  })

  it('[R-081, R-082] a write that failed for good names the purchase to read first', async () => {
    const kit = createKit()
    kit.fault({ fault: 'status_503', retryable: false, after_effect: true })
    const { reply } = await kit.call('start_purchase', startInput('a'))
    expect(reply.next).toMatchObject({
      action: 'call_tool',
      tool: 'get_purchase_status',
      args: { purchase: startInput('a').idempotency_key },
    })
    const read = await kit.call('get_purchase_status', reply.next?.args)
    expect(read.reply.purchase.state).toBe('processing')
  })

  it('[R-112] a limited write did nothing', async () => {
    const kit = createKit()
    kit.fault({ fault: 'status_429' })
    await kit.call('start_purchase', startInput('a'))
    expect((await kit.call('list_purchases', {})).reply.data.purchases).toEqual([])
  })
})

describe('faults that bend a reply', () => {
  async function bent(fault: Record<string, unknown>, tool = 'list_transactions', body = {}) {
    const kit = createKit()
    kit.purchase({ state: 'completed', money: 'charged' })
    kit.fault(fault)
    return kit.call(tool, body)
  }

  it.each(['html_500', 'html_502'])('[C40] %s is a page of a proxy', async (fault) => {
    const { status, headers, text } = await bent({ fault })
    expect(status).toBe(Number(fault.slice(5)))
    expect(headers.get('content-type')).toContain('text/html')
    expect(text).toContain('<html>')
  })

  it('[C40] a write behind html_502 never arrives', async () => {
    const kit = createKit()
    kit.fault({ fault: 'html_502' })
    await kit.call('start_purchase', startInput('a'))
    expect((await kit.call('list_purchases', {})).reply.data.purchases).toEqual([])
  })

  it('[C40] empty_200 has no body', async () => {
    const { status, text } = await bent({ fault: 'empty_200' })
    expect([status, text]).toEqual([200, ''])
  })

  it.each([0, 0.125, 0.5, 0.875])('[C40] cut_json at %d', async (at) => {
    const whole = (await bent({ fault: 'delay', ms: 0 })).text
    const { text } = await bent({ fault: 'cut_json', at })
    const length = Buffer.byteLength(text)
    expect(Math.abs(length - Buffer.byteLength(whole) * at)).toBeLessThan(4)
    expect(() => JSON.parse(text)).toThrow()
  })

  it('[C40] trailing_garbage, wrong_content_type and gzip_lie', async () => {
    const garbage = await bent({ fault: 'trailing_garbage' })
    expect(() => JSON.parse(garbage.text)).toThrow()
    const typed = await bent({ fault: 'wrong_content_type' })
    expect(typed.headers.get('content-type')).toContain('text/html')
    expect(typed.reply.ok).toBe(true)
    expect((await bent({ fault: 'gzip_lie' })).headers.get('content-encoding')).toBe('gzip')
  })

  it('[C40] large_reply is larger than any request may be', async () => {
    const { text, reply } = await bent({ fault: 'large_reply' })
    expect(Buffer.byteLength(text)).toBeGreaterThan(65_536)
    expect(reply.ok).toBe(true)
  })

  it('[R-143] other_tool names a tool that was not called', async () => {
    expect((await bent({ fault: 'other_tool' })).reply.tool).not.toBe('list_transactions')
  })

  it('[R-028] reused_request_id sends the ids of the reply before', async () => {
    const kit = createKit()
    const first = (await kit.call('list_purchases', {})).reply
    kit.fault({ fault: 'reused_request_id' })
    const { tool, request_id, trace_id } = (await kit.call('list_transactions', {})).reply
    expect({ tool, request_id, trace_id }).toEqual({
      tool: 'list_transactions',
      request_id: first.request_id,
      trace_id: first.trace_id,
    })
  })

  it('[R-150] unknown_fields are everywhere but in the args to send back', async () => {
    const kit = createKit()
    kit.lines([NOW, NOW - 1])
    kit.fault({ fault: 'unknown_fields' })
    const { reply } = await kit.call('list_transactions', { limit: 1 })
    expect(reply).toHaveProperty('added_later')
    expect(reply.data.transactions[0]).toHaveProperty('added_later')
    expect(reply.data.transactions[0].amount).toHaveProperty('added_later')
    expect(Object.keys(reply.next?.args ?? {})).toEqual(['limit', 'cursor'])
    expect((await kit.call('list_transactions', reply.next?.args)).status).toBe(200)
  })

  it('unknown_enums has words nobody knows yet', async () => {
    const { reply } = await bent({ fault: 'unknown_enums' }, 'list_purchases')
    expect(reply.data.purchases[0].state).toBe('added_later')
    expect(reply.ok).toBe(true)
  })

  it('[C5] clock_skew moves server_time only', async () => {
    const { reply } = await bent({ fault: 'clock_skew', ms: -86_400_000 })
    expect(reply.server_time).toBe('2026-11-28T09:00:00.000Z')
  })

  it('[C57] contract sends another revision', async () => {
    expect((await bent({ fault: 'contract' })).reply.contract).toBe('envoy@2027-01')
  })

  it('[C15] display_mismatch displays another amount', async () => {
    const { reply } = await bent({ fault: 'display_mismatch' })
    expect(reply.data.transactions[0].amount).toEqual({
      minor: 249_900,
      currency: 'INR',
      display: '₹2,500.00',
    })
  })

  it('[C16] currency sends another currency', async () => {
    const { reply } = await bent({ fault: 'currency', code: 'USD' })
    expect(reply.data.transactions[0].amount).toMatchObject({ minor: 249_900, currency: 'USD' })
  })
})

describe('faults of pages', () => {
  function paged(count: number) {
    const kit = createKit()
    kit.lines(Array.from({ length: count }, (_, index) => NOW - index))
    const page = async (args: unknown) => {
      const { reply } = await kit.call('list_transactions', args)
      const titles: string[] = reply.data.transactions.map(({ title }: { title: string }) => title)
      return { titles, next: reply.next?.args, cursor: reply.data.next_cursor }
    }
    return { kit, page }
  }

  it('cursor repeat leads back to the same page', async () => {
    const { kit, page } = paged(4)
    kit.fault({ fault: 'cursor', kind: 'repeat' })
    const first = await page({ limit: 2 })
    const again = await page(first.next)
    expect(again.titles).toEqual(first.titles)
    expect((await page(again.next)).titles).toEqual(['Line 2', 'Line 3'])
  })

  it('cursor cycle leads back to the first page', async () => {
    const { kit, page } = paged(6)
    const first = await page({ limit: 2 })
    kit.fault({ fault: 'cursor', kind: 'cycle' })
    const second = await page(first.next)
    expect((await page(second.next)).titles).toEqual(first.titles)
  })

  it('[R-064] cursor on_last leads from the last page to an empty one', async () => {
    const { kit, page } = paged(3)
    const first = await page({ limit: 2 })
    kit.fault({ fault: 'cursor', kind: 'on_last' })
    const last = await page(first.next)
    expect(last.titles).toEqual(['Line 2'])
    expect(await page(last.next)).toEqual({ titles: [], next: undefined, cursor: undefined })
  })

  it('[R-064] cursor on_last waits for the last page', async () => {
    const { kit, page } = paged(3)
    kit.fault({ fault: 'cursor', kind: 'on_last' })
    const first = await page({ limit: 2 })
    expect(kit.world.faults.active()).toBe(1)
    expect((await page(first.next)).next).toBeDefined()
  })

  it('[R-065] cursor empty_page has no lines and goes on', async () => {
    const { kit, page } = paged(3)
    kit.fault({ fault: 'cursor', kind: 'empty_page' })
    const empty = await page({ limit: 2 })
    expect(empty.titles).toEqual([])
    expect((await page(empty.next)).titles).toEqual(['Line 0', 'Line 1'])
  })

  it('[R-076] vanish_line takes a line away between two pages; none of the others is lost', async () => {
    const { kit, page } = paged(5)
    kit.fault({ fault: 'vanish_line' })
    const first = await page({ limit: 2 })
    expect((await page(first.next)).titles).toEqual(['Line 2', 'Line 3'])
    expect((await page({ limit: 2 })).titles).toEqual(['Line 0', 'Line 2'])
  })
})
