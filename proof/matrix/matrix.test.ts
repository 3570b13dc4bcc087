import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cause, type Cell, PLAYS, type Play, type Row } from './cells'
import { documentOf, type MeasuredCell } from './document'
import { CHAPTERS } from './rows'
import { runCell, type Seen } from './run-cell'
import { openStage, type Stage } from './stage'

let stage: Stage
const weights = new Map<string, number>()
const measured = new Map<Row, Partial<Record<Play, MeasuredCell>>>()

beforeAll(async () => {
  stage = await openStage()
  for (const play of PLAYS) await weigh(play)
}, 120_000)
afterAll(() => stage.close())

const run = (play: Play, cause: Cause, paged = false) =>
  runCell(stage, { play, cause, paged, weights: (at, each) => weights.get(at + each) ?? 0 })

/** What a reply weighs on the wire. The first run loads what is only needed for it. */
async function weigh(play: Play) {
  const noFault: Cause = { by: 'envoy', faults: () => [{ fault: 'delay', ms: 0 }] }
  await run(play, noFault)
  const { weight } = await run(play, noFault)
  for (const at of ['page', 'envoy'] as const) weights.set(at + play, weight?.[at] ?? 0)
}

function note(row: Row, play: Play, seen: Seen) {
  const before = measured.get(row) ?? {}
  const { story, seconds: all } = before[play] ?? { story: seen.story, seconds: [] }
  measured.set(row, { ...before, [play]: { story, seconds: [...all, seen.seconds] } })
}

function nameOf(cause: Cause): string {
  if (cause.by === 'envoy') return JSON.stringify(cause.faults(0))
  const { by: _, ...rest } = cause
  return JSON.stringify(rest, (__, value) => (value === Infinity ? 'for ever' : value))
}

const expected = ({ sent, told, waits = [], effects = 0 }: Cell) => ({ sent, told, waits, effects })
const seenOf = ({ sent, told, waits, effects }: Seen) => ({ sent, told, waits, effects })

describe.each(CHAPTERS)('$title', ({ rows, paged }) => {
  const cells = rows.flatMap((row) =>
    PLAYS.flatMap((play) => {
      const cell = row.cells[play]
      return cell
        ? row.causes.map((cause) => {
            const name = `[product] ${row.fault} · ${play} · ${nameOf(cause)}`
            return [name, { row, play, cause, cell }] as const
          })
        : []
    }),
  )

  it.each(cells)('%s', async (_, { row, play, cause, cell }) => {
    const seen = await run(play, cause, paged)
    note(row, play, seen)
    expect(seenOf(seen)).toEqual(expected(cell))
    if (!paged) expect(seen.sameBytes).toBe(true)
    if (cause.by === 'envoy') expect(seen.loggedAsSent).toBe(true)
  })
})

it('[product] docs/fault-matrix.md says what happens (UPDATE_DOCS=1 writes it)', () => {
  const file = join(import.meta.dirname, '../../docs/fault-matrix.md')
  const text = documentOf(CHAPTERS, measured)
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, text)
  expect(readFileSync(file, 'utf8')).toBe(text)
})
