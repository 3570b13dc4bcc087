/** A redirect to a path of ours or to the issuer. */
export function redirect(to: string): Response {
  return new Response(null, { status: 302, headers: { Location: to } })
}

/** The reply with more `Set-Cookie` values. */
export function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}
