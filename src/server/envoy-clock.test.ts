import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEnvoyClock } from './envoy-clock'

const NOW = Date.parse('2026-11-29T09:00:00Z')
const DAY = 86_400_000

describe("Envoy's clock", () => {
  it("[SR-5] is the machine's until a reply has told", () => {
    expect(createEnvoyClock(() => NOW).now()).toBe(NOW)
  })

  it('[SR-5] follows the last reply to a second, however far the machine is off', () => {
    const days = fc.integer({ min: -3_000 * DAY, max: 3_000 * DAY })
    fc.assert(
      fc.property(days, fc.nat(DAY), (off, later) => {
        let machine = NOW + off
        const clock = createEnvoyClock(() => machine)
        clock.learn(new Date(NOW).toUTCString())
        machine += later
        expect(Math.abs(clock.now() - (NOW + later))).toBeLessThanOrEqual(1_000)
      }),
    )
  })

  it('[SR-5] says how far off it told to be', () => {
    const clock = createEnvoyClock(() => NOW)
    expect(clock.learn('Sun, 29 Nov 2026 09:01:00 GMT')).toBe(60_500)
    expect(clock.skew()).toBe(60_500)
  })

  it.each([
    undefined,
    '',
    'soon',
    '0',
    '2026-11-30T09:00:00Z',
    'Mon, 29 Nov 2026 09:00:00 GMT',
    'Sun, 29 Nov 2026 09:00:60 GMT',
    'Sun, 31 Nov 2026 09:00:00 GMT',
    'Sun, 29 Nov 2026 19:00:00 +0530',
    'Sunday, 29-Nov-26 19:00:00 GMT',
    'Sun Nov 29 19:00:00 2026',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'Tue, 29 Nov 2039 09:00:00 GMT',
    'Sat, 31 Dec 9999 23:59:59 GMT',
  ])('[SR-5] learns nothing from the date %j', (date) => {
    const clock = createEnvoyClock(() => NOW)
    expect(clock.learn(date)).toBeNull()
    expect(clock.now()).toBe(NOW)
  })
})
