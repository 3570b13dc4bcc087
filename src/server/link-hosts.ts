import { isLinkHost } from '@/lib/safe-link'

/**
 * The hosts of ENVOY_LINK_HOSTS: exact ones and `.ends`, separated by commas, in whatever case.
 * Null when one of them is neither.
 */
export function readLinkHosts(text: string): readonly string[] | null {
  const hosts = text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '')
  return hosts.every(isLinkHost) ? [...new Set(hosts)] : null
}

/** What ENVOY_LINK_HOSTS must be, to end the sentence that refuses a start. */
export const LINK_HOSTS_ARE =
  'hosts separated by commas, such as pay.envoy.example or .envoy.example (letters beyond a–z in punycode, no https://, no port)'
