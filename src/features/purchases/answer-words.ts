import type { FieldProblem } from '@/api/envoy/types'
import { safeProse } from '@/lib/names'
import { endedWords } from '@/notices/session-words'
import type { AnswerState, Problem } from './answer-state'

type Words = { readonly title: string; readonly text: string }

export const RECORDED_ONCE = 'Recorded once, even if the connection drops and it is sent again.'
export const CANNOT_CHANGE = 'It cannot be changed here.'
export const notKeptWords: Words = {
  title: 'The answer was not sent',
  text: 'Passbook notes each answer in this browser before it leaves, so that it is counted once. The browser keeps nothing right now. Free some space or let this site keep data, then send it again.',
}
/** C57: reading goes on, writing does not. */
export const writesOffWords: Words = {
  title: 'Answers cannot be sent from here right now',
  text: 'Envoy has changed since this Passbook was made. Reload to get the current one, or answer where you talk to the agent. What you typed is kept only while this page is open.',
}
/** A sign-in leaves the page, and nothing of an answer is kept anywhere else (B10). */
export const wordsStayHere = `${endedWords.act} in another tab to keep what you typed: it is kept only while this page is open.`

const UNSURE = 'We are not sure your answer arrived'
const READING =
  'Passbook is reading the purchase first. Nothing is sent again by itself, and an answer is counted once.'

/** What stands above the field while it is not certain what Envoy has; null: nothing is in doubt. */
export function doubtWords({ phase }: AnswerState): Words | null {
  switch (phase.kind) {
    case 'reading':
      return phase.why.kind === 'earlier'
        ? { title: 'An answer may have been sent', text: READING }
        : { title: phase.why.kind === 'lost' ? UNSURE : 'Checking the purchase', text: READING }
    case 'unread':
      return {
        title: phase.why.kind === 'earlier' ? 'An answer may have been sent' : UNSURE,
        text: 'The purchase could not be read, so it is not known yet whether Envoy has an answer.',
      }
    case 'still_open':
      return {
        title: UNSURE,
        text: 'The question is still open. You can send the same answer again: it is counted once.',
      }
    case 'open':
    case 'sending':
      return phase.doubt
        ? {
            title: 'An answer may have been sent',
            text: 'It left this browser and no confirmation came back. The question is still open. What you send now is counted once; if the earlier answer arrives, that one stands.',
          }
        : null
    default:
      return null
  }
}

/** What became of the question before this one, or of a sending that was given up; null: nothing. */
export function noteWords({ note, phase }: AnswerState): string | null {
  switch (note) {
    case null:
      return null
    case 'answered':
      return 'Envoy has an answer to the question before this one.'
    case 'given_up':
      return phase.kind === 'open' && !phase.doubt
        ? 'Not sent. Nothing was changed.'
        : 'Not sent this time.'
    case 'dropped':
      return phase.kind === 'has_answer'
        ? 'What you typed was not sent.'
        : 'The question changed. What you typed before was not sent.'
  }
}

/** A question that is over: its headline and, where there is more to say, a sentence. */
export function overWords({ phase }: AnswerState): { title: string; text: string } | null {
  switch (phase.kind) {
    case 'recorded':
      return { title: 'Answer recorded', text: CANNOT_CHANGE }
    case 'has_answer':
      return { title: 'Envoy has an answer to this question', text: CANNOT_CHANGE }
    case 'closed':
      return { title: 'This question is no longer open', text: CLOSED[phase.because] }
    default:
      return null
  }
}

const CLOSED = {
  typed: 'What you typed was not sent.',
  refused: 'Your answer was not recorded.',
  ended: 'The purchase has ended. It is not known whether your answer was used.',
}

/** One message for each step, for who cannot see it. */
export function spokenWords(state: AnswerState): string {
  const over = overWords(state)
  if (over) return state.phase.kind === 'recorded' ? 'Envoy recorded your answer.' : over.title
  if (state.phase.kind === 'sending') return 'Sending your answer.'
  const doubt = state.phase.kind === 'open' ? null : doubtWords(state)
  if (doubt) return `${doubt.title}. ${doubt.text}`
  return noteWords(state) ?? ''
}

/** At the field: what is wrong with the answer. Envoy's own words are made safe. */
export function problemWords(problem: Problem, choice: boolean): string {
  switch (problem.kind) {
    case 'empty':
      return choice ? 'Choose an answer first.' : 'Type an answer first.'
    case 'too_long':
      return 'This is longer than Envoy takes. Make it shorter.'
    case 'refused':
      return ['Envoy could not use this answer.', ...problem.failure.fields.map(fieldWords)].join(
        ' ',
      )
  }
}

// The name of a field says nothing to a person (C36).
function fieldWords({ path, problem, expected }: FieldProblem): string {
  const what = safeProse(problem)
  const wanted = safeProse(expected)
  const subject = path === 'answer' ? 'It' : 'Something else sent with it'
  return `${subject} ${what === '' ? 'is not as expected' : what}${wanted === '' ? '.' : `. Expected: ${wanted}.`}`
}
