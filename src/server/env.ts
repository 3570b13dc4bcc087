import { z } from 'zod'
import { isLoopback } from './host'

/** A start that cannot go on; the message is one sentence for the person who starts Passbook. */
export class StartRefused extends Error {}

export type Settings = {
  readonly port: number
  readonly host: string
  /** The address people use, when a proxy stands in front; an origin. */
  readonly publicUrl: URL | null
  /** Null: start the local Envoy. */
  readonly envoy: { readonly url: URL; readonly token: string } | null
  /** The limiter's budget, told to the page. */
  readonly requestsPerMinute: number
}

/** Shows a wrong value on one line, without what may be a secret in an address; no value is long for a good reason. */
const shown = (value: unknown) => {
  const harmless = String(value)
    .replace(/^([a-z+.-]*:?\/\/)?[^/?#]*@/i, '$1…@')
    .replace(/([?#]).*/s, '$1…')
  return JSON.stringify(harmless).slice(0, 100)
}

const expected = (name: string, what: string) => ({
  error: (issue: { input?: unknown }) =>
    `${name} must be ${what}, but it is ${shown(issue.input)}.`,
})

const isWhole = (text: string, min: number, max: number) =>
  /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max

const parseUrl = (text: string) => (URL.canParse(text) ? new URL(text) : null)

const isOrigin = (text: string) => {
  const url = parseUrl(text)
  return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href
}

const isServiceUrl = (text: string) => {
  const url = parseUrl(text)
  if (url === null || url.username || url.password || url.search || url.hash) return false
  // A bearer in the clear must not leave the machine.
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

const text = z.string()

const Environment = z.object({
  PORT: text
    .refine((value) => isWhole(value, 0, 65_535), expected('PORT', 'a port number from 0 to 65535'))
    .transform(Number)
    .default(4173),
  HOST: text
    .regex(/^(?:[\w.-]+|\[?[\da-f:.]+\]?)$/i, expected('HOST', 'a host name or an IP address'))
    .transform((value) => value.replace(/^\[|\]$/g, ''))
    .default('127.0.0.1'),
  PUBLIC_URL: text
    .refine(isOrigin, expected('PUBLIC_URL', 'an address like https://passbook.example.com'))
    .transform((value) => new URL(value))
    .optional(),
  ENVOY_URL: text
    .refine(
      isServiceUrl,
      expected('ENVOY_URL', 'an https address (or http on this machine) without a query'),
    )
    .transform((value) => new URL(value.endsWith('/') ? value : `${value}/`))
    .optional(),
  ENVOY_TOKEN: text
    .regex(/^[\x21-\x7e]+$/, {
      error: 'ENVOY_TOKEN must be the access token alone, without spaces and without "Bearer".',
    })
    .optional(),
  ENVOY_REQUESTS_PER_MINUTE: text
    .refine(
      (value) => isWhole(value, 1, 100_000),
      expected('ENVOY_REQUESTS_PER_MINUTE', 'a whole number from 1 to 100000'),
    )
    .transform(Number)
    .default(120),
  CENTRAL_AUTH_ISSUER: text.optional(),
  CENTRAL_AUTH_CLIENT_ID: text.optional(),
  CENTRAL_AUTH_CLIENT_SECRET: text.optional(),
  ENVOY_KEY_BOUND: text.regex(/^[01]$/, expected('ENVOY_KEY_BOUND', '0 or 1')).optional(),
})

type Values = z.infer<typeof Environment>

/** What is wrong with values that are each right; null when nothing is. */
function conflict(values: Values): string | null {
  const { ENVOY_URL, ENVOY_TOKEN, CENTRAL_AUTH_ISSUER, HOST } = values
  if (ENVOY_TOKEN && CENTRAL_AUTH_ISSUER) {
    return 'ENVOY_TOKEN and CENTRAL_AUTH_ISSUER are both set: keep ENVOY_TOKEN for one person and unset CENTRAL_AUTH_ISSUER.'
  }
  const signIn = Object.entries(values).find(
    ([name, value]) => name.startsWith('CENTRAL_AUTH_') && value !== undefined,
  )
  if (signIn) {
    return `${signIn[0]} is set, but this version has no sign-in for many people: unset it and set ENVOY_TOKEN to one person's own access token.`
  }
  if (ENVOY_URL && !ENVOY_TOKEN) {
    return 'ENVOY_URL is set without ENVOY_TOKEN: set ENVOY_TOKEN to your own access token, or unset ENVOY_URL to use the local Envoy.'
  }
  if (ENVOY_TOKEN && !ENVOY_URL) {
    return 'ENVOY_TOKEN is set without ENVOY_URL: set ENVOY_URL to the Envoy it is for, or unset ENVOY_TOKEN to use the local Envoy.'
  }
  if (ENVOY_TOKEN && !isLoopback(HOST)) {
    return `HOST must be this machine's own address (127.0.0.1) while ENVOY_TOKEN is set, but it is ${shown(HOST)}: anyone who reached it would read one person's history.`
  }
  if (values.ENVOY_KEY_BOUND === '1') {
    return 'ENVOY_KEY_BOUND is 1, but this version cannot send the installation proof: use a token that needs none and unset ENVOY_KEY_BOUND.'
  }
  return null
}

/**
 * The settings from the environment; an empty variable counts as unset. Throws StartRefused with one
 * sentence that names the variable and what it must be. A token never stands in that sentence.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) throw new StartRefused(parsed.error.issues[0]?.message)
  const values = parsed.data
  const problem = conflict(values)
  if (problem) throw new StartRefused(problem)
  const { ENVOY_URL: url, ENVOY_TOKEN: token } = values
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL ?? null,
    envoy: url && token ? { url, token } : null,
    requestsPerMinute: values.ENVOY_REQUESTS_PER_MINUTE,
  }
}
