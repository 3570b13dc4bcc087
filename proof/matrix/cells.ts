import type { WaitReason } from '@/api/core/waits'
import type { FailureKind } from '@/api/envoy/failure'
import type { Toxics } from '../network/tcp-proxy'

/** The four things a person does on which every fault is tried. */
export const PLAYS = ['read', 'held', 'answer', 'start'] as const
export type Play = (typeof PLAYS)[number]

/** A call that left the page: which, and how many whole seconds after the first faulty one. */
export type Sending = `${'page' | 'hold' | 'status' | 'answer' | 'start'} ${number}`

/** A wait that was shown, with its length in whole seconds where anybody can know it. */
export type Waiting = `${WaitReason} ${number}` | 'offline' | 'breaker'

type Failed =
  | FailureKind
  /** B2: nothing says that it did not happen. */
  | `${FailureKind}, maybe done`
  /** Whole seconds after the first faulty call. */
  | `${FailureKind}, again from ${number}`

/** What a person is told, one thing after the other. */
export type Ending =
  /** A page of history. */
  | `${number} lines${'' | ', USD' | `, ${number} unreadable` | ', stopped'}`
  /** A purchase that is watched. */
  | `seen ${'processing' | 'completed' | 'not_recognised'}`
  /** A write whose reply said so. */
  | 'recorded'
  | Failed
  /** After a write whose outcome was not known, the purchase was read: known now, or still not. */
  | 'known'
  | 'still unknown'
  /** Nothing at all: whoever asked has gone. */
  | 'dropped'
  /** Envoy's contract is another one: a banner, and no more writes (C57). */
  | 'other contract'
  /** The next account's own history. */
  | 'own lines only'

export type Cell = {
  /** In the order they left. A fault that comes before a call leaves makes none. */
  readonly sent: readonly Sending[]
  readonly waits?: readonly Waiting[]
  readonly told: readonly Ending[]
  /** How often the write has happened at Envoy. */
  readonly effects?: 0 | 1
}

/** A fault of the sandbox as `/control/faults` takes it, without tool and account. */
export type SandboxFault = { readonly fault: string } & Readonly<Record<string, unknown>>

/** What goes wrong, from the first call on that is looked at. */
export type Cause =
  /** `now`: the time of all clocks, epoch ms. */
  | { readonly by: 'envoy'; readonly faults: (now: number) => readonly SandboxFault[] }
  | {
      readonly by: 'network'
      /** Between the page and Passbook, or between Passbook and Envoy. */
      readonly at: 'page' | 'envoy'
      readonly toxics: Toxics | 'refused'
      /** It is well again when this many calls have left. */
      readonly calls?: number
    }
  /** The reply ends after this share of its bytes, headers included. */
  | {
      readonly by: 'cut'
      readonly at: 'page' | 'envoy'
      readonly share: number
      readonly end: 'close' | 'reset'
    }
  /** Something happens while Envoy takes ten seconds for the call. */
  | {
      readonly by: 'meanwhile'
      readonly what: 'connection_lost' | 'sign_out' | 'other_account'
    }
  /** The browser says that there is no network; it is back after so many seconds. */
  | { readonly by: 'offline'; readonly seconds: number }
  /** What the person wants to send is larger than 64 KB. */
  | { readonly by: 'large_input' }

export type Row = {
  /** The fault as a colleague says it. */
  readonly fault: string
  /** Each of them leads to the same. */
  readonly causes: readonly Cause[]
  /** A play the fault cannot happen to is left out. */
  readonly cells: { readonly [play in Play]?: Cell }
}

/** A fault of the sandbox's with these parameters. */
export function envoy(fault: string, parameters: Record<string, unknown> = {}): Cause {
  return { by: 'envoy', faults: () => [{ fault, ...parameters }] }
}
