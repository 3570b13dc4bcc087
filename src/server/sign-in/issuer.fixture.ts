import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type OidcProvider from 'oidc-provider'
import type { Configuration } from 'oidc-provider'
// The package's entry prints a warning on every Node before 22; its insides run on all that Passbook supports.
// @ts-expect-error: only the entry has types.
import { Provider as ProviderInside } from 'oidc-provider/lib/provider.js'
import { onTestFinished, vi } from 'vitest'

const Provider: typeof OidcProvider = ProviderInside
const OFF = { enabled: false }
const BASE = '/realms/people'
const PERSON = 'person-1'

export const CLIENT = { clientId: 'a-passbook', clientSecret: 'a secret: odd +&% and more' }

export type OpenIdIssuer = {
  readonly url: URL
  /** Method and path of every request. */
  readonly requests: string[]
  /** Whether the one person says no. */
  denies: boolean
  /** Starts to answer, once Passbook's own address is known. */
  open(passbookUrl: string, change?: Configuration): void
}

/**
 * Somebody else's OpenID Connect provider as its makers built it, below a path and on another host
 * name than Passbook; it signs the one person in without a question.
 */
export async function openIdIssuer(): Promise<OpenIdIssuer> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // listening on TCP, so never a pipe's name
  const url = new URL(`http://localhost:${port}${BASE}`)
  const requests: string[] = []
  const issuer: OpenIdIssuer = {
    url,
    requests,
    denies: false,
    open(passbookUrl, change = {}) {
      // It warns of what only a real provider needs.
      vi.spyOn(console, 'warn').mockReturnValue()
      vi.spyOn(console, 'info').mockReturnValue()
      const provider = new Provider(url.href, { ...usual(passbookUrl), ...change })
      const answer = provider.callback()
      server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
        const { pathname, search } = new URL(incoming.url ?? '', url)
        requests.push(`${incoming.method} ${pathname.slice(BASE.length)}`)
        if (pathname.startsWith(`${BASE}/interaction/`)) {
          return interact(provider, incoming, outgoing, issuer.denies)
        }
        const rest = pathname.slice(BASE.length) || '/'
        // oidc-provider is mounted as Express would mount it.
        Object.assign(incoming, { baseUrl: BASE, url: rest + search })
        return answer(incoming, outgoing)
      })
    },
  }
  return issuer
}

function usual(passbookUrl: string): Configuration {
  return {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [`${passbookUrl}/auth/callback`],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    cookies: { keys: ['of the cookies of this issuer'] },
    claims: { openid: ['sub', 'name'] },
    scopes: ['openid', 'agent', 'offline_access'],
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ sub, name: 'Meera Kulkarni' }),
    }),
    features: { devInteractions: OFF, revocation: { enabled: true } },
    interactions: { url: (_, { uid }) => `${BASE}/interaction/${uid}` },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
  }
}

async function interact(
  provider: OidcProvider,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  denies: boolean,
) {
  const { params } = await provider.interactionDetails(incoming, outgoing)
  if (denies) return provider.interactionFinished(incoming, outgoing, { error: 'access_denied' })
  const clientId = String(params['client_id'])
  const grant = new provider.Grant({ accountId: PERSON, clientId })
  grant.addOIDCScope(String(params['scope']))
  const consent = { grantId: await grant.save() }
  const login = { accountId: PERSON }
  return provider.interactionFinished(incoming, outgoing, { login, consent })
}
