import { createHash } from 'node:crypto'

/** Whose pages these are: `tag` tells accounts apart without naming anyone, `name` is shown. */
type Account = { readonly tag: string; readonly name: string }

/** Where the bearer of a request comes from; null when the request is nobody's. */
export type TokenSource = {
  tokenFor(request: Request): { token: string; account: Account } | null
}

const TAG_LENGTH = 22

/**
 * One person's own token for every request (no sign-in page). It is asked for each time, because the
 * local Envoy gives a new one after a reset. The tag is a hash of the token, the name "You".
 */
export function oneToken(read: () => string): TokenSource {
  return {
    tokenFor() {
      const token = read()
      const hash = createHash('sha256').update(token).digest('base64url')
      return { token, account: { tag: hash.slice(0, TAG_LENGTH), name: 'You' } }
    },
  }
}
