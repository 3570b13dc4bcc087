/** An address from Envoy that may be followed. */
export type SafeLink = {
  /** As the browser reads it: never the text that came. */
  readonly href: string
  /** Where it really leads, in punycode. */
  readonly host: string
}

const MAX_LENGTH = 2_048

// Whatever is not seen as it is: controls, the twelve bidi controls and all other format characters,
// halves of surrogate pairs, spaces, and the backslash, which browsers take for a slash.
const DECEIVING = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\\]/u
// Browsers forgive missing and extra slashes and an empty user name; what was meant as a link needs neither.
const PLAIN_START = /^https:\/\/[^/?#@]+(?:[/?#]|$)/i

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const HOST = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`)
/** At least two names after the dot: `.com` would let in everyone. */
const SUFFIX = new RegExp(`^(?:\\.${LABEL}){2,}$`)
const MAX_HOST_LENGTH = 253

/**
 * Whether a text is an entry of the list of allowed hosts: a host in lower case and punycode
 * (`pay.envoy.example`), or a dot and the end of hosts (`.envoy.example`: every host below it, not
 * itself). No port, no address of numbers, no `*`.
 */
export function isLinkHost(text: string): boolean {
  const suffix = text.startsWith('.')
  const host = suffix ? text.slice(1) : text
  if (host.length > MAX_HOST_LENGTH || !(suffix ? SUFFIX : HOST).test(text)) return false
  const address = `https://${host}/`
  // Numbers are addresses and wrong punycode is no host: the browser would read them as something else.
  return URL.canParse(address) && new URL(address).hostname === host && !/(?:^|\.)\d+$/.test(host)
}

const allows = (entry: string, host: string) =>
  isLinkHost(entry) && (entry.startsWith('.') ? host.endsWith(entry) : host === entry)

/**
 * The address as a link, or null where it must stay text (SR-25): at most 2,048 characters, nothing
 * hidden in them, exactly https, no user name, the usual port, and a host of the list `hosts`
 * (see isLinkHost). Never throws.
 */
export function safeLink(raw: unknown, hosts: readonly string[]): SafeLink | null {
  if (typeof raw !== 'string' || raw.length > MAX_LENGTH) return null
  if (DECEIVING.test(raw) || !PLAIN_START.test(raw) || !URL.canParse(raw)) return null
  const { href, protocol, hostname: host, username, password, port } = new URL(raw)
  if (protocol !== 'https:' || username !== '' || password !== '' || port !== '') return null
  if (!HOST.test(host) || !hosts.some((entry) => allows(entry, host))) return null
  return { href, host }
}
