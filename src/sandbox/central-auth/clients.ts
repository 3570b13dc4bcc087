import type { ClientMetadata } from 'oidc-provider'
import type { World } from '../world'

/** Passbook's own client, known from the start. */
export const PASSBOOK = 'passbook'

/** A client as `POST /control/clients` takes it; without a secret it is a public one. */
export type ClientRegistration = {
  clientId: string
  clientSecret: string | null
  redirectUris: readonly string[]
  postLogoutRedirectUris: readonly string[]
}

export type Clients = {
  /** In the names of OpenID Connect's client registration; undefined for one nobody knows. */
  metadataOf(clientId: string): ClientMetadata | undefined
  /** Whether this is Passbook on this machine, whatever its port: `path` is what must follow it. */
  isPassbookHere(clientId: string, uri: string, path: '/' | '/auth/callback'): boolean
  /** Lets a Passbook be answered at this origin (such as `https://passbook.example.test`). */
  allowOrigin(origin: string): void
}

/** Whoever may ask Central Auth to sign somebody in. Registered clients are kept in the database. */
export function createClients(world: World, passbookSecret: string): Clients {
  const origins = new Set(['http://127.0.0.1', 'http://localhost'])
  const passbook = (): ClientRegistration => ({
    clientId: PASSBOOK,
    clientSecret: passbookSecret,
    redirectUris: [...origins].map((origin) => `${origin}/auth/callback`),
    postLogoutRedirectUris: [...origins].map((origin) => `${origin}/`),
  })
  return {
    metadataOf(clientId) {
      const client = clientId === PASSBOOK ? passbook() : registered(world, clientId)
      return client && metadata(client)
    },
    isPassbookHere(clientId, uri, path) {
      const after = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?(\/.*)$/.exec(
        uri,
      )?.[1]
      return clientId === PASSBOOK && after === path
    },
    allowOrigin(origin) {
      origins.add(new URL(origin).origin)
    },
  }
}

/** Makes a client known, in place of one of the same id. */
export function registerClient(world: World, client: ClientRegistration): void {
  world.db
    .prepare(
      `INSERT INTO auth_clients (client_id, metadata) VALUES (?, ?)
       ON CONFLICT DO UPDATE SET metadata = excluded.metadata`,
    )
    .run(client.clientId, JSON.stringify(client))
}

function registered(world: World, clientId: string): ClientRegistration | undefined {
  const text = world.db
    .prepare<[string], string>('SELECT metadata FROM auth_clients WHERE client_id = ?')
    .pluck()
    .get(clientId)
  return text === undefined ? undefined : JSON.parse(text)
}

function metadata(client: ClientRegistration): ClientMetadata {
  const { clientId, clientSecret, redirectUris, postLogoutRedirectUris } = client
  return {
    client_id: clientId,
    ...(clientSecret === null
      ? { token_endpoint_auth_method: 'none' }
      : { client_secret: clientSecret, token_endpoint_auth_method: 'client_secret_basic' }),
    redirect_uris: [...redirectUris],
    post_logout_redirect_uris: [...postLogoutRedirectUris],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    id_token_signed_response_alg: 'ES256',
  }
}
