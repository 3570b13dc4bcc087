import { describe, expect, it } from 'vitest'
import type { Purchase } from '@/api/envoy/types'
import { checked, NOON, purchase, rupees } from './fixtures'
import { learn } from './knowledge'
import { purchaseSteps, stepNote, stepsNote, stepTime } from './steps'

const MINUTE = 60_000

function told(one: Purchase, news = [checked(one)]) {
  const { seen } = news.reduce<ReturnType<typeof learn> | undefined>(learn, undefined) ?? {
    seen: [],
  }
  const steps = purchaseSteps(one, seen)
  return {
    steps,
    lines: steps.map((step) => `${step.at}: ${step.label} ${stepTime(step, steps, NOON)}`.trim()),
    notes: steps.map((step) => stepNote(step, steps, NOON)),
  }
}

describe('purchaseSteps', () => {
  const question = purchase({
    state: 'needs_answer',
    money: 'set_aside',
    timeline: [
      { state: 'needs_details', at: NOON - 29 * MINUTE },
      { state: 'processing', at: NOON - 28 * MINUTE },
      { state: 'needs_answer', at: NOON - 11 * MINUTE },
    ],
  })

  it('[timeline] follows Envoy; money comes from `money`, with the time it was seen', () => {
    const { lines, notes } = told(question)
    expect(lines).toEqual([
      'was: Asked for 14:02',
      'was: Details asked 14:03',
      'was: Working on it 14:04',
      'was: Money set aside',
      'now: Question for you 14:21',
      'next: Pay the shop',
      'next: Confirm with the shop',
      'next: Done',
    ])
    expect([notes[0], notes[3], notes[4]]).toEqual([
      'By Homekeeper agent',
      '₹2,149.00 · seen 14:32',
      'Waiting for your answer',
    ])
  })

  it('[SR-28] an agent’s name is cleaned before it stands in a step', () => {
    const { notes } = told(purchase({ agentName: 'Neem \u202egnp.exe\u0007\n\nMart' }))
    expect(notes[0]).toBe('By Neem gnp.exe Mart')
    expect(told(purchase({ agentName: ' \u200b' })).notes[0]).toBe('By an agent that is not named')
    expect(told(purchase({ agentName: null })).notes[0]).toBeNull()
  })

  it('[C22] without a timeline shows when Passbook first saw each state, and says so', () => {
    const one = purchase({ state: 'verifying' })
    const { lines, steps } = told(one, [
      checked({ state: 'processing' }, NOON - 5 * MINUTE),
      checked({ state: 'processing' }, NOON - 4 * MINUTE),
      checked({ state: 'verifying' }, NOON),
    ])
    expect(lines).toEqual([
      'was: Asked for 14:02',
      'was: Working on it 14:27',
      'now: Confirming 14:32',
      'next: Done',
    ])
    expect(stepsNote(one, steps, NOON)).toBe(
      'Times are when Passbook first saw each step; the first is from Envoy. Today, IST.',
    )
  })

  it('[C22] a timeline that lags behind the state does not lose a step', () => {
    const one = purchase({ ...question, state: 'verifying', money: null })
    expect(told(one).lines).toEqual([
      'was: Asked for 14:02',
      'was: Details asked 14:03',
      'was: Working on it 14:04',
      'was: Question asked 14:21',
      'now: Confirming',
      'next: Done',
    ])
  })

  it.each(['completed', 'failed', 'cancelled', 'superseded', 'not_recognised'] as const)(
    '[product] nothing is still to come after %s',
    (state) => {
      expect(told(purchase({ state })).steps.filter(({ at }) => at === 'next')).toEqual([])
    },
  )

  it('[R-202] no step is promised where spending is closed or support has to look', () => {
    for (const more of [{ spendingClosed: true }, { needsSupport: true }]) {
      const { steps } = told(purchase({ state: 'processing', ...more }))
      expect(steps.some(({ at }) => at === 'next')).toBe(false)
    }
  })

  it('[R-201] tells each change of money once, with amounts where Envoy gave them', () => {
    const one = purchase({
      state: 'completed',
      money: 'refunded',
      charged: rupees(899),
      refunded: rupees(899),
    })
    const { lines, notes } = told(one, [
      checked({ state: 'verifying', money: 'charged' }, NOON - 2 * MINUTE),
      checked({ state: 'completed', money: 'charged' }, NOON - MINUTE),
      checked({ state: 'completed', money: 'refunded' }, NOON),
    ])
    expect(lines).toEqual([
      'was: Asked for 14:02',
      'was: Confirming 14:30',
      'was: Charged',
      'was: Refunded',
      'now: Done 14:31',
    ])
    expect(notes.slice(2, 4)).toEqual(['₹899.00 · seen 14:30', '₹899.00 · seen 14:32'])
  })

  it('names the day of each step where they do not share one', () => {
    const one = purchase({ state: 'processing', createdAt: NOON - 24 * 3600_000 })
    const { lines, steps } = told(one)
    expect(lines.slice(0, 2)).toEqual([
      'was: Asked for Yesterday, 14:32',
      'now: Working on it Today, 14:32',
    ])
    expect(stepsNote(one, steps, NOON)).toContain('All in IST.')
  })
})
