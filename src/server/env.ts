import { conflict } from './env-conflicts'
import { Environment, type Values } from './env-values'
import type { LogLevel } from './log'
import { type ProofKey, readProofKey } from './proof'
import type { Offer } from './session'
import type { IssuerSettings } from './sign-in/client'

/** A start that cannot go on; the message is one sentence for the person who starts Passbook. */
export class StartRefused extends Error {}

/** One person's own bearer, or a sign-in for many people. */
type EnvoySettings =
  | {
      readonly kind: 'one_token'
      readonly url: URL
      readonly token: string
      /** Null: the token is bound to no key. */
      readonly proofKey: ProofKey | null
    }
  | { readonly kind: 'sign_in'; readonly url: URL; readonly centralAuth: IssuerSettings }

export type Settings = Offer & {
  readonly port: number
  readonly host: string
  /** The address people use, when a proxy stands in front; an origin. */
  readonly publicUrl: URL | null
  /** Null: start the local Envoy, and sign in at its own Central Auth. */
  readonly envoy: EnvoySettings | null
  /** What sessions are sealed with, the newest first; null: a random one for this start. */
  readonly sessionSecrets: readonly string[] | null
  /** Whether Envoy wants the installation proof with every call. */
  readonly keyBound: boolean
  readonly logLevel: LogLevel
}

function proofKeyOf(text: string | undefined): ProofKey | null {
  try {
    return text === undefined ? null : readProofKey(text)
  } catch (error) {
    throw new StartRefused(error instanceof Error ? error.message : String(error))
  }
}

function envoyOf(values: Values): EnvoySettings | null {
  const { ENVOY_URL: url, ENVOY_TOKEN: token, CENTRAL_AUTH_ISSUER: issuer } = values
  const { CENTRAL_AUTH_CLIENT_ID: clientId, CENTRAL_AUTH_CLIENT_SECRET: secret } = values
  if (url && token) {
    return { kind: 'one_token', url, token, proofKey: proofKeyOf(values.ENVOY_PROOF_KEY) }
  }
  if (!(url && issuer && clientId)) return null
  return { kind: 'sign_in', url, centralAuth: { issuer, clientId, clientSecret: secret ?? null } }
}

/**
 * The settings from the environment; an empty variable counts as unset. Throws StartRefused with one
 * sentence that names the variable and what it must be. A secret never stands in that sentence.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) throw new StartRefused(parsed.error.issues[0]?.message)
  const values = parsed.data
  const problem = conflict(values)
  if (problem) throw new StartRefused(problem)
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL ?? null,
    envoy: envoyOf(values),
    sessionSecrets: values.SESSION_SECRET ?? null,
    keyBound: values.ENVOY_KEY_BOUND,
    requestsPerMinute: values.ENVOY_REQUESTS_PER_MINUTE,
    linkHosts: values.ENVOY_LINK_HOSTS,
    logLevel: values.LOG_LEVEL ?? (values.CENTRAL_AUTH_ISSUER ? 'info' : 'warn'),
  }
}
