import { type Cell, PLAYS, type Play, type Row } from './cells'
import type { CHAPTERS } from './rows'
import { storyInWords, type Told } from './words'

/** What was seen of one cell: the story of its first run, and how long each of them took (s). */
export type MeasuredCell = { readonly story: readonly Told[]; readonly seconds: readonly number[] }
export type Measured = ReadonlyMap<Row, Readonly<Partial<Record<Play, MeasuredCell>>>>

const HEAD = `# What every fault leads to

Every fault the local Envoy and the network between can produce, tried on everything a person does:
reading history, watching a purchase (a held read), answering a question, starting a purchase. The real
client talks over real sockets to Passbook's real server and through it to the local Envoy, with a
network that can be broken on both sides of the server; only time is not real, so that an hour's wait
takes none. \`proof/matrix\` says what has to happen, written from the rules (docs/retries.md), and
\`npm test\` compares every cell and this page with what does happen.

How to read it: how many calls left the page, how many seconds went by between the first one that
failed and the last word, and what the person sees; what is quoted stands on the screen. Waits that
Passbook may lengthen by up to 25 % are the shortest possible here. A held read is held for 25 s when
nothing happens, and then the purchase moves.

A write is an answer as well as a start: both do the same everywhere, apart from the call itself. In
every cell a write has happened at most once, each sending carried the same bytes and the same key, and
none was sent again after an outcome nobody knew: the purchase was read. Where that tells nothing, the
write stays noted with its key, and only a press sends it again. A question's card says some of the rest
in its own words; a start has no screen of its own.
`

const COLUMNS = ['fault', 'a read', 'a held read', 'a write'] as const

/** The whole page. */
export function documentOf(chapters: typeof CHAPTERS, measured: Measured): string {
  const parts = chapters.map(({ title, rows }) => {
    const lines = rows.map((row) => lineOf(row, measured.get(row) ?? {}))
    return `## ${title}\n\n${tableOf([COLUMNS, ...lines])}\n`
  })
  return [HEAD, ...parts].join('\n')
}

function lineOf({ fault, cells }: Row, measured: Partial<Record<Play, MeasuredCell>>): string[] {
  const [read, held, answer = '–', start = '–'] = PLAYS.map((play) =>
    cellOf(play, cells[play], measured[play]),
  )
  const write = answer === start ? answer : `an answer: ${answer}; a start: ${start}`
  return [fault, read ?? '–', held ?? '–', write]
}

/** As the formatter has tables: every column as wide as its widest cell. */
function tableOf([head, ...lines]: readonly [readonly string[], ...string[][]]): string {
  const widths = head.map((name, at) =>
    Math.max(name.length, ...lines.map((line) => line[at]?.length ?? 0)),
  )
  const rule = widths.map((width) => '-'.repeat(width))
  return [head, rule, ...lines]
    .map((line) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`)
    .join('\n')
}

function cellOf(play: Play, cell: Cell | undefined, measured: MeasuredCell | undefined): string {
  if (!cell || !measured) return '–'
  const { seconds, story } = measured
  const [least, most] = [Math.min(...seconds), Math.max(...seconds)]
  const time = least === most ? `${most} s` : `${least} to ${most} s`
  const count = cell.sent.length
  const calls = count === 0 ? 'no call' : count === 1 ? '1 call' : `${count} calls`
  return `${calls}, ${time}: ${storyInWords(story, play)}`
}
