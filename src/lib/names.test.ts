import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasBidiControls, monogram, safeName, safeProse } from './names'

const FALLBACK = 'Unknown merchant'
const name = (raw: unknown) => safeName(raw, FALLBACK)
const graphemeCount = (text: string) =>
  Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)).length

const BIDI = [
  '\u061c',
  '\u200e',
  '\u200f',
  ...Array.from({ length: 5 }, (_, i) => String.fromCodePoint(0x202a + i)),
  ...Array.from({ length: 4 }, (_, i) => String.fromCodePoint(0x2066 + i)),
]
const INVISIBLE = [
  '\ufeff',
  '\u2060',
  '\u00ad',
  '\u200b',
  '\u180e',
  '\u3164',
  '\u{e0041}',
  '\u034f',
]
const hex = (text: string) => text.codePointAt(0)?.toString(16) ?? ''

// Hostile text: ordinary letters of many scripts among everything that can mislead.
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...BIDI, ...INVISIBLE),
      fc.constantFrom(
        '\u200c',
        '\u200d',
        '\u0301',
        '\u0327',
        '\u20dd',
        '\ud800',
        '\udc00',
        '\0',
        '\t',
        '\n',
      ),
      fc.constantFrom(
        'a',
        'é',
        'e',
        'क',
        '्',
        'ष',
        'ि',
        'а',
        'ω',
        '中',
        '👩',
        '👩‍👩‍👧',
        ' ',
        '\u2800',
        '\u0958',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 400 },
  )
  .map((parts) => parts.join(''))

describe('safeName', () => {
  it.each([
    ['Hari Tokri Fresh', undefined],
    ["O'Neil & Sons (Pvt.) Ltd.", undefined],
    ['Café Müller', undefined],
    ['पतंग बुक्स', 'hi'],
    ['दिल्ली किराना Store', 'hi'],
    ['Delhi Kirana Store दिल्ली', undefined],
    ['தமிழ் Books', undefined],
    ['無印良品 MUJI', undefined],
    ['Яндекс', undefined],
    ['दिल्ली किराना ₹ 👨‍👩‍👧', 'hi'],
  ])('[SR-28] leaves %s as it is', (raw, lang) => {
    expect(name(raw)).toEqual({ text: raw, full: raw, lang, clipped: false, unusual: false })
  })

  it.each(BIDI.map((control) => [hex(control), control]))(
    '[SR-28] drops the bidi control U+%s and says so',
    (_, control) => {
      expect(name(`Neem${control} Mart`)).toMatchObject({ text: 'Neem Mart', unusual: true })
    },
  )

  it.each(INVISIBLE.map((character) => [hex(character), character]))(
    '[SR-28] drops the invisible U+%s',
    (_, character) => {
      expect(name(`Ne${character}em`)).toMatchObject({ text: 'Neem', unusual: true })
    },
  )

  it('[SR-28] drops every control character, and takes tabs and line breaks for spaces', () => {
    for (let code = 0; code <= 0x9f; code += 1) {
      if (code > 0x1f && code < 0x7f) continue
      const { text } = name(`Neem${String.fromCodePoint(code)}Mart`)
      const space = (code >= 9 && code <= 13) || code === 0x85
      expect(text, code.toString(16)).toBe(space ? 'Neem Mart' : 'NeemMart')
    }
    expect(name('Neem\r\n\tMart')).toMatchObject({ text: 'Neem Mart', unusual: false })
  })

  it('[SR-28] one right-to-left letter does not switch the filter off', () => {
    expect(name('א\u202eNeem').text).toBe('אNeem')
    expect(name('₹1,000.00\u202e')).toMatchObject({ text: '₹1,000.00', unusual: true })
  })

  it('[SR-28] keeps the joiners that Indian scripts need', () => {
    const withJoiners = 'क्\u200dष र्\u200cय'
    expect(name(withJoiners)).toMatchObject({ text: withJoiners, unusual: false })
  })

  it('[SR-28] writes NFC, also where a control stood between letter and accent', () => {
    expect(name('Cafe\u0301').text).toBe('Caf\u00e9')
    expect(name('Cafe\u200e\u0301').text).toBe('Caf\u00e9')
  })

  it('[SR-28] collapses every kind of space', () => {
    expect(name('  Neem \u00a0\u2003\u3000\u2800 Mart ')).toMatchObject({
      text: 'Neem Mart',
      unusual: false,
    })
  })

  it.each([
    ['', false],
    ['   ', false],
    ['\u200d\u200c', false],
    ['\u3164', true],
    ['\u202e\u2066', true],
    ['\u2800', false],
    ['\u0301\u0301', false],
    [null, false],
    [undefined, false],
    [42, false],
    [{ toString: () => 'Neem' }, false],
    [['Neem'], false],
  ])('[SR-28] shows the fallback for %j', (raw, unusual) => {
    expect(name(raw)).toMatchObject({ text: FALLBACK, full: FALLBACK, clipped: false, unusual })
  })

  it('[SR-28] clips 10,000 characters at 120 graphemes and keeps the rest for the description', () => {
    const raw = 'शिव मार्ट '.repeat(1000)
    const clipped = name(raw)
    expect(clipped.clipped).toBe(true)
    expect(graphemeCount(clipped.text)).toBeLessThanOrEqual(120)
    expect(graphemeCount(clipped.text)).toBeGreaterThan(115)
    expect(clipped.text.endsWith('…')).toBe(true)
    expect(clipped.full.length).toBeGreaterThan(9000)
    expect(name('a'.repeat(120))).toMatchObject({ text: 'a'.repeat(120), clipped: false })
    expect(name('a'.repeat(121))).toMatchObject({ text: `${'a'.repeat(119)}…`, clipped: true })
  })

  it('[SR-28] counts graphemes, not code units', () => {
    const families = '👨‍👩‍👧'.repeat(100)
    expect(name(families)).toMatchObject({ text: families, clipped: false })
    expect(name('कि'.repeat(120)).clipped).toBe(false)
    expect(name('कि'.repeat(121)).clipped).toBe(true)
    const longest =
      '👩🏽\u200d❤\ufe0f\u200d💋\u200d👨🏿 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'
    expect(name('👩🏽\u200d❤\ufe0f\u200d💋\u200d👨🏿'.repeat(5))).toMatchObject({ unusual: false })
    expect(name(longest).text).toContain('💋\u200d👨🏿')
  })

  it('[SR-28] bounds a single endless grapheme', () => {
    const chain = name(`Neem ${'👩‍'.repeat(3000)}`)
    expect(chain.text.length).toBeLessThanOrEqual(40)
    expect(chain).toMatchObject({ clipped: false, unusual: true })
    expect(chain.text).toMatch(/^Neem 👩/)
    const conjunct = name('क्'.repeat(5000))
    expect(conjunct.text).not.toBe('')
    expect(safeProse(`Pay.\n${'👩\u200d'.repeat(1000)}`).length).toBeLessThanOrEqual(40)
  })

  it('[SR-29] bounds floods of combining marks', () => {
    const zalgo = `Z\u0335${'\u0301\u0322\u0337'.repeat(40)}algo`
    const { text, unusual } = name(zalgo)
    expect(unusual).toBe(true)
    expect(text.match(/\p{M}/gu)?.length ?? 0).toBeLessThanOrEqual(4)
    expect(text.endsWith('algo')).toBe(true)
    expect(name(`e${'\u200d\u0301'.repeat(50)}`).text.length).toBeLessThanOrEqual(5)
  })

  it('[SR-28] replaces halves of surrogate pairs', () => {
    expect(name('Neem \ud83d Mart').text).toBe('Neem \ufffd Mart')
    expect(name('\udc00Neem').text).toBe('\ufffdNeem')
    expect(name(`${'a'.repeat(9_999)}👩`).full.endsWith('\ufffd')).toBe(true)
  })

  it.each([
    ['Аmazon', 'Cyrillic А'],
    ['Flipkаrt', 'Cyrillic а'],
    ['Μyntra', 'Greek Μ'],
    ['Ꭺmazon', 'Cherokee'],
    ['Արmazon', 'Armenian'],
    ['दिल्ली தமிழ்', 'two Indian scripts'],
    ['Shop दिल्ली தமிழ்', 'three scripts'],
    ['Ωмега', 'Greek and Cyrillic'],
    ['𝐀mazon', 'mathematical bold'],
    ['Ａmazon', 'full width'],
    ['Ama\u200czon', 'an idle joiner'],
  ])('[SR-29] flags %s (%s) without hiding it', (raw) => {
    expect(name(raw)).toMatchObject({ text: raw, unusual: true })
  })

  it('[SR-28] whatever comes in, what goes out is safe, and cleaning it again changes nothing', () => {
    fc.assert(
      fc.property(hostile, (raw) => {
        const safe = name(raw)
        for (const text of [safe.text, safe.full]) {
          expect(hasBidiControls(text)).toBe(false)
          expect(text).not.toMatch(
            /[\p{Cc}\p{Surrogate}\ufeff\u2060\u00ad\u200b]|[\p{M}\u200c\u200d]{5}| {2}|^ | $/u,
          )
          expect(text).toMatch(/[\p{L}\p{N}\p{P}\p{S}]/u)
          expect(text.normalize('NFC')).toBe(text)
          expect(() => encodeURIComponent(text)).not.toThrow()
        }
        expect(graphemeCount(safe.text)).toBeLessThanOrEqual(120)
        expect(safe.text.length).toBeLessThanOrEqual(961)
        expect(safe.clipped).toBe(safe.text !== safe.full)
        expect(name(safe.text).text).toBe(safe.text)
      }),
      { numRuns: 500 },
    )
  })

  it('[SR-28] is quick on the worst input', () => {
    const worst = ['\u0301', '\u200d', '👩‍', '\u0958', 'e\u0301\u0327', '\ud800', ' \u202e']
    const started = performance.now()
    for (const piece of worst) name(piece.repeat(1_000_000 / piece.length))
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

describe('safeProse', () => {
  it('[SR-30] cleans but keeps line breaks', () => {
    expect(safeProse('Approve\u202e it.\r\n\r\n\r\nThen  come\tback.\u2028Done\0.')).toBe(
      'Approve it.\n\nThen come back.\nDone.',
    )
  })

  it.each([null, 7, '', ' \n ', '\u200b', {}])('[SR-30] has nothing to say for %j', (raw) => {
    expect(safeProse(raw)).toBe('')
  })

  it('[SR-30] clips at the length asked for', () => {
    expect(safeProse('abcdef', 5)).toBe('abcd…')
    expect(safeProse('abcde', 5)).toBe('abcde')
    expect(graphemeCount(safeProse('a'.repeat(9_000)))).toBe(2000)
  })

  it('[SR-30] never lets a control through', () => {
    fc.assert(
      fc.property(hostile, (raw) => {
        const text = safeProse(raw)
        expect(hasBidiControls(text)).toBe(false)
        expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Surrogate}]/u)
        expect(text).not.toContain('\n\n\n')
      }),
    )
  })
})

describe('hasBidiControls', () => {
  it('[SR-30] knows all twelve, and only those', () => {
    expect(BIDI).toHaveLength(12)
    for (const control of BIDI) expect(hasBidiControls(`a${control}b`)).toBe(true)
    expect(hasBidiControls('א \u200d \u200c \u2065 \u202f')).toBe(false)
  })
})

describe('monogram', () => {
  it.each([
    ['Hari Tokri Fresh', 'HT', undefined],
    ['पतंग बुक्स', 'प', 'hi'],
    ['किराना', 'कि', 'hi'],
    ['Sarvam', 'S', undefined],
    ['d-mart', 'DM', undefined],
    ["O'Neil Foods", 'OF', undefined],
    ['7-Eleven', '7E', undefined],
    ['(the) shop', 'TS', undefined],
    ['élan vital', 'ÉV', undefined],
    ['straße', 'S', undefined],
    ['தமிழ் Books', 'த', undefined],
    ['Shop दिल्ली', 'S', undefined],
    ['👨‍👩‍👧', '?', undefined],
    ['', '?', undefined],
    ['\u202eNeem Mart', 'NM', undefined],
  ])('[product] %s is %s', (raw, letters, lang) => {
    expect(monogram(raw)).toMatchObject({ letters, lang })
  })

  it('[product] has one hue for a merchant however it is written', () => {
    const { hue } = monogram('Neem Mart')
    expect(monogram('NEEM MART').hue).toBe(hue)
    expect(monogram('  neem\u200b  mart ').hue).toBe(hue)
  })

  it('[product] spreads merchants over the colours', () => {
    const hues = new Set(Array.from({ length: 300 }, (_, i) => monogram(`Merchant ${i}`).hue))
    expect(hues.size).toBeGreaterThan(150)
  })

  it('[SR-28] is at most two short graphemes and a hue for any name', () => {
    fc.assert(
      fc.property(hostile, (raw) => {
        const { letters, hue } = monogram(raw)
        expect(graphemeCount(letters)).toBeLessThanOrEqual(2)
        expect(letters.length).toBeGreaterThan(0)
        expect(letters.length).toBeLessThanOrEqual(16)
        expect(Number.isInteger(hue) && hue >= 0 && hue < 360).toBe(true)
      }),
    )
  })
})
