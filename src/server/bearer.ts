import { createHash } from 'node:crypto'
import type { ProofKey } from './proof'

/** Whose pages these are: `tag` tells accounts apart without naming anyone, `name` is shown. */
export type Account = { readonly tag: string; readonly name: string }

/** What Envoy is called with for a request; a null `proofKey` sends no installation proof. */
export type Bearer = {
  readonly token: string
  readonly account: Account
  readonly proofKey: ProofKey | null
}

/** Where the bearer of a request comes from; null when the request is nobody's, or its session is over. */
export type Bearers = { bearerFor(request: Request): Promise<Bearer | null> }

/** Whom a request is for, also while the access token has to be renewed first. */
type Holder = {
  readonly account: Account
  /** Whole seconds that the access token still serves; null: it is never renewed here. */
  readonly freshForS: number | null
}

/** Bearers, and who is signed in; null when nobody is. */
export type BearerSource = Bearers & { holderFor(request: Request): Promise<Holder | null> }

const TAG_LENGTH = 22

function accountOf(token: string): Account {
  const hash = createHash('sha256').update(token).digest('base64url')
  return { tag: hash.slice(0, TAG_LENGTH), name: 'You' }
}

/**
 * One person's own token for every request (no sign-in page). It is asked for each time. The tag is a
 * hash of the token, the name "You".
 */
export function oneToken(read: () => string, proofKey: ProofKey | null): BearerSource {
  return {
    async bearerFor() {
      const token = read()
      return { token, account: accountOf(token), proofKey }
    },
    async holderFor() {
      return { account: accountOf(read()), freshForS: null }
    },
  }
}
