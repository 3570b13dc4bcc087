import { randomBytes } from 'node:crypto'
import { type BearerSource, oneToken } from './bearer'
import type { Settings } from './env'
import type { Log } from './log'
import type { IssuerSettings } from './sign-in/client'
import { createSignIn, type SignIn } from './sign-in/sign-in'

/** What Passbook needs of the local Envoy, when no other is configured. */
export type LocalEnvoy = {
  readonly url: string
  /** Where its people sign in. */
  readonly centralAuth: {
    readonly issuer: string
    readonly clientId: string
    readonly clientSecret: string
    /** Lets Passbook be answered at `<origin>/auth/callback`. */
    allowOrigin(origin: string): void
  }
  close(): Promise<void>
}

/** The Envoy to speak to, and on whose behalf. */
type Source = {
  readonly url: URL
  readonly bearers: BearerSource
  /** Null with one person's own token. */
  readonly signIn: SignIn | null
  readonly local: LocalEnvoy | null
}

const RANDOM_BYTES = 32

/** The configured Envoy, or a local one started here with a sign-in at its own Central Auth. */
export async function openSource(
  settings: Settings,
  log: Log,
  startLocalEnvoy: () => Promise<LocalEnvoy>,
): Promise<Source> {
  const { envoy } = settings
  if (envoy?.kind === 'one_token') {
    const { url, token, proofKey } = envoy
    return { url, bearers: oneToken(() => token, proofKey), signIn: null, local: null }
  }
  const secrets = settings.sessionSecrets ?? [randomBytes(RANDOM_BYTES).toString('base64url')]
  const signInAt = (centralAuth: IssuerSettings) =>
    createSignIn({ ...settings, ...centralAuth, secrets, log })
  if (envoy) {
    const signIn = signInAt(envoy.centralAuth)
    return { url: envoy.url, bearers: signIn.bearers, signIn, local: null }
  }
  const local = await startLocalEnvoy()
  const { issuer, clientId, clientSecret } = local.centralAuth
  const signIn = signInAt({ issuer: new URL(issuer), clientId, clientSecret })
  const url = new URL(local.url.endsWith('/') ? local.url : `${local.url}/`)
  return { url, bearers: signIn.bearers, signIn, local }
}

/** Makes the addresses where Passbook is reached known to the local Central Auth. */
export function allowOrigins(local: LocalEnvoy | null, urls: readonly (string | URL | null)[]) {
  for (const url of urls) if (url !== null) local?.centralAuth.allowOrigin(new URL(url).origin)
}
