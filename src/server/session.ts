import { CONTRACT } from '@/api/envoy/contract'
import type { TokenSource } from './token'

/** What the page asks first: who it is for, and what this server offers. Never the token. */
export function session(
  request: Request,
  tokens: TokenSource,
  requestsPerMinute: number,
): Response {
  const holder = tokens.tokenFor(request)
  return Response.json({
    signed_in: holder !== null,
    account: holder?.account ?? null,
    envoy: { contract: CONTRACT, requests_per_minute: requestsPerMinute },
    calls: false,
  })
}
