type Place = { readonly pathname: string; readonly search: string }

/** The address that signs in and leads back to `place`. A plain link: no script is needed to follow it. */
export function signInHref({ pathname, search }: Place): string {
  return `/auth/sign-in?to=${encodeURIComponent(pathname === '/' ? '/history' : pathname + search)}`
}
