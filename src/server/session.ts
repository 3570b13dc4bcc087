import { CONTRACT } from '@/api/envoy/contract'
import type { BearerSource } from './bearer'

/** What this server offers, the same for everyone. */
export type Offer = {
  readonly requestsPerMinute: number
  /** Where addresses from Envoy may lead (SR-25). */
  readonly linkHosts: readonly string[]
}

/** What the page asks first: who it is for, how long that lasts, and what this server offers. Never the token. */
export async function session(
  request: Request,
  bearers: BearerSource,
  offer: Offer,
): Promise<Response> {
  const holder = await bearers.holderFor(request)
  const freshForS = holder?.freshForS ?? null
  return Response.json({
    signed_in: holder !== null,
    account: holder?.account ?? null,
    envoy: {
      contract: CONTRACT,
      requests_per_minute: offer.requestsPerMinute,
      link_hosts: offer.linkHosts,
    },
    calls: false,
    session: freshForS === null ? null : { fresh_for_s: freshForS },
  })
}
