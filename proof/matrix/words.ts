import type { WaitReason } from '@/api/core/waits'
import type { FailureKind } from '@/api/envoy/failure'
import { failureWords } from '@/notices/failure-words'
import { contractWords } from '@/notices/page-words'
import { waitWords } from '@/notices/wait-words'
import type { Ending, Play } from './cells'

/** One thing a person was shown. */
export type Told = { readonly wait: WaitReason } | { readonly ending: Ending }

/** A failure as an ending spells it. */
export type ToldFailure = {
  readonly kind: FailureKind
  readonly changed: 'nothing' | 'unknown'
  readonly timed: boolean
}

const FAILED =
  /^(?<kind>[a-z_]+?)(?<maybe>, maybe done)?(?<timed>, again from \d+)?$/ satisfies RegExp

/** Of a question's card, while nobody knows what became of the answer. */
export const NOT_SURE = 'We are not sure your answer arrived'

const OTHER_WORDS: Readonly<Record<string, string>> = {
  recorded: 'recorded',
  known: 'what its purchase tells',
  'still unknown': 'the same, as its purchase tells nothing',
  dropped: 'nobody is told',
  'other contract': `“${contractWords}”`,
  'own lines only': 'the next account sees its own lines only',
  'seen processing': 'a fresh state',
  'seen completed': 'the new state',
  'seen not_recognised': '“Status not recognised”',
}

/** The failure an ending is, or null when it is none. */
export function failureOf(ending: Ending): ToldFailure | null {
  if (ending in OTHER_WORDS) return null
  const { kind, maybe, timed } = FAILED.exec(ending)?.groups ?? {}
  if (kind === undefined) return null
  // A cast because the type of endings leaves nothing else.
  return {
    kind: kind as FailureKind,
    changed: maybe ? 'unknown' : 'nothing',
    timed: Boolean(timed),
  }
}

/** The headline of a failure: a list says less than a purchase. */
export function headlineOf({ kind, changed }: ToldFailure, play: Play): string {
  const words = { kind, changed, says: null, userAction: null, until: null }
  return failureWords(words, play === 'read' ? 'list' : 'purchase').title
}

/** One ending in a colleague's words; what is quoted stands on the screen. */
function endingInWords(ending: Ending, play: Play): string {
  const failure = failureOf(ending)
  if (failure?.changed === 'unknown') return `“${NOT_SURE}”`
  if (failure) return `“${headlineOf(failure, play)}”${failure.timed ? ', with a time' : ''}`
  const told = OTHER_WORDS[ending]
  if (told !== undefined) return told
  if (ending.endsWith(', stopped')) return 'the lines so far, and that the list cannot go on'
  if (ending.endsWith(', USD')) return 'the lines, in dollars'
  if (ending.endsWith(' unreadable')) return '“This line could not be read”, three times'
  return 'the lines'
}

/** What the person sees, one thing after the other; the same again is said once. */
export function storyInWords(story: readonly Told[], play: Play): string {
  const words = story.map((told) =>
    'wait' in told
      ? `“${waitWords({ reason: told.wait, until: null }).title}”`
      : endingInWords(told.ending, play),
  )
  return words.filter((word, at) => words.indexOf(word) === at).join(', then ')
}
