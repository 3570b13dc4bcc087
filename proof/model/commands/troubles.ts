import * as fc from 'fast-check'
import { type Fault, faultSchema } from '@/sandbox/faults'
import type { Aim, WayFault } from '../faults'
import { type Step, signedInStep, step } from './step'

const envoyFault = (name: string, fault: Record<string, unknown>): WayFault => ({
  what: 'envoy',
  name,
  fault: faultSchema.parse(fault) satisfies Fault,
})

function plan(name: string, details: string, aim: Aim, fault: WayFault): Step {
  return step(
    name,
    `${details && `${details} `}for the next ${aim === 'any' ? 'call' : aim}`,
    (world) => world.trouble.plan(aim, fault),
  )
}

const rateLimited = (aim: Aim, after: number | null, header: number | 'absent' | 'soon') =>
  plan(
    '429',
    `after ${after} s, header ${header}`,
    aim,
    envoyFault('429', { fault: 'status_429', after_seconds: after, retry_after: header }),
  )

const unavailable = (aim: Aim, after: number | null, retryable: boolean, done: boolean) =>
  plan(
    '503',
    `after ${after} s${retryable ? '' : ', for good'}${done ? ', once it was done' : ''}`,
    aim,
    envoyFault('503', {
      fault: 'status_503',
      after_seconds: after,
      retryable,
      after_effect: done,
    }),
  )

/** What can go wrong with the next call that fits. */
export function troubles(tab: fc.Arbitrary<number>): fc.Arbitrary<Step>[] {
  const stale = fc.constant(plan('answer of before', '', 'status', { what: 'stale' }))
  const aim = fc.constantFrom<Aim>('any', 'write', 'status')
  return [
    fc
      .tuple(
        aim,
        fc.constantFrom<(number | null)[]>(1, 5, 60, 240, 400, null),
        fc.constantFrom<(number | 'absent' | 'soon')[]>('absent', 'soon', 1, 30, 120),
      )
      .map((given) => rateLimited(...given)),
    fc
      .tuple(aim, fc.constantFrom<(number | null)[]>(1, 30, 400, null), fc.boolean(), fc.boolean())
      .map((given) => unavailable(...given)),
    aim.map((its) => plan('lost on the way there', '', its, { what: 'lost_before' })),
    aim.map((its) => plan('lost on the way back', '', its, { what: 'lost_after' })),
    fc
      .tuple(aim, fc.constantFrom(0, 0.3, 0.9))
      .map(([its, at]) => plan('cut reply', `at ${at}`, its, { what: 'cut', at })),
    aim.map((its) => plan('no answer', '', its, { what: 'silence' })),
    stale,
    stale,
    stale,
    fc
      .tuple(tab, fc.constantFrom(5, 200))
      .map(([n, times]) =>
        signedInStep('others use the token', n, `${times} times`, (world, { owner }) =>
          world.alsoUsed(owner, times),
        ),
      ),
    fc
      .constantFrom(0, 3_000, 40_000)
      .map((ms) =>
        step('Envoy restarts', `and is down for ${ms} ms`, (world) => world.network.restart(ms)),
      ),
  ]
}
