import { z } from 'zod'
import { isLoopback } from './host'
import { LINK_HOSTS_ARE, readLinkHosts } from './link-hosts'
import { LOG_LEVELS } from './log'

/** Shows a wrong value on one line, without what may be a secret in an address; no value is long for a good reason. */
export function shown(value: unknown): string {
  const harmless = String(value)
    // To the last @: a password may hold any sign, and then it is no address.
    .replace(/^([a-z+.-]*:?\/\/)?.*@/is, '$1…@')
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
  if (url === null || url.username || url.password || /[?#]/.test(text)) return false
  // A bearer in the clear must not leave the machine.
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

const SECRET_LENGTH = 32
const secretsOf = (text: string) => text.split(',').map((secret) => secret.trim())

const text = z.string()

/** Each variable by itself; one sentence for a value that cannot be used. A secret never stands in it. */
export const Environment = z.object({
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
  ENVOY_KEY_BOUND: text
    .regex(/^[01]$/, expected('ENVOY_KEY_BOUND', '0 or 1'))
    .transform((value) => value === '1')
    .default(false),
  ENVOY_PROOF_KEY: text.optional(),
  ENVOY_LINK_HOSTS: text
    .refine((value) => readLinkHosts(value) !== null, expected('ENVOY_LINK_HOSTS', LINK_HOSTS_ARE))
    .transform((value) => readLinkHosts(value) ?? [])
    .default([]),
  CENTRAL_AUTH_ISSUER: text
    .refine(
      isServiceUrl,
      expected('CENTRAL_AUTH_ISSUER', 'an https address (or http on this machine) without a query'),
    )
    .transform((value) => new URL(value))
    .optional(),
  CENTRAL_AUTH_CLIENT_ID: text.optional(),
  CENTRAL_AUTH_CLIENT_SECRET: text.optional(),
  SESSION_SECRET: text
    .refine((value) => secretsOf(value).every((secret) => secret.length >= SECRET_LENGTH), {
      error: `SESSION_SECRET must be at least ${SECRET_LENGTH} random characters, or several such secrets with commas between them, the newest first.`,
    })
    .transform(secretsOf)
    .optional(),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, expected('LOG_LEVEL', `one of ${LOG_LEVELS.join(', ')}`))
    .optional(),
})

export type Values = z.infer<typeof Environment>
