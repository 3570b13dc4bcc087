import { type AuthorizationServer, discoveryRequest, processDiscoveryResponse } from 'oauth4webapi'
import { IssuerProblem } from './issuer-problem'
import { isSafeFor, type RequestOptions } from './issuer-requests'

const KEPT_MS = 600_000

/** What an issuer says about itself, asked for when first needed and kept for ten minutes; a failure is not kept. */
export type Discovery = () => Promise<AuthorizationServer>

export function createDiscovery(
  issuer: URL,
  options: RequestOptions,
  now: () => number,
): Discovery {
  let kept: { until: number; metadata: Promise<AuthorizationServer> } | null = null
  return () => {
    if (kept && now() < kept.until) return kept.metadata
    const asked = { until: now() + KEPT_MS, metadata: discover(issuer, options) }
    kept = asked
    asked.metadata.catch(() => {
      if (kept === asked) kept = null
    })
    return asked.metadata
  }
}

async function discover(issuer: URL, options: RequestOptions): Promise<AuthorizationServer> {
  const metadata = await processDiscoveryResponse(issuer, await discoveryRequest(issuer, options))
  if (!isFit(issuer, metadata)) throw new IssuerProblem('wrong_reply')
  return metadata
}

/** The library checks the addresses it calls itself; this one is the browser's. */
function isFit(issuer: URL, { authorization_endpoint: address }: AuthorizationServer): boolean {
  return address !== undefined && URL.canParse(address) && isSafeFor(issuer, new URL(address))
}
