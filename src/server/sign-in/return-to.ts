import { isPurchaseId } from '@/lib/ids'

/** Where everyone lands. */
export const HOME = '/history'

const LONGEST_SEARCH = 2_000
/** The characters of a query as RFC 3986 has them; anything else stands there as %XX. */
const PLAIN_SEARCH = /^\?[\w\-.~!$&'()*+,;=:@/?%]*$/

/**
 * Where a sign-in leads back to: a known route of the page with its search, otherwise History
 * (SR-7). The result is a path of this origin, whatever comes in: no host, scheme or line break of
 * the asked text ever gets into a `Location`.
 */
export function returnTo(asked: string | null): string {
  const [, path = '', search = ''] = /^([^?]*)(\?.*)?$/s.exec(asked ?? '') ?? []
  return isKnownRoute(path) ? path + (isPlain(search) ? search : '') : HOME
}

function isKnownRoute(path: string): boolean {
  const [before, list = '', id, ...more] = path.split('/')
  if (before !== '' || more.length > 0) return false
  return (list === 'history' || list === 'purchases') && (id === undefined || isPurchaseId(id))
}

function isPlain(search: string): boolean {
  return search.length <= LONGEST_SEARCH && PLAIN_SEARCH.test(search)
}
