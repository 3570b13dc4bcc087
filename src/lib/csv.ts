import { bareNumber, type Money } from './money'

/** Text, an exact amount of money, or nothing. */
export type CsvCell = string | Money | null

/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'
const END_OF_ROW = '\r\n'
const ROWS_A_CHUNK = 1_000

// `=`, `+`, `-`, `@`, their full-width and small forms, the typographic minus and NUL. The minus is
// here because programs fold it into `-` as they do the full-width one, and no honest number is
// lost: an amount is never text.
const FORMULA = String.raw`=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212\0`
const LINE_BREAK = String.raw`\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029`
// Where a program may begin to read anew inside a cell: at each break of a line, and at the
// separators of files that are not ours (with a list separator of `;`, Excel does not know our commas).
const BREAK = `;${LINE_BREAK}`
// What a program may skip before it looks: spaces, whatever has no width, and quotes, which could
// open and close an empty text before a formula.
const SKIPPED = String.raw`(?:(?![${BREAK}\0])[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800'"])*`

const AT_A_BREAK = new RegExp(`([${BREAK}])(?=${SKIPPED}[${FORMULA}])`, 'gu')
const AT_THE_START = new RegExp(`^${SKIPPED}[${FORMULA}${LINE_BREAK}]`, 'u')
const SUSPECT = new RegExp(`[${FORMULA}${LINE_BREAK}]`, 'u')

/**
 * A table as CSV in UTF-8 with a byte order mark, a header row and CRLF, in pieces of a thousand
 * rows for a Blob or a stream: the rows are taken only as the pieces are. Every text is quoted, and
 * an apostrophe stands before whatever a spreadsheet could run (SR-19): at the start of a cell and,
 * since lines in a cell are kept as they are, at the start of each of its lines. Amounts are bare
 * numbers: which currency they are in is a column of its own. Throws RangeError for a row that is
 * shorter or longer than the header, and for an amount that is not exact.
 */
export function* writeCsv(
  columns: readonly string[],
  rows: Iterable<readonly CsvCell[]>,
): Generator<string, void, undefined> {
  let chunk = BYTE_ORDER_MARK + rowText(columns)
  let count = 0
  for (const row of rows) {
    if (row.length !== columns.length) throw new RangeError('A row has a cell for each column')
    chunk += rowText(row)
    count += 1
    if (count % ROWS_A_CHUNK > 0) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

function rowText(cells: readonly CsvCell[]): string {
  return cells.map(cellText).join(',') + END_OF_ROW
}

function cellText(cell: CsvCell): string {
  if (cell === null) return ''
  return typeof cell === 'string' ? `"${inert(cell).replaceAll('"', '""')}"` : bareNumber(cell)
}

/** Taking one apostrophe away where it stands before such a beginning gives the text back. */
function inert(text: string): string {
  if (!SUSPECT.test(text)) return text
  const lines = text.replace(AT_A_BREAK, "$1'")
  return AT_THE_START.test(lines) ? `'${lines}` : lines
}
