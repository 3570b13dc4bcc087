import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRateWindows } from './rate'
import { createKit, startInput } from './test-kit'

describe('rate windows', () => {
  it('[R-093, R-098, R-099] never passes more than the rate in a window, and counts down in whole seconds', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 400 }), (gaps) => {
        let now = 0
        const windows = createRateWindows(() => now, 120, 60)
        let opened = Number.NEGATIVE_INFINITY
        let passed = 0
        for (const gap of gaps) {
          now += gap
          if (now - opened >= 60_000) [opened, passed] = [now, 0]
          const verdict = windows.take('token')
          if (passed < 120) {
            expect(verdict).toEqual({ ok: true })
            passed += 1
          } else {
            const left = Math.ceil((opened + 60_000 - now) / 1000)
            expect(verdict).toEqual({ ok: false, retryAfterSeconds: left })
            expect(left).toBeGreaterThanOrEqual(1)
            expect(left).toBeLessThanOrEqual(60)
          }
        }
      }),
    )
  })

  it('[R-101] a call after exactly Retry-After seconds passes', () => {
    let now = 0
    const windows = createRateWindows(() => now, 1, 60)
    windows.take('token')
    now = 12_345
    const verdict = windows.take('token')
    now += verdict.ok ? 0 : verdict.retryAfterSeconds * 1000
    expect(windows.take('token')).toEqual({ ok: true })
  })

  it('keeps working past the sweep of old windows', () => {
    let now = 0
    const windows = createRateWindows(() => now, 1, 60)
    for (let token = 0; token < 1_500; token += 1) windows.take(`t${token}`)
    expect(windows.take('t7').ok).toBe(false)
    now = 60_000
    for (let token = 0; token < 1_500; token += 1) {
      expect(windows.take(`t${token}`)).toEqual({ ok: true })
    }
  })
})

describe('limits of the tools', () => {
  it('[R-093] [C42] the 121st request is limited, whatever the 120 were', async () => {
    const kit = createKit()
    for (let sent = 0; sent < 24; sent += 1) {
      await kit.call('list_purchases', {})
      await kit.call('list_purchases', { limit: 'bad' })
      await kit.call('list_purchases', null, { raw: 'x'.repeat(70_000) })
      await kit.call('no_such_tool', {})
      await kit.call('list_purchases', {}, { method: 'GET' })
    }
    expect((await kit.call('list_purchases', {})).status).toBe(429)
    expect((await kit.call('list_purchases', {}, { token: kit.tokenOf() })).status).toBe(200)
    kit.pass(60_000)
    expect((await kit.call('list_purchases', {})).status).toBe(200)
  })

  it('[R-112] a call over the limit does nothing', async () => {
    const kit = createKit({ rate: 1 })
    await kit.call('list_purchases', {})
    expect((await kit.call('start_purchase', startInput('a'))).status).toBe(429)
    kit.pass(60_000)
    expect((await kit.call('list_purchases', {})).reply.data.purchases).toEqual([])
  })

  it('[C42] OPTIONS does not count', async () => {
    const kit = createKit({ rate: 1 })
    await kit.call('list_purchases', {}, { method: 'OPTIONS' })
    expect((await kit.call('list_purchases', {})).status).toBe(200)
  })

  it('[R-113, R-114] [C43, C44] the 21st failed sign-in of an address is limited in place of 401', async () => {
    const kit = createKit()
    for (let sent = 0; sent < 20; sent += 1) {
      expect((await kit.call('list_purchases', {}, { token: `sbx_${sent}` })).status).toBe(401)
    }
    const { status, headers, reply } = await kit.call('list_purchases', {}, { token: 'sbx_20' })
    expect(status).toBe(429)
    expect(headers.get('retry-after')).toBe('60')
    expect(reply).toMatchObject({
      error: { code: 'RATE_LIMITED', retry_after_seconds: 60 },
      next: { action: 'retry', after_seconds: 60 },
    })
    expect((await kit.call('list_purchases', {})).status).toBe(200)
    kit.pass(60_000)
    expect((await kit.call('list_purchases', {}, { token: 'sbx_21' })).status).toBe(401)
  })

  it('[product] the clock of data does not move a window', async () => {
    const kit = createKit({ rate: 1 })
    await kit.call('list_purchases', {})
    kit.world.clock.set(Date.parse('2027-06-01T00:00:00Z'), true)
    expect((await kit.call('list_purchases', {})).status).toBe(429)
  })
})
