import { z } from 'zod'
import { PASSBOOK, registerClient } from '../central-auth/clients'
import type { World } from '../world'
import { jsonRoute } from './body'

const printable = (most: number, words: string) =>
  z.string({ error: words }).regex(new RegExp(`^[\\x21-\\x7e]{1,${most}}$`), { error: words })

const address = z
  .string({ error: 'must be an address' })
  .max(2_048, { error: 'must be an address of at most 2048 characters' })
  .refine((text) => /^https?:\/\/[^#]*$/.test(text) && URL.canParse(text), {
    error: 'must be an http or https address without a fragment',
  })

const addresses = z.array(address, { error: 'must be a list of addresses' })

const schema = z.strictObject({
  client_id: printable(128, 'must be 1 to 128 printable characters without spaces').refine(
    (id) => id !== PASSBOOK,
    { error: 'must not be passbook, which is known from the start' },
  ),
  client_secret: printable(256, 'must be 1 to 256 printable characters without spaces').nullish(),
  redirect_uris: addresses.min(1, { error: 'must have at least one address' }),
  post_logout_redirect_uris: addresses.default([]),
})

/**
 * `POST /control/clients {"client_id": "mine", "client_secret": "…", "redirect_uris":
 * ["https://mine.example.test/callback"], "post_logout_redirect_uris": []}` → `{"client_id": "mine"}`:
 * lets another client sign people in, in place of one of the same id. Addresses are compared exactly.
 * Without a secret it is a public client. A reset keeps it.
 */
export function registerClientRoute(world: World) {
  return jsonRoute(schema, (input) => {
    registerClient(world, {
      clientId: input.client_id,
      clientSecret: input.client_secret ?? null,
      redirectUris: input.redirect_uris,
      postLogoutRedirectUris: input.post_logout_redirect_uris,
    })
    return { client_id: input.client_id }
  })
}
