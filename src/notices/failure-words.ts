import type { CallFailure, FailureKind } from '@/api/envoy/failure'
import { formatClock } from '@/lib/days'
import { safeProse } from '@/lib/names'
import { endedWords } from './session-words'

type Tone = 'neutral' | 'accent' | 'caution' | 'critical'

export type FailureWords = {
  tone: Tone
  title: string
  /** What happened and whether anything changed. */
  text: string
  /** What to do next, as a sentence. */
  step: string
  /** The act behind the step, where Passbook can do it. */
  act: { do: 'retry' | 'reload' | 'reconnect'; label: string } | null
}

type Failure = Pick<CallFailure, 'kind' | 'changed' | 'says' | 'userAction' | 'until'>

/** What a failed call says to a person. Pure; no code, no identifier, nobody to blame. */
export function failureWords(
  failure: Failure,
  about: 'purchase' | 'list' = 'purchase',
): FailureWords {
  if (about === 'list' && ABOUT_ONE.has(failure.kind)) return LIST_WORDS
  return WORDS[failure.kind](failure)
}

/** What Envoy can only say of one purchase. */
const ABOUT_ONE: ReadonlySet<FailureKind> = new Set([
  'not_found',
  'state_conflict',
  'idempotency_conflict',
  'active_purchase',
  'no_rail',
])

const NOTHING_CHANGED = 'Nothing was changed.'
const RETRY = { do: 'retry', label: 'Try again' } as const
const CHECK = { do: 'retry', label: 'Check again' } as const
const RELOAD = { do: 'reload', label: 'Reload' } as const

const LIST_WORDS: FailureWords = {
  tone: 'caution',
  title: 'Envoy could not give this list',
  text: `What it said does not fit a list. ${NOTHING_CHANGED}`,
  step: 'Try again.',
  act: RETRY,
}

const WORDS: Record<FailureKind, (failure: Failure) => FailureWords> = {
  signed_out: () => ({
    tone: 'accent',
    title: endedWords.title,
    text: endedWords.text,
    step: 'Sign in to Envoy again.',
    act: { do: 'reconnect', label: endedWords.act },
  }),
  not_allowed: () => ({
    tone: 'neutral',
    title: 'This connection may not do that',
    text: `Envoy allows it less than was asked for. ${NOTHING_CHANGED}`,
    step: 'Ask whoever connected Passbook to your Envoy account.',
    act: null,
  }),
  not_enabled: () => ({
    tone: 'neutral',
    title: 'This Envoy service is not enabled for you',
    text: 'Passbook cannot turn it on.',
    step: 'Ask whoever set up your Envoy account.',
    act: null,
  }),
  // under another account this answer proves nothing.
  not_found: () => ({
    tone: 'neutral',
    title: 'No such purchase under this account',
    text: 'It may belong to another account. Not finding it here says nothing about the purchase itself.',
    step: 'Do not start it again.',
    act: null,
  }),
  invalid_input: () => ({
    tone: 'caution',
    title: 'Envoy could not use this request',
    text: `Something in it is not as Envoy expects. ${NOTHING_CHANGED}`,
    step: 'Correct the dates or the address of this page.',
    act: null,
  }),
  cursor_refused: () => ({
    tone: 'neutral',
    title: 'This list cannot be continued',
    text: 'Too much time has passed since its last part was loaded. What is on screen stays.',
    step: 'Load it again from the newest purchase.',
    act: { do: 'retry', label: 'Load again' },
  }),
  idempotency_conflict: () => ({
    tone: 'caution',
    title: 'Envoy already has something else from you',
    text: 'It keeps what it had first. What was just sent is not recorded.',
    step: 'Check the purchase to see what Envoy has.',
    act: CHECK,
  }),
  // Envoy's message to the person is shown, and the attempt ends.
  active_purchase: ({ userAction }) => ({
    tone: 'caution',
    title: 'A purchase at this shop is already under way',
    text: safeProse(userAction?.message) || 'No second one was started.',
    step: 'Finish that one first.',
    act: null,
  }),
  state_conflict: () => ({
    tone: 'caution',
    title: 'This purchase has moved on',
    text: `What was asked no longer fits the state it is in. ${NOTHING_CHANGED}`,
    step: 'Check it again to see where it stands.',
    act: CHECK,
  }),
  // the reason is Envoy's own.
  no_rail: ({ says }) => ({
    tone: 'caution',
    title: 'Envoy has no way to buy this',
    text: safeProse(says) || 'No purchase was created.',
    step: 'Do not try it again and do not split it into parts.',
    act: null,
  }),
  rate_limited: ({ until }) => ({
    tone: 'caution',
    title: 'Envoy asked us to wait',
    text: `${NOTHING_CHANGED} Passbook has stopped asking by itself.`,
    step: until === null ? 'Try again later.' : againFrom(until),
    act: RETRY,
  }),
  // never pay another way meanwhile.
  unavailable: ({ changed, until }) => ({
    tone: 'caution',
    title: 'Envoy is not answering right now',
    text: `${changeWords(changed)} Do not buy it elsewhere in the meantime.`,
    step: until === null ? 'Try again in a minute.' : againFrom(until),
    act: RETRY,
  }),
  update_needed: () => ({
    tone: 'accent',
    title: 'This version is too old',
    text: 'Envoy no longer answers it.',
    step: 'Reload to get the current Passbook.',
    act: RELOAD,
  }),
  no_reply: ({ changed }) => ({
    tone: 'caution',
    title: 'No answer came back',
    text: changeWords(changed),
    step:
      changed === 'unknown'
        ? 'Do not buy it again elsewhere. Check the purchase first.'
        : 'Try again.',
    act: changed === 'unknown' ? CHECK : RETRY,
  }),
  offline: ({ changed }) => ({
    tone: 'neutral',
    title: 'You are offline',
    text: `${changeWords(changed)} What is already loaded stays readable, as listed.`,
    step: 'Try again when you are connected.',
    act: RETRY,
  }),
  refused: () => ({
    tone: 'neutral',
    title: 'Passbook did not pass this on',
    text: 'Its own server refused the request, so Envoy was not asked.',
    step: 'Open Passbook at its usual address and reload.',
    act: RELOAD,
  }),
  not_recognised: ({ changed }) => ({
    tone: 'caution',
    title: 'Envoy said something Passbook does not know',
    text: changeWords(changed),
    step: 'Reload to get the current Passbook.',
    act: RELOAD,
  }),
}

function againFrom(until: number) {
  return `Try again from ${formatClock(until)} IST.`
}

function changeWords(changed: Failure['changed']) {
  return changed === 'nothing' ? NOTHING_CHANGED : 'It is not known yet whether anything changed.'
}
