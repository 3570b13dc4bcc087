import type { CallFailure } from '@/api/envoy/failure'
import type { Purchase, Question } from '@/api/envoy/types'
import { isFinal } from './state-words'

/** Why nothing was sent, or why Envoy could not use what was. */
export type Problem =
  | { readonly kind: 'empty' | 'too_long' }
  | { readonly kind: 'refused'; readonly failure: CallFailure }

/** Why the purchase is being read. */
type Why =
  /** This page sent an answer, and no confirmation came back. */
  | { readonly kind: 'lost' }
  /** An earlier page or another tab did. */
  | { readonly kind: 'earlier' }
  /** Envoy refused the answer for what it already has. */
  | { readonly kind: 'conflict'; readonly failure: CallFailure }

type Phase =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'open'
      /** An answer to this question is of unknown outcome, and its words are gone. */
      readonly doubt: boolean
      readonly problem: Problem | null
      readonly failure: CallFailure | null
    }
  /** `back`: where giving up leads, as long as nothing has left. */
  | { readonly kind: 'sending'; readonly doubt: boolean; readonly back: 'open' | 'still_open' }
  | { readonly kind: 'reading'; readonly why: Why }
  | { readonly kind: 'unread'; readonly why: Why; readonly failure: CallFailure }
  /** Sent without a confirmation, and the question is open: the same words can be sent again. */
  | { readonly kind: 'still_open' }
  /** `at`: Envoy's clock, epoch ms; null when it was recorded some time before. */
  | { readonly kind: 'recorded'; readonly at: number | null }
  | { readonly kind: 'has_answer' }
  | { readonly kind: 'closed'; readonly because: 'typed' | 'refused' | 'ended' }

/** Where the answer to one purchase's question stands. In memory only (B10). */
export type AnswerState = {
  /** The one the words are for; null: none is known. */
  readonly question: Question | null
  readonly words: string
  /** What became of the question before, or of a sending that was given up. */
  readonly note: 'dropped' | 'answered' | 'given_up' | null
  readonly phase: Phase
}

/** What a read of the purchase shows. */
export type Sight = {
  readonly question: Question | null
  /** The purchase is over. */
  readonly ended: boolean
  /** The questions of this purchase with an answer of unknown outcome. */
  readonly inDoubt: readonly string[]
}

export type AnswerEvent =
  | { readonly type: 'seen' | 'read'; readonly sight: Sight }
  | { readonly type: 'typed'; readonly words: string }
  | { readonly type: 'send' | 'check' | 'given_up' }
  | { readonly type: 'recorded'; readonly at: number | null; readonly sight: Sight }
  | { readonly type: 'failed' | 'unread'; readonly failure: CallFailure }

export const NO_ANSWER: AnswerState = {
  question: null,
  words: '',
  note: null,
  phase: { kind: 'none' },
}

const OPEN = { kind: 'open', doubt: false, problem: null, failure: null } as const

/** Only these two states carry an open question. */
export function openQuestion({ question, state }: Purchase): Question | null {
  return state === 'needs_answer' || state === 'needs_details' ? question : null
}

export function sightOf(purchase: Purchase, inDoubt: readonly string[]): Sight {
  return { question: openQuestion(purchase), ended: isFinal(purchase.state), inDoubt }
}

/** One step. What does not fit the phase changes nothing: a second click, a read that comes late. */
export function nextAnswer(state: AnswerState, event: AnswerEvent): AnswerState {
  switch (event.type) {
    case 'seen':
      return afterSight(state, event.sight)
    case 'read':
      return afterRead(state, event.sight)
    case 'typed':
      return state.phase.kind === 'open'
        ? { ...state, words: event.words, note: null, phase: { ...OPEN, doubt: state.phase.doubt } }
        : state
    case 'send':
      return afterSend(state)
    case 'check':
      return afterCheck(state)
    case 'given_up':
      return afterGivingUp(state)
    case 'recorded':
      return state.phase.kind === 'sending'
        ? afterSight({ ...state, phase: { kind: 'recorded', at: event.at } }, event.sight)
        : state
    case 'failed':
      return afterFailure(state, event.failure)
    case 'unread':
      return state.phase.kind === 'reading'
        ? { ...state, phase: { kind: 'unread', why: state.phase.why, failure: event.failure } }
        : state
  }
}

/** Whether a press of "Send answer" means something now. */
export function maySend({ phase }: AnswerState): boolean {
  return phase.kind === 'open' || phase.kind === 'still_open'
}

function afterSend(state: AnswerState): AnswerState {
  const { phase } = state
  if (phase.kind === 'still_open') {
    return { ...state, note: null, phase: { kind: 'sending', doubt: true, back: 'still_open' } }
  }
  if (phase.kind !== 'open') return state
  if (state.words.trim() === '') {
    return { ...state, phase: { ...phase, problem: { kind: 'empty' }, failure: null } }
  }
  return { ...state, note: null, phase: { kind: 'sending', doubt: phase.doubt, back: 'open' } }
}

function afterCheck(state: AnswerState): AnswerState {
  const { phase } = state
  if (phase.kind === 'unread') return { ...state, phase: { kind: 'reading', why: phase.why } }
  if (phase.kind === 'still_open') {
    return { ...state, phase: { kind: 'reading', why: { kind: 'lost' } } }
  }
  if (phase.kind === 'open' && phase.failure) {
    return {
      ...state,
      phase: { kind: 'reading', why: { kind: 'conflict', failure: phase.failure } },
    }
  }
  return state
}

function afterGivingUp(state: AnswerState): AnswerState {
  const { phase } = state
  if (phase.kind !== 'sending') return state
  const back = phase.back === 'open' ? { ...OPEN, doubt: phase.doubt } : { kind: phase.back }
  return { ...state, note: 'given_up', phase: back }
}

function afterFailure(state: AnswerState, failure: CallFailure): AnswerState {
  const { phase } = state
  if (phase.kind !== 'sending') return state
  // Whatever became of an earlier sending: these words cannot be used as they are.
  if (failure.kind === 'invalid_input') {
    const problem: Problem =
      failure.meta === null ? { kind: 'too_long' } : { kind: 'refused', failure }
    return { ...state, phase: { ...OPEN, doubt: phase.doubt, problem } }
  }
  if (failure.kind === 'idempotency_conflict') {
    return { ...state, phase: { kind: 'reading', why: { kind: 'conflict', failure } } }
  }
  if (failure.changed === 'unknown') {
    return { ...state, phase: { kind: 'reading', why: { kind: 'lost' } } }
  }
  if (failure.kind === 'state_conflict') {
    return { ...state, phase: { kind: 'reading', why: { kind: 'conflict', failure } } }
  }
  return { ...state, phase: { ...OPEN, doubt: phase.doubt, failure } }
}

function afterRead(state: AnswerState, sight: Sight): AnswerState {
  const { phase, question } = state
  if (phase.kind !== 'reading' || sight.question === null || sight.question.id !== question?.id) {
    return afterSight(state, sight)
  }
  const doubt = sight.inDoubt.includes(sight.question.id)
  switch (phase.why.kind) {
    case 'lost':
      return { ...state, phase: { kind: 'still_open' } }
    case 'earlier':
      return { ...state, phase: { ...OPEN, doubt } }
    case 'conflict':
      return { ...state, phase: { ...OPEN, doubt, failure: phase.why.failure } }
  }
}

function afterSight(state: AnswerState, sight: Sight): AnswerState {
  const { phase } = state
  const same = sight.question !== null && sight.question.id === state.question?.id
  switch (phase.kind) {
    case 'sending':
      // Its reply tells more.
      return state
    case 'recorded':
    case 'has_answer':
    case 'closed':
      // A question that was over does not open again: that is an older read.
      return sight.question === null || same ? state : opened(sight.question, sight, null)
    case 'none':
      if (sight.question) return opened(sight.question, sight, null)
      return sight.inDoubt.length > 0 ? { ...state, phase: settled(sight) } : state
    case 'open': {
      if (!same) return gone(state, sight)
      const doubt = phase.doubt || sight.inDoubt.includes(sight.question?.id ?? '')
      return { ...state, question: sight.question, phase: { ...phase, doubt } }
    }
    case 'reading':
    case 'unread':
    case 'still_open':
      return same ? { ...state, question: sight.question } : gone(state, sight)
  }
}

function opened(question: Question, { inDoubt }: Sight, note: AnswerState['note']): AnswerState {
  const phase: Phase = inDoubt.includes(question.id)
    ? { kind: 'reading', why: { kind: 'earlier' } }
    : OPEN
  return { question, words: '', note, phase }
}

/** The question of the words is not open any more. */
function gone(state: AnswerState, sight: Sight): AnswerState {
  const phase = ending(state, sight)
  const typed = state.phase.kind === 'open' && state.words.trim() !== ''
  if (sight.question) {
    const note = typed ? 'dropped' : phase.kind === 'has_answer' ? 'answered' : null
    return opened(sight.question, sight, note)
  }
  return { ...state, note: typed && phase.kind === 'has_answer' ? 'dropped' : null, phase }
}

function ending({ phase, words }: AnswerState, sight: Sight): Phase {
  switch (phase.kind) {
    case 'open':
      if (phase.doubt) return settled(sight)
      return words.trim() === '' ? { kind: 'none' } : { kind: 'closed', because: 'typed' }
    case 'reading':
    case 'unread':
      if (phase.why.kind !== 'conflict') return settled(sight)
      return phase.why.failure.kind === 'idempotency_conflict'
        ? { kind: 'has_answer' }
        : { kind: 'closed', because: 'refused' }
    default:
      return settled(sight)
  }
}

/** A purchase that goes on has an answer; one that ended may have ended without it. */
function settled({ ended }: Sight): Phase {
  return ended ? { kind: 'closed', because: 'ended' } : { kind: 'has_answer' }
}
