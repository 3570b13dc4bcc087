import { z } from 'zod'
import type { CookieNames } from './cookie-names'
import { type Cookies, dropCookie, setCookie } from './cookies'
import type { Keyring } from './keyring'
import { seal, unseal } from './seal'

/** So long a person may take at the issuer (seconds). */
const LONGEST_S = 600
/** A clock of another server may be a little ahead of ours (seconds). */
const EARLY_S = 60
/** Attempts that one browser may have under way beside the next; more would not fit into a request. */
const MOST_BESIDE = 3

const Payload = z.strictObject({
  v: z.literal(1),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirect_uri: z.string(),
  /** Where to go afterwards. */
  to: z.string(),
  /** The sessions that are over once this sign-in succeeds. */
  out: z.array(z.string()),
  /** Epoch seconds. */
  iat: z.int(),
})

/** One sign-in under way, as it lies sealed in the browser that began it. */
export type Transaction = z.infer<typeof Payload>

const STATE = /^[\w-]{43}$/
const NAMED_BY = 8
const options = (names: CookieNames) => ({ secure: names.secure, sameSite: 'Lax' }) as const

const nameOf = (names: CookieNames, state: string) => names.signInPrefix + state.slice(0, NAMED_BY)

/** The cookie of a new attempt. Lax: the issuer's redirect comes from another site. */
export async function transactionCookie(
  keyring: Keyring,
  names: CookieNames,
  transaction: Transaction,
): Promise<string> {
  const sealed = await seal(keyring, 'sign-in', transaction)
  return setCookie(nameOf(names, transaction.state), sealed, {
    ...options(names),
    maxAge: LONGEST_S,
  })
}

/** Takes the cookie of an attempt away: each is good for one callback. */
export function dropTransaction(names: CookieNames, state: string): string {
  return dropCookie(nameOf(names, state), options(names))
}

/** The attempt that a state belongs to; 'expired' when it took too long, null when there is none. */
export async function findTransaction(
  keyring: Keyring,
  cookies: Cookies,
  names: CookieNames,
  state: string,
  now: number,
): Promise<Transaction | 'expired' | null> {
  if (!STATE.test(state)) return null
  const transaction = await open(keyring, cookies.get(nameOf(names, state)))
  if (transaction?.state !== state) return null
  return isCurrent(transaction, now) ? transaction : 'expired'
}

/** Takes attempts away that are over or too many, so that a browser's requests never grow too large. */
export async function dropOldTransactions(
  keyring: Keyring,
  cookies: Cookies,
  names: CookieNames,
  now: number,
): Promise<string[]> {
  // The newest first, as browsers send the oldest first: of one second, too, the oldest goes.
  const ours = [...cookies].filter(([name]) => name.startsWith(names.signInPrefix)).toReversed()
  const opened = await Promise.all(
    ours.map(async ([name, sealed]) => {
      const transaction = await open(keyring, sealed)
      return { name, iat: transaction && isCurrent(transaction, now) ? transaction.iat : 0 }
    }),
  )
  return opened
    .toSorted((a, b) => b.iat - a.iat)
    .filter(({ iat }, index) => iat === 0 || index >= MOST_BESIDE)
    .map(({ name }) => dropCookie(name, options(names)))
}

async function open(keyring: Keyring, sealed: string | undefined): Promise<Transaction | null> {
  if (sealed === undefined) return null
  return Payload.safeParse(await unseal(keyring, 'sign-in', sealed)).data ?? null
}

function isCurrent(transaction: Transaction, now: number): boolean {
  const age = now / 1_000 - transaction.iat
  return age >= -EARLY_S && age < LONGEST_S
}
