import type { OwnStorage } from '../core/stored'
import { KEPT, keep } from './kept'
import type { PassbookApi } from './passbook-api'

const THEME = 'passbook-theme'
/** What Envoy asked for, and how much of its limit is used: both outlive a session. */
const LIMITS = ['passbook.gate.', 'passbook.starts.']

/** Kept through a sign-out: it names no purchase and concerns whoever sits here next. */
export function isPreference(key: string): boolean {
  return key === THEME || key === KEPT.lockAfter || LIMITS.some((limit) => key.startsWith(limit))
}

type Parts = { readonly api: Pick<PassbookApi, 'signOut'>; readonly storage: OwnStorage }

/**
 * Tells the server, and takes the mark away once it has confirmed (ASVS 14.3.1). The browser is asked
 * to empty its storage only when nothing but preferences is left there; those are written back.
 */
export async function tellServer({ api, storage }: Parts): Promise<boolean> {
  const mayStay = storage.keys().filter((key) => isPreference(key) || isOwnMark(key))
  const kept = mayStay.map((key) => [key, storage.getItem(key)] as const)
  const confirmed = await api.signOut(mayStay.length === storage.keys().length)
  for (const [key, value] of kept) {
    if (storage.getItem(key) === null) keep(storage, key, value)
  }
  if (confirmed) keep(storage, KEPT.signingOut, null)
  return confirmed
}

const OWN_MARKS: readonly string[] = [KEPT.generation, KEPT.signingOut, KEPT.said]
const isOwnMark = (key: string) => OWN_MARKS.includes(key)
