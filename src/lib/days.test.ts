import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import {
  addDays,
  compareDays,
  type Day,
  dayHeading,
  formatClock,
  formatDay,
  formatInstant,
  formatTime,
  istDay,
  parseDay,
  parseInstant,
  relativeInstant,
} from './days'

const ZONES = ['UTC', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Asia/Kathmandu']
const zoneBefore = process.env['TZ']

afterEach(() => {
  if (zoneBefore === undefined) delete process.env['TZ']
  else process.env['TZ'] = zoneBefore
})

function day(text: string): Day {
  const parsed = parseDay(text)
  if (parsed === null) throw new Error(`${text} is not a day`)
  return parsed
}

const at = (text: string) => {
  const instant = parseInstant(text)
  if (instant === null) throw new Error(`${text} is not an instant`)
  return instant
}

const instants = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2100, 0, 1) })
const days = instants.map((ms) => istDay(ms))

describe('istDay', () => {
  it.each(ZONES)('[C5] is the Indian day when the machine is in %s', (zone) => {
    process.env['TZ'] = zone
    expect(istDay('2026-03-31T18:45:00Z')).toBe('2026-04-01')
    expect(formatDay(istDay('2026-03-31T18:45:00Z'))).toBe('01 Apr 2026')
    expect(istDay('2026-03-31T18:29:59.999Z')).toBe('2026-03-31')
    expect(istDay('2026-03-31T18:30:00Z')).toBe('2026-04-01')
    expect(istDay('2026-03-31T23:59:59+05:30')).toBe('2026-03-31')
    expect(istDay('2026-04-01T00:00:00+05:30')).toBe('2026-04-01')
    expect(formatInstant(at('2026-10-29T08:32:00Z'))).toBe('29 Oct 2026, 14:02 IST')
    expect(dayHeading(day('2026-10-29'), day('2026-10-29')).when).toBe('Thu, 29 Oct')
  })

  it('[C5] agrees with the time-zone database for every instant', () => {
    const oracle = new Intl.DateTimeFormat('en-CA', {
      timeZone: 'Asia/Kolkata',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    fc.assert(fc.property(instants, (ms) => istDay(ms) === oracle.format(ms)))
  })

  it.each(['', '2026-03-31', 'yesterday', '2026-02-30T00:00:00Z'])('refuses %j', (text) => {
    expect(() => istDay(text)).toThrow(RangeError)
  })

  it('refuses what is no number of milliseconds', () => {
    expect(() => istDay(Number.NaN)).toThrow(RangeError)
    expect(() => istDay(8.7e15)).toThrow(RangeError)
  })
})

describe('parseDay', () => {
  it.each(['2026-02-28', '2024-02-29', '2000-02-29', '2026-12-31', '0000-01-01', '9999-12-31'])(
    '[R-052] accepts %s',
    (text) => {
      expect(parseDay(text)).toBe(text)
    },
  )

  it.each([
    '2026-02-30',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '26-01-01',
    '2026/01/01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '२०२६-०१-०१',
    '+12026-01-01',
    '',
  ])('[R-052] refuses %j', (text) => {
    expect(parseDay(text)).toBeNull()
  })
})

describe('addDays and compareDays', () => {
  it('crosses months, leap days and years', () => {
    expect(addDays(day('2026-12-31'), 1)).toBe('2027-01-01')
    expect(addDays(day('2024-02-28'), 1)).toBe('2024-02-29')
    expect(addDays(day('2026-03-01'), -1)).toBe('2026-02-28')
    expect(() => addDays(day('9999-12-31'), 1)).toThrow(RangeError)
  })

  it('[C5] goes there and back, and orders as time does', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -4000, max: 4000 }), (from, count) => {
        const to = addDays(from, count)
        expect(addDays(to, -count)).toBe(from)
        expect(Math.sign(compareDays(to, from))).toBe(Math.sign(count))
        expect(Math.sign(compareDays(from, to))).toBe(0 - Math.sign(count))
      }),
    )
  })
})

describe('dayHeading', () => {
  const today = day('2026-10-29')
  it.each([
    ['2026-10-29', { strong: 'Today', when: 'Thu, 29 Oct' }],
    ['2026-10-28', { strong: 'Yesterday', when: 'Wed, 28 Oct' }],
    ['2026-10-27', { strong: 'Tue, 27 Oct', when: null }],
    ['2026-09-05', { strong: 'Sat, 05 Sep', when: null }],
    ['2025-10-27', { strong: 'Mon, 27 Oct 2025', when: null }],
    ['2026-10-30', { strong: 'Fri, 30 Oct', when: null }],
  ])('[product] heads %s', (text, heading) => {
    expect(dayHeading(day(text), today)).toEqual(heading)
  })

  it('[product] names the year of yesterday on 1 January', () => {
    expect(dayHeading(day('2025-12-31'), day('2026-01-01'))).toEqual({
      strong: 'Yesterday',
      when: 'Wed, 31 Dec 2025',
    })
  })
})

describe('formats', () => {
  it('[product] writes Sep, not Sept, and two digits', () => {
    expect(formatDay(day('2026-09-05'))).toBe('05 Sep 2026')
  })

  it('[product] names all twelve months', () => {
    const names = Array.from({ length: 12 }, (_, month) =>
      formatDay(day(`2026-${String(month + 1).padStart(2, '0')}-01`)).slice(3, -5),
    )
    expect(names.join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec')
  })

  it('[product] writes 24-hour Indian time', () => {
    expect(formatTime(at('2026-10-28T18:30:00Z'))).toBe('00:00')
    expect(formatTime(at('2026-10-28T18:29:59.999Z'))).toBe('23:59')
    expect(formatClock(at('2026-10-29T08:32:09Z'))).toBe('14:02:09')
  })

  it('[product] says Today and Yesterday by Indian days', () => {
    const now = at('2026-10-29T00:30:00+05:30')
    expect(relativeInstant(at('2026-10-29T00:05:00+05:30'), now)).toBe('Today, 00:05')
    expect(relativeInstant(at('2026-10-28T19:36:00+05:30'), now)).toBe('Yesterday, 19:36')
    expect(relativeInstant(at('2026-10-27T19:36:00+05:30'), now)).toBe('27 Oct 2026, 19:36')
    expect(relativeInstant(at('2026-10-29T23:00:00+05:30'), now)).toBe('Today, 23:00')
  })
})

describe('parseInstant', () => {
  it.each([
    ['2026-03-31T18:45:00Z', Date.UTC(2026, 2, 31, 18, 45)],
    ['2026-03-31t18:45:00z', Date.UTC(2026, 2, 31, 18, 45)],
    ['2026-03-31 18:45:00Z', Date.UTC(2026, 2, 31, 18, 45)],
    ['2026-04-01T00:15:00+05:30', Date.UTC(2026, 2, 31, 18, 45)],
    ['2026-03-31T10:45:00-08:00', Date.UTC(2026, 2, 31, 18, 45)],
    ['2026-03-31T18:45:00-00:00', Date.UTC(2026, 2, 31, 18, 45)],
    ['2026-03-31T18:45:00.5Z', Date.UTC(2026, 2, 31, 18, 45, 0, 500)],
    ['2026-03-31T18:45:00.123456789Z', Date.UTC(2026, 2, 31, 18, 45, 0, 123)],
    ['2016-12-31T23:59:60Z', Date.UTC(2017, 0, 1)],
    ['1969-12-31T23:59:59Z', -1000],
  ])('[C1] reads %s', (text, ms) => {
    expect(parseInstant(text)).toBe(ms)
  })

  it.each([
    '',
    '2026-03-31',
    '2026-03-31T18:45Z',
    '2026-03-31T18:45:00',
    '2026-03-31T24:00:00Z',
    '2026-03-31T18:60:00Z',
    '2026-03-31T18:45:61Z',
    '2026-02-30T18:45:00Z',
    '2026-03-31T18:45:00+24:00',
    '2026-03-31T18:45:00+05:60',
    '2026-03-31T18:45:00+0530',
    '2026-03-31T18:45:00.Z',
    'Tue, 31 Mar 2026 18:45:00 GMT',
    '1774982700000',
    '9999-12-31T23:59:59Z',
    '0000-01-01T00:00:00+23:59',
  ])('[C1] refuses %j', (text) => {
    expect(parseInstant(text)).toBeNull()
  })

  it('[C1] whatever it reads can be shown', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (date) => {
        const ms = parseInstant(date.toISOString())
        if (ms !== null) {
          expect(ms).toBe(date.getTime())
          expect(formatInstant(ms)).toMatch(/^\d{2} \w{3} \d{4}, \d{2}:\d{2} IST$/)
        }
      }),
    )
  })
})
