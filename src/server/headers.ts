/**
 * react-aria inserts two small style elements: one with the first press (it stops the double-tap
 * zoom) and one while a dialog is open on iOS. These are their SHA-256 hashes; headers.test.ts computes them from the
 * library again, so that an upgrade cannot change the styles unnoticed.
 */
export const LIBRARY_STYLE_HASHES = [
  '38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o=',
  'gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg=',
] as const

const STYLE_SOURCES = ["'self'", ...LIBRARY_STYLE_HASHES.map((hash) => `'sha256-${hash}'`)]

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src ${STYLE_SOURCES.join(' ')}`,
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const UNUSED_POWERS = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'serial',
  'hid',
  'bluetooth',
  'display-capture',
  'publickey-credentials-get',
  'clipboard-read',
  'browsing-topics',
]

const EVERYWHERE: readonly (readonly [name: string, value: string])[] = [
  ['Content-Security-Policy', CONTENT_SECURITY_POLICY],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
  // What `frame-ancestors` says, for browsers and scanners that do not read it.
  ['X-Frame-Options', 'DENY'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Embedder-Policy', 'require-corp'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Permissions-Policy', UNUSED_POWERS.map((power) => `${power}=()`).join(', ')],
]

/** The security headers of every response (SR-9); `https` adds HSTS, which plain http must not send. */
export function securityHeaders(https: boolean): readonly (readonly [string, string])[] {
  if (!https) return EVERYWHERE
  return [...EVERYWHERE, ['Strict-Transport-Security', 'max-age=63072000; includeSubDomains']]
}

/** Puts the header set on a response; what does not say otherwise is not stored (ASVS 14.3.2). */
export function secure(response: Response, https: boolean): Response {
  for (const [name, value] of securityHeaders(https)) response.headers.set(name, value)
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store')
  return response
}
