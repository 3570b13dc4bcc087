const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '::1']

/** Whether a host name or address means this machine only. Takes IPv6 with or without brackets. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return name === 'localhost' || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name)
}

/** A host as it stands in a URL: IPv6 addresses in brackets. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

function authorities(host: string, port: number, defaultPort: number): string[] {
  const name = urlHost(host).toLowerCase()
  return port === defaultPort ? [name, `${name}:${port}`] : [`${name}:${port}`]
}

/**
 * The values of `Host` Passbook answers to: where it listens, this machine's own names with that
 * port, and the address people use. Anything else is refused: a page elsewhere must not read the
 * history by pointing its own name here (DNS rebinding, SR-17).
 */
export function allowedHosts(at: {
  host: string
  port: number
  publicUrl: URL | null
}): ReadonlySet<string> {
  const here = [...LOOPBACK_NAMES, at.host].flatMap((name) => authorities(name, at.port, 80))
  if (!at.publicUrl) return new Set(here)
  const defaultPort = at.publicUrl.protocol === 'https:' ? 443 : 80
  const name = at.publicUrl.hostname.replace(/^\[|\]$/g, '')
  const port = at.publicUrl.port === '' ? defaultPort : Number(at.publicUrl.port)
  return new Set([...here, ...authorities(name, port, defaultPort)])
}
