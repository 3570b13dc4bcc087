import { WRITE_TOOLS } from '../envoy/contract'
import { parseJson, readPassbookKind } from '../envoy/envelope'
import type { RenewOutcome } from './renew-once'

type Ways = {
  readonly url: string
  readonly renew: () => Promise<RenewOutcome['kind']>
  /** Sends the same bytes again. */
  readonly again: () => Promise<Response>
}

/**
 * After a 401: where Passbook's own server says that the session is over, nothing was passed on to
 * Envoy. A read is renewed and sent again, exactly once; a write waits for a person. What
 * Envoy itself refuses is left alone.
 */
export async function afterRefusal(response: Response, { url, renew, again }: Ways) {
  const kind = readPassbookKind(parseJson(await response.clone().text()))
  if (kind !== 'signed_out') return response
  const outcome = await renew()
  if (outcome === 'ended' || WRITE_TOOLS.some((tool) => url.endsWith(`/${tool}`))) return response
  if (outcome === 'fresh') return again()
  // Neither renewed nor over: what the read ends with is that nobody answered.
  return Response.json({ passbook: { kind: 'upstream_unreachable' } }, { status: 502 })
}

export type AfterRefusal = typeof afterRefusal
