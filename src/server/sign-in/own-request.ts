/**
 * Whether a request can only come from Passbook's own page (SR-1): no other site can send the header
 * without a preflight, which is never granted; and an `Origin`, where the browser sends one, is ours.
 */
export function isOwnRequest(request: Request, publicUrl: URL | null): boolean {
  return request.headers.get('x-passbook') === '1' && isOwnOrigin(request, publicUrl)
}

function isOwnOrigin(request: Request, publicUrl: URL | null): boolean {
  const origin = request.headers.get('origin')
  if (origin === null || origin === publicUrl?.origin) return true
  const here = addressOf(request)
  // At the address people use only the very scheme people use counts.
  if (here.host === publicUrl?.host) return false
  return origin === here.origin
}

/** The origin a person came by: the configured one, else the allowed `Host` of the request. */
export function originOf(request: Request, publicUrl: URL | null): string {
  return publicUrl?.origin ?? addressOf(request).origin
}

/** By the `Host`, which was checked: a request line may name any other. */
export function addressOf(request: Request): URL {
  return new URL(`http://${request.headers.get('host')}`)
}

/**
 * Whether a request may be a person's own way to an address: a fetch, a frame or a page loaded in
 * advance never starts a sign-in. Browsers that send none of these headers pass.
 */
export function isNavigation(request: Request): boolean {
  const mode = request.headers.get('sec-fetch-mode') ?? 'navigate'
  const destination = request.headers.get('sec-fetch-dest') ?? 'document'
  const purpose = request.headers.get('sec-purpose') ?? ''
  return mode === 'navigate' && destination === 'document' && !purpose.includes('prefetch')
}
