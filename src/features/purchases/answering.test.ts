import { describe, expect, it } from 'vitest'
import type { UnresolvedWrite } from '@/api/core/journal'
import type { EnvoyClient } from '@/api/envoy/client'
import { CallFailure } from '@/api/envoy/failure'
import type { PurchaseStatus, Question, WriteResult } from '@/api/envoy/types'
import { WriteNotKept } from '@/api/envoy/writing'
import { createAnswering, isNotKept } from './answering'
import { NOON, purchaseId, status } from './fixtures'

const purchase = purchaseId('a')
const question: Question = { id: 'q1', kind: 'text', prompt: 'Which size?', options: [] }
const asks = (over: Partial<Question> = {}) =>
  status({ state: 'needs_answer', question: { ...question, ...over } })
const goesOn = () => status({ state: 'processing', revision: 8 })
const entry: UnresolvedWrite = {
  tool: 'submit_answer',
  key: 'pbk_0123456789abcdef',
  purchaseId: purchase,
  questionId: 'q1',
  createdAt: NOON,
}
const lost = () => new CallFailure('no_reply', { changed: 'unknown' })

type Reply<T> = () => Promise<T>

/** Envoy as far as an answer needs it. */
function stage(
  parts: {
    submit?: Reply<WriteResult>
    read?: Reply<PurchaseStatus>
    kept?: UnresolvedWrite[]
    first?: PurchaseStatus
  } = {},
) {
  const calls: string[] = []
  const learnt: PurchaseStatus[] = []
  const kept = parts.kept ?? []
  const read = parts.read ?? (async () => asks())
  const envoy: Partial<EnvoyClient> = {
    unresolvedWrites: () => kept,
    async submitAnswer({ questionId, answer }) {
      calls.push(`submit ${questionId} ${answer}`)
      return parts.submit ? parts.submit() : { ...goesOn(), replayed: false }
    },
    async checkWrite(write) {
      calls.push(`check ${write.questionId}`)
      const shown = await read()
      const settled = shown.purchase.question?.id !== write.questionId
      if (settled) kept.splice(kept.indexOf(write), 1)
      return { status: shown, settled }
    },
    async getPurchaseStatus() {
      calls.push('read')
      return read()
    },
  }
  // An answer reads nothing of the client but these.
  const client = envoy as EnvoyClient
  const first = parts.first ?? asks()
  const answering = createAnswering(
    { envoy: client, purchase, learn: (shown) => void learnt.push(shown) },
    first,
  )
  answering.see(first)
  return { answering, calls, learnt, kept, phase: () => answering.state.get().phase }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 1))

describe('[R-047] sending', () => {
  it('a press, and another one at once, is one call; its reply is what is known', async () => {
    const { answering, calls, learnt, phase } = stage()
    answering.type('M')
    expect(answering.send()).toBe(true)
    expect(answering.send()).toBe(true)
    await settle()
    expect(calls).toEqual(['submit q1 M'])
    expect(phase()).toEqual({ kind: 'recorded', at: NOON })
    expect(learnt.map((shown) => shown.purchase.revision)).toEqual([8])
  })

  it('[R-036] a replay was recorded some time before, so no time is named', async () => {
    const { answering, phase } = stage({ submit: async () => ({ ...goesOn(), replayed: true }) })
    answering.type('M')
    answering.send()
    await settle()
    expect(phase()).toEqual({ kind: 'recorded', at: null })
  })

  it('nothing typed: nothing sent, and the field is told', async () => {
    const { answering, calls } = stage()
    expect(answering.send()).toBe(false)
    await settle()
    expect(calls).toEqual([])
  })

  it('[R-112] given up while it waits', async () => {
    let giveUp = () => {}
    const { answering, phase } = stage({
      submit: () =>
        new Promise((_, reject) => {
          giveUp = () => reject(new DOMException('Given up', 'AbortError'))
        }),
    })
    answering.type('M')
    answering.send()
    answering.cancel()
    giveUp()
    await settle()
    expect(phase().kind).toBe('open')
    expect(answering.state.get()).toMatchObject({ note: 'given_up', words: 'M' })
  })

  it('[R-020] what could not be kept is told apart from what the server refused', () => {
    expect(isNotKept(new WriteNotKept())).toBe(true)
    expect(isNotKept(new CallFailure('refused'))).toBe(false)
  })
})

describe('[R-050] [R-081] after a lost reply', () => {
  it('reads by the saved entry at once, and sends nothing by itself', async () => {
    const kept: UnresolvedWrite[] = []
    const { answering, calls, phase } = stage({
      kept,
      submit: async () => {
        kept.push(entry)
        throw lost()
      },
    })
    answering.type('M')
    answering.send()
    await settle()
    expect(calls).toEqual(['submit q1 M', 'check q1'])
    expect(phase().kind).toBe('still_open')
    answering.send()
    await settle()
    expect(calls.slice(2)).toEqual(['submit q1 M', 'check q1'])
  })

  it('takes the purchase that was read with the failure, and reads no second time', async () => {
    const { answering, calls, phase } = stage({
      submit: async () => {
        throw new CallFailure('unavailable', { changed: 'unknown', status: goesOn() })
      },
    })
    answering.type('M')
    answering.send()
    await settle()
    expect(calls).toEqual(['submit q1 M'])
    expect(phase()).toEqual({ kind: 'has_answer' })
  })

  it('a read that fails is made again by a press', async () => {
    let fails = true
    const { answering, calls, phase } = stage({
      submit: async () => {
        throw lost()
      },
      read: async () => {
        if (fails) throw new CallFailure('unavailable')
        return goesOn()
      },
    })
    answering.type('M')
    answering.send()
    await settle()
    expect(phase().kind).toBe('unread')
    fails = false
    answering.check()
    await settle()
    expect(calls).toEqual(['submit q1 M', 'read', 'read'])
    expect(phase()).toEqual({ kind: 'has_answer' })
  })
})

it('[SR-21] a connection that is closed is not asked again', async () => {
  const { calls, phase } = stage({
    kept: [entry],
    read: async () => {
      throw new DOMException('Given up', 'AbortError')
    },
  })
  await settle()
  expect(calls).toEqual(['check q1'])
  expect(phase().kind).toBe('reading')
})

describe('[R-050] after a reload', () => {
  it('an entry for the open question: read first, then asked', async () => {
    const { calls, phase } = stage({ kept: [entry] })
    expect(phase().kind).toBe('reading')
    await settle()
    expect(calls).toEqual(['check q1'])
    expect(phase()).toMatchObject({ kind: 'open', doubt: true })
  })

  it('an entry for a question that is over is settled by one read, and told', async () => {
    const kept = [entry]
    const { answering, calls, phase } = stage({ kept, first: goesOn(), read: async () => goesOn() })
    answering.see(goesOn())
    await settle()
    expect(calls).toEqual(['check q1'])
    expect(kept).toEqual([])
    expect(phase()).toEqual({ kind: 'has_answer' })
  })

  it('[R-034] entries of other purchases are left alone', async () => {
    const other = { ...entry, purchaseId: purchaseId('b') }
    const { calls, phase } = stage({ kept: [other, { ...entry, tool: 'start_purchase' }] })
    await settle()
    expect(calls).toEqual([])
    expect(phase().kind).toBe('open')
  })
})

it('[product] a fault of ours is reported, and what it left behind is read', async () => {
  const reported: unknown[] = []
  const before = globalThis.reportError
  globalThis.reportError = (error) => void reported.push(error)
  try {
    const { answering, calls, phase } = stage({
      submit: async () => {
        throw new TypeError('broken')
      },
    })
    answering.type('M')
    answering.send()
    await settle()
    expect(reported).toHaveLength(1)
    expect(calls).toEqual(['submit q1 M', 'read'])
    expect(phase().kind).toBe('still_open')
  } finally {
    globalThis.reportError = before
  }
})
