import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CallFailure, type FailureDetails, type FailureKind } from '@/api/envoy/failure'
import type { Question } from '@/api/envoy/types'
import {
  type AnswerEvent,
  type AnswerState,
  maySend,
  NO_ANSWER,
  nextAnswer,
  openQuestion,
  type Sight,
} from './answer-state'
import { doubtWords, noteWords, overWords, problemWords, spokenWords } from './answer-words'
import { NOON, purchase, status } from './fixtures'

const question = (id = 'q1'): Question => ({ id, kind: 'text', prompt: `Ask ${id}`, options: [] })
const open = (id = 'q1', inDoubt: string[] = []): Sight => ({
  question: question(id),
  ended: false,
  inDoubt,
})
const goesOn: Sight = { question: null, ended: false, inDoubt: [] }
const ended: Sight = { ...goesOn, ended: true }

const seen = (sight: Sight): AnswerEvent => ({ type: 'seen', sight })
const read = (sight: Sight): AnswerEvent => ({ type: 'read', sight })
const typed = (words: string): AnswerEvent => ({ type: 'typed', words })
const failed = (kind: FailureKind, details: FailureDetails = {}): AnswerEvent => ({
  type: 'failed',
  failure: new CallFailure(kind, details),
})
const lost = failed('no_reply', { changed: 'unknown' })
const send: AnswerEvent = { type: 'send' }

const stateAfter = (...events: AnswerEvent[]): AnswerState => events.reduce(nextAnswer, NO_ANSWER)
const sent = [seen(open()), typed('M'), send]

describe('an open question', () => {
  it('[R-207] is one of a purchase that needs details or an answer, and of no other', () => {
    const asked = question()
    expect(openQuestion(purchase({ state: 'needs_details', question: asked }))).toBe(asked)
    expect(openQuestion(purchase({ state: 'needs_answer', question: asked }))).toBe(asked)
    expect(openQuestion(purchase({ state: 'waiting_for_user', question: asked }))).toBeNull()
    expect(openQuestion(purchase({ state: 'not_recognised', question: asked }))).toBeNull()
  })

  it('[R-016] an empty answer is not sent', () => {
    const state = stateAfter(seen(open()), typed(' \n'), send)
    expect(state.phase).toMatchObject({ kind: 'open', problem: { kind: 'empty' } })
    expect(nextAnswer(state, typed('M')).phase).toMatchObject({ kind: 'open', problem: null })
  })

  it('[product] what is typed stays while the same question is read again', () => {
    const state = stateAfter(seen(open()), typed('half a sen'), seen(open()), seen(open()))
    expect(state).toMatchObject({ words: 'half a sen', phase: { kind: 'open' } })
  })

  it('[product] what is typed goes with its question, and that is said', () => {
    const other = stateAfter(seen(open()), typed('M'), seen(open('q2')))
    expect(other).toMatchObject({ words: '', question: { id: 'q2' }, phase: { kind: 'open' } })
    expect(noteWords(other)).toBe('The question changed. What you typed before was not sent.')
    const none = stateAfter(seen(open()), typed('M'), seen(goesOn))
    expect(overWords(none)).toEqual({
      title: 'This question is no longer open',
      text: 'What you typed was not sent.',
    })
    expect(stateAfter(seen(open()), seen(goesOn)).phase.kind).toBe('none')
  })
})

describe('[R-047] sending', () => {
  it('a second press, a key and a late read change nothing', () => {
    const state = stateAfter(...sent)
    expect(state.phase).toEqual({ kind: 'sending', doubt: false, back: 'open' })
    expect(maySend(state)).toBe(false)
    for (const event of [send, typed('L'), seen(goesOn), seen(open('q2')), read(open())]) {
      expect(nextAnswer(state, event)).toBe(state)
    }
  })

  it('[R-043] recorded: says so, and an older read does not open the question again', () => {
    const state = stateAfter(...sent, { type: 'recorded', at: NOON, sight: goesOn })
    expect(state).toMatchObject({ words: 'M', phase: { kind: 'recorded', at: NOON } })
    expect(spokenWords(state)).toBe('Envoy recorded your answer.')
    expect(nextAnswer(state, seen(open()))).toBe(state)
    expect(nextAnswer(state, seen(open('q2')))).toMatchObject({
      words: '',
      question: { id: 'q2' },
      phase: { kind: 'open' },
    })
  })

  it('[R-112] given up before it left: nothing was changed, and the words are there', () => {
    const state = stateAfter(...sent, { type: 'given_up' })
    expect(state).toMatchObject({ words: 'M', phase: { kind: 'open' } })
    expect(noteWords(state)).toBe('Not sent. Nothing was changed.')
  })

  it('[R-112] given up while an earlier sending is in doubt: nothing is claimed', () => {
    const state = stateAfter(...sent, lost, read(open()), send, { type: 'given_up' })
    expect(state.phase.kind).toBe('still_open')
    expect(noteWords(state)).toBe('Not sent this time.')
  })

  it.each<FailureKind>(['signed_out', 'not_allowed', 'rate_limited', 'unavailable', 'offline'])(
    '[R-089] [R-185] %s: the words are there and a person sends them',
    (kind) => {
      const state = stateAfter(...sent, failed(kind))
      expect(state).toMatchObject({ words: 'M', phase: { kind: 'open', doubt: false } })
      expect(state.phase).toMatchObject({ failure: { kind } })
    },
  )
})

describe('[R-050] [R-081] a lost reply', () => {
  it('the purchase is read before anything else', () => {
    const state = stateAfter(...sent, lost)
    expect(state.phase).toEqual({ kind: 'reading', why: { kind: 'lost' } })
    expect(maySend(state)).toBe(false)
    expect(nextAnswer(state, seen(open())).phase.kind).toBe('reading')
  })

  it('still open: the same words can be sent again, and no others', () => {
    const state = stateAfter(...sent, lost, read(open()))
    expect(state).toMatchObject({ words: 'M', phase: { kind: 'still_open' } })
    expect(nextAnswer(state, typed('L'))).toBe(state)
    expect(nextAnswer(state, send).phase).toEqual({
      kind: 'sending',
      doubt: true,
      back: 'still_open',
    })
  })

  it('not open: Envoy has an answer, and nobody is said to have given it', () => {
    for (const event of [read(goesOn), seen(goesOn)]) {
      const state = stateAfter(...sent, lost, event)
      expect(overWords(state)?.title).toBe('Envoy has an answer to this question')
      expect(JSON.stringify(overWords(state))).not.toMatch(/your/i)
    }
  })

  it('[R-033] the purchase has ended: nothing is claimed of the answer', () => {
    expect(overWords(stateAfter(...sent, lost, read(ended)))).toEqual({
      title: 'This question is no longer open',
      text: 'The purchase has ended. It is not known whether your answer was used.',
    })
  })

  it('another question is open: Envoy has an answer to the one before', () => {
    const state = stateAfter(...sent, lost, read(open('q2')))
    expect(state).toMatchObject({ words: '', question: { id: 'q2' }, phase: { kind: 'open' } })
    expect(noteWords(state)).toBe('Envoy has an answer to the question before this one.')
  })

  it('a read that fails says that it is not known, and is made again by a press', () => {
    const unread: AnswerEvent = { type: 'unread', failure: new CallFailure('unavailable') }
    const state = stateAfter(...sent, lost, unread)
    expect(doubtWords(state)?.text).toMatch(/not known yet/)
    expect(maySend(state)).toBe(false)
    expect(nextAnswer(state, { type: 'check' }).phase).toEqual({
      kind: 'reading',
      why: { kind: 'lost' },
    })
    expect(nextAnswer(state, seen(goesOn)).phase.kind).toBe('has_answer')
  })
})

describe('[B10] after a reload', () => {
  it('[R-050] the purchase is read, then the words are asked for anew', () => {
    const state = stateAfter(seen(open('q1', ['q1'])))
    expect(state).toMatchObject({ words: '', phase: { kind: 'reading', why: { kind: 'earlier' } } })
    const asked = nextAnswer(state, read(open('q1', ['q1'])))
    expect(asked.phase).toMatchObject({ kind: 'open', doubt: true })
    expect(doubtWords(asked)?.title).toBe('An answer may have been sent')
  })

  it('the question is not open any more: Envoy has an answer', () => {
    const state = stateAfter(seen({ ...goesOn, inDoubt: ['q1'] }))
    expect(state.phase).toEqual({ kind: 'has_answer' })
    expect(stateAfter(seen({ ...ended, inDoubt: ['q1'] })).phase.kind).toBe('closed')
  })
})

describe('what Envoy refuses', () => {
  it('[R-044] another answer with the same key: read, then said', () => {
    const state = stateAfter(...sent, failed('idempotency_conflict'))
    expect(state.phase).toMatchObject({ kind: 'reading', why: { kind: 'conflict' } })
    expect(nextAnswer(state, read(goesOn)).phase).toEqual({ kind: 'has_answer' })
  })

  it('[B6] a conflict about a question that is still open is shown, and nothing is sent by itself', () => {
    const state = stateAfter(...sent, failed('idempotency_conflict'), read(open()))
    expect(state.phase).toMatchObject({
      kind: 'open',
      failure: { kind: 'idempotency_conflict' },
    })
    const looked = nextAnswer(state, { type: 'check' })
    expect(looked.phase.kind).toBe('reading')
    expect(nextAnswer(looked, read(goesOn)).phase).toEqual({ kind: 'has_answer' })
    expect(nextAnswer(state, typed('L')).phase).toMatchObject({ kind: 'open', failure: null })
  })

  it('[R-160] the question is gone: read, then said', () => {
    const state = stateAfter(...sent, failed('state_conflict'), read(goesOn))
    expect(overWords(state)).toEqual({
      title: 'This question is no longer open',
      text: 'Your answer was not recorded.',
    })
  })

  it('[R-014] fields that Envoy could not use stand at the field, in safe words', () => {
    const { meta } = status()
    const fields = [
      { path: 'answer', problem: 'is too\u202e long', expected: 'at most 2000 characters' },
      { path: 'x.y', problem: '', expected: '' },
    ]
    const state = stateAfter(...sent, failed('invalid_input', { fields, meta }))
    if (state.phase.kind !== 'open' || state.phase.problem === null) throw new Error('a problem')
    const words = problemWords(state.phase.problem, false)
    expect(words).toContain('It is too long. Expected: at most 2000 characters.')
    expect(words).not.toContain('x.y')
  })

  it('[R-008] what is too long for us never left', () => {
    const state = stateAfter(...sent, failed('invalid_input'))
    expect(state.phase).toMatchObject({ kind: 'open', problem: { kind: 'too_long' } })
    expect(state.words).toBe('M')
  })
})

describe('[product] whatever happens in whatever order', () => {
  const sights = fc.record({
    question: fc.option(fc.constantFrom('q1', 'q2').map(question)),
    ended: fc.boolean(),
    inDoubt: fc.subarray(['q1', 'q2']),
  })
  const failures = fc
    .record({
      kind: fc.constantFrom<FailureKind>(
        'no_reply',
        'signed_out',
        'invalid_input',
        'idempotency_conflict',
        'state_conflict',
        'rate_limited',
      ),
      changed: fc.constantFrom('nothing' as const, 'unknown' as const),
    })
    .map(({ kind, changed }) => new CallFailure(kind, { changed }))
  const events: fc.Arbitrary<AnswerEvent> = fc.oneof(
    sights.map(seen),
    sights.map(read),
    fc.constantFrom('', 'M', 'L').map(typed),
    fc.constant(send),
    fc.constantFrom<AnswerEvent>({ type: 'check' }, { type: 'given_up' }),
    sights.map((sight): AnswerEvent => ({ type: 'recorded', at: null, sight })),
    failures.map((failure): AnswerEvent => ({ type: 'failed', failure })),
    failures.map((failure): AnswerEvent => ({ type: 'unread', failure })),
  )

  it('words stay with their question, and doubt is never forgotten while it is open', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 40 }), (list) => {
        let state = NO_ANSWER
        let words = ''
        for (const event of list) {
          const before = state
          state = nextAnswer(before, event)
          if (event.type === 'typed' && before.phase.kind === 'open') words = event.words
          if (state.question?.id !== before.question?.id) words = ''
          expect(state.words).toBe(words)
          if (state.phase.kind !== 'none' && state.phase.kind !== 'has_answer') {
            expect(state.question === null && state.phase.kind !== 'closed').toBe(false)
          }
          const doubted = before.phase.kind === 'open' && before.phase.doubt
          if (
            doubted &&
            state.phase.kind === 'open' &&
            state.question?.id === before.question?.id
          ) {
            expect(state.phase.doubt).toBe(true)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it('[R-050] after a lost reply only a read of the purchase lets anything be sent', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 20 }), (list) => {
        let state = stateAfter(...sent, lost)
        for (const event of list) {
          const wasUnread = state.phase.kind === 'reading' || state.phase.kind === 'unread'
          const tells = event.type === 'read' || event.type === 'seen' || event.type === 'recorded'
          state = nextAnswer(state, event)
          if (wasUnread && !tells) expect(maySend(state)).toBe(false)
        }
      }),
      { numRuns: 200 },
    )
  })
})
