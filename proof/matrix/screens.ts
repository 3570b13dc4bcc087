import type { WaitReason } from '@/api/core/waits'
import { contractWords } from '@/notices/page-words'
import { waitWords } from '@/notices/wait-words'
import { type Cell, PLAYS, type Play } from './cells'
import { CHAPTERS } from './rows'
import { failureOf, headlineOf, NOT_SURE } from './words'

/** One thing a fault can put on the screen; `words` stand there as they are. */
export type Screen = { readonly name: string; readonly words: string }

/** Everything the matrix leads to, each once. */
export const SCREENS: readonly Screen[] = distinct([
  ...PLAYS.flatMap((play) => cellsOf(play).flatMap(({ waits = [] }) => waits.map(waitScreen))),
  ...PLAYS.flatMap((play) =>
    cellsOf(play).flatMap(({ told }) =>
      told.flatMap((ending) => failureScreen(failureOf(ending), play)),
    ),
  ),
  { name: 'other contract', words: contractWords },
])

function cellsOf(play: Play): Cell[] {
  return CHAPTERS.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells[play] ?? []))
}

function waitScreen(waiting: string): Screen {
  // A cast because every waiting begins with its reason.
  const reason = waiting.split(' ')[0] as WaitReason
  return { name: `wait: ${reason}`, words: waitWords({ reason, until: null }).title }
}

function failureScreen(failure: ReturnType<typeof failureOf>, play: Play): Screen[] {
  // Starting has no screen of its own.
  if (!failure || play === 'start') return []
  if (failure.changed === 'unknown') return [{ name: 'answer, maybe done', words: NOT_SURE }]
  const place = play === 'read' ? 'list' : 'purchase'
  const name = `${place}: ${failure.kind}${failure.timed ? ', with a time' : ''}`
  return [{ name, words: headlineOf(failure, play) }]
}

function distinct(screens: readonly Screen[]): readonly Screen[] {
  return [...new Map(screens.map((screen) => [screen.name, screen])).values()]
}
