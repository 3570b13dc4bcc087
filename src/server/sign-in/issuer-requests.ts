import { allowInsecureRequests, type CustomFetchOptions, customFetch } from 'oauth4webapi'
import { isLoopback } from '@/server/host'
import { IssuerProblem } from './issuer-problem'

/** The longest one request to the issuer may take. */
const TIMEOUT_MS = 10_000

type Body = URLSearchParams | undefined

export type RequestOptions = ReturnType<typeof requestOptions>

/** Whether an address may be used: https, or this machine where the issuer itself is on it. */
export function isSafeFor(issuer: URL, address: URL): boolean {
  if (address.protocol === 'https:') return true
  return issuer.protocol === 'http:' && address.protocol === 'http:' && isLoopback(address.hostname)
}

/** How the protocol's library asks an issuer: within a time, and in the clear on this machine only. */
export function requestOptions(issuer: URL, ask: typeof fetch) {
  return {
    [customFetch]: async (url: string, init: CustomFetchOptions<string, Body>) => {
      if (!isSafeFor(issuer, new URL(url))) throw new IssuerProblem('wrong_reply')
      const { method, headers, redirect, body = null, signal = null } = init
      return ask(url, { method, headers, redirect, body, signal })
    },
    [allowInsecureRequests]: issuer.protocol === 'http:' && isLoopback(issuer.hostname),
    signal: () => AbortSignal.timeout(TIMEOUT_MS),
  }
}
