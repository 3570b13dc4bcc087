import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRetryAfter } from './retry-after'

const NOW = Date.UTC(2026, 10, 30, 6)
const httpDate = (at: number) => new Date(at).toUTCString()

describe('[B1] Retry-After', () => {
  it.each([
    ['0', 0],
    ['1', 1],
    ['60', 60],
    [' 60 ', 60],
    ['007', 7],
    ['3600', 3600],
    [httpDate(NOW + 45_000), 45],
    [httpDate(NOW), 0],
  ])('reads %j as %d s', (header, seconds) => {
    expect(parseRetryAfter(header, NOW)).toBe(seconds)
  })

  it.each([
    null,
    '',
    'soon',
    '-1',
    '+60',
    '1.5',
    '1e3',
    '0x10',
    'Infinity',
    'NaN',
    '3601',
    '99999999999999999999999999',
    '60, 60',
    '60s',
    '२०',
    String(NOW),
    String(NOW / 1000),
    httpDate(NOW - 1_000),
    httpDate(NOW + 3_601_000),
    `${httpDate(NOW + 45_000)}, 45`,
    new Date(NOW + 45_000).toISOString(),
    'Mon, 31 Feb 2026 99:00:00 GMT',
  ])('counts %j as absent', (header) => {
    expect(parseRetryAfter(header, NOW)).toBeNull()
  })

  it('never gives anything but null or 0…3600 whole seconds', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.integer().map(String),
          fc.double().map(String),
          fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
        ),
        (header) => {
          const seconds = parseRetryAfter(header, NOW)
          expect(
            seconds === null || (Number.isInteger(seconds) && seconds >= 0 && seconds <= 3600),
          ).toBe(true)
        },
      ),
    )
  })
})
