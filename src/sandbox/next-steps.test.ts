import { describe, expect, it } from 'vitest'
import { ERROR_CODES, NEXT_ACTIONS } from '@/api/envoy/contract'
import { failure, rateLimited, unavailable, unavailableForNow } from './errors'
import { createKit, keyNamed, startInput } from './test-kit'

const NEXT_FIELDS = ['action', 'after_seconds', 'args', 'by', 'instruction', 'tool']

/** Failures of many kinds, as they come over the wire. */
async function failures() {
  const kit = createKit()
  kit.fault({ tool: 'list_purchases', fault: 'status_503' })
  const other = kit.tokenOf('busy')
  return [
    await kit.call('list_purchases', {}),
    await kit.call('list_purchases', { limit: 0 }),
    await kit.call('list_purchases', {}, { token: null }),
    await kit.call('list_purchases', {}, { method: 'GET' }),
    await kit.call('list_purchases', {}, { raw: 'x'.repeat(65_537) }),
    await kit.call('no_such_tool', {}),
    await kit.call('get_purchase_status', { purchase: keyNamed('nobody') }),
    await kit.call('start_purchase', { ...startInput('a'), amount: '999999.00' }, { token: other }),
  ].map(({ reply }) => reply)
}

describe('the next step of a failure', () => {
  it('[R-088] stands beside the error, exactly one of each', async () => {
    for (const reply of await failures()) {
      expect(reply.ok).toBe(false)
      expect(reply.error).toMatchObject({ code: expect.any(String), message: expect.any(String) })
      expect(Array.isArray(reply.next)).toBe(false)
      expect(reply.next).toMatchObject({ action: expect.any(String) })
    }
  })

  it('[R-085] has its six fields, always', async () => {
    for (const { next } of await failures()) {
      expect(Object.keys(next ?? {}).sort()).toEqual(NEXT_FIELDS)
      expect(next?.instruction).not.toBe('')
    }
  })

  it.each(ERROR_CODES)('[R-084] of %s is one of the six', (code) => {
    expect(NEXT_ACTIONS).toContain(failure(code).next.action)
  })

  it('[R-079] says retry for a limit and for a service that is away for now, and for nothing else', () => {
    expect(rateLimited(60, 60).next.action).toBe('retry')
    expect(unavailableForNow(5).next.action).toBe('retry')
    const others = ERROR_CODES.filter((code) => code !== 'RATE_LIMITED')
    expect(others.filter((code) => failure(code).next.action === 'retry')).toEqual([])
  })

  it('[R-080] says no retry where the service is not retryable', () => {
    for (const { error, next } of [unavailable(null), unavailable('pur_x')]) {
      expect(error).toMatchObject({ retryable: false, retry_after_seconds: null })
      expect(next.action).not.toBe('retry')
    }
  })
})

describe('what a held read goes on from', () => {
  it('[R-027] stands in next.args, so that nobody has to work it out', async () => {
    const kit = createKit()
    const { reply } = await kit.call('start_purchase', startInput('a'))
    expect(reply.next?.args).toEqual({
      purchase: reply.purchase.purchase_id,
      after_revision: reply.purchase.revision,
    })
  })

  it('[R-023, R-024] names the purchase by its id, which every later call takes', async () => {
    const kit = createKit()
    const { reply } = await kit.call('start_purchase', startInput('a'))
    const id = reply.purchase.purchase_id
    expect(id).toMatch(/^pur_[a-f0-9]{32}$/)
    const again = await kit.call('get_purchase_status', { purchase: id })
    expect(again.reply.purchase.purchase_id).toBe(id)
  })
})
