import type { CallFailure } from '@/api/envoy/failure'
import type { Check, Knowledge } from './knowledge'

/** What a purchase's page can show: never a state before a check came back. */
export type Screen =
  | { readonly kind: 'loading' }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'failed'; readonly failure: CallFailure }
  | { readonly kind: 'shown'; readonly check: Check; readonly failure: CallFailure | null }

export function screenOf(known: Knowledge | undefined): Screen {
  const failure = known?.failed?.failure ?? null
  // A purchase that is not there any more is not shown from memory: it may be another account's now.
  if (failure?.kind === 'not_found') return { kind: 'not_found' }
  if (known?.checked) return { kind: 'shown', check: known.checked, failure }
  return failure ? { kind: 'failed', failure } : { kind: 'loading' }
}
