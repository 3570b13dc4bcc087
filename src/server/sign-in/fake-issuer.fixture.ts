import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { onTestFinished } from 'vitest'

type Json = Record<string, unknown>
type Attempt = { challenge: string; nonce: string; redirectUri: string }

/** What a test changes about an issuer that otherwise does everything right. */
type Bends = {
  metadata(document: Json): Json
  claims(claims: JWTPayload): JWTPayload
  idToken(token: string): string
  /** Before a reply of the token endpoint goes out. */
  reply(body: Json): Json
  /** Waited for before the token endpoint answers. */
  pause(): Promise<unknown>
  /** Whether a refresh brings an ID token as well. */
  identifies: boolean
  /** Another status for every request; 0 closes the connection. */
  status: number | null
}

type Call = { path: string; form: URLSearchParams; authorization: string | undefined }

export type FakeIssuer = {
  readonly url: URL
  readonly bends: Bends
  readonly calls: Call[]
  /** The calls of one path that are about a token. */
  callsOf(path: string): Call[]
  /** What the browser comes back with when the person says yes at the address it was sent to. */
  approve(location: string): string
}

export const CLIENT = { clientId: 'passbook', clientSecret: 'client-secret-that-must-never-leak' }
export const PERSON = { sub: 'person-1', name: 'Meera Kulkarni' }
const LIFE_S = 300

const straight = (): Bends => ({
  metadata: (document) => document,
  claims: (claims) => claims,
  idToken: (token) => token,
  reply: (body) => body,
  pause: async () => undefined,
  identifies: false,
  status: null,
})

/** Nothing else in the tests starts like it, so that finding it anywhere is a leak. */
const secretText = () => `must-never-leak-${randomBytes(16).toString('base64url')}`

/** An OpenID Connect issuer of our own on any free port, so that a test can bend each of its words. */
export async function fakeIssuer(): Promise<FakeIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', use: 'sig', alg: 'ES256' }
  const bends = straight()
  const calls: Call[] = []
  const attempts = new Map<string, Attempt>()
  const refreshTokens = new Set<string>()
  const server = createServer(async (incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '', 'http://issuer')
    const form = new URLSearchParams(await bodyOf(incoming))
    calls.push({ path: pathname, form, authorization: incoming.headers.authorization })
    if (bends.status === 0) return incoming.socket.destroy()
    if (bends.status) return send(outgoing, bends.status, { error: 'server_error' })
    if (pathname === '/.well-known/openid-configuration') {
      return send(outgoing, 200, bends.metadata(metadataOf(issuer)))
    }
    if (pathname === '/jwks') return send(outgoing, 200, { keys: [jwk] })
    if (pathname === '/revoke') return send(outgoing, 200, {})
    if (pathname !== '/token') return send(outgoing, 404, {})
    await bends.pause()
    const nonce = redeem(form)
    if (nonce === null) return send(outgoing, 400, { error: 'invalid_grant' })
    send(outgoing, 200, bends.reply(await tokens(nonce)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // listening on TCP, so never a pipe's name
  const issuer = `http://localhost:${port}`

  function redeem(form: URLSearchParams): string | null {
    if (form.get('grant_type') === 'refresh_token') {
      return refreshTokens.delete(form.get('refresh_token') ?? '') ? '' : null
    }
    const code = form.get('code') ?? ''
    const attempt = attempts.get(code)
    attempts.delete(code)
    const hash = createHash('sha256').update(form.get('code_verifier') ?? '')
    const fits =
      attempt?.challenge === hash.digest('base64url') &&
      attempt.redirectUri === form.get('redirect_uri')
    return fits ? attempt.nonce : null
  }

  async function tokens(nonce: string): Promise<Json> {
    const refresh_token = secretText()
    refreshTokens.add(refresh_token)
    const claims = bends.claims({ ...PERSON, ...(nonce === '' ? {} : { nonce }) })
    const id_token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuer(claims.iss ?? issuer)
      .setAudience(claims.aud ?? CLIENT.clientId)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey)
    return {
      access_token: secretText(),
      token_type: 'Bearer',
      expires_in: LIFE_S,
      refresh_token,
      ...(nonce === '' && !bends.identifies ? {} : { id_token: bends.idToken(id_token) }),
    }
  }

  return {
    url: new URL(issuer),
    bends,
    calls,
    callsOf: (path) => calls.filter((call) => call.path === path),
    approve(location) {
      const { searchParams: asked } = new URL(location)
      const code = secretText()
      const redirectUri = asked.get('redirect_uri') ?? ''
      attempts.set(code, {
        challenge: asked.get('code_challenge') ?? '',
        nonce: asked.get('nonce') ?? '',
        redirectUri,
      })
      const back = new URL(redirectUri)
      back.search = new URLSearchParams({
        code,
        state: asked.get('state') ?? '',
        iss: issuer,
      }).toString()
      return back.href
    },
  }
}

function metadataOf(issuer: string): Json {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    revocation_endpoint: `${issuer}/revoke`,
    scopes_supported: ['openid', 'agent', 'offline_access'],
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['ES256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    authorization_response_iss_parameter_supported: true,
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of incoming) text += chunk
  return text
}

function send(outgoing: ServerResponse, status: number, body: Json) {
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
