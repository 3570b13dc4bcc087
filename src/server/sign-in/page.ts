import { HOME } from './return-to'

/** Why a sign-in did not come to its end, as far as the person needs to know. */
export type SignInTrouble = 'denied' | 'expired' | 'unreachable' | 'too_large' | 'failed'

type Words = { readonly status: number; readonly title: string; readonly text: string }

const WORDS: Readonly<Record<SignInTrouble, Words>> = {
  denied: {
    status: 403,
    title: 'You are not signed in',
    text: 'You cancelled at the sign-in page, so Passbook shows nothing.',
  },
  expired: {
    status: 400,
    title: 'This sign-in is no longer good',
    text: 'It took longer than ten minutes, or it was used before.',
  },
  unreachable: {
    status: 502,
    title: 'The sign-in page cannot be reached',
    text: 'Central Auth does not answer at the moment, so nobody can sign in.',
  },
  too_large: {
    status: 502,
    title: 'This sign-in does not fit',
    text: 'Central Auth gave a larger sign-in than a browser can keep, so Passbook cannot use it.',
  },
  failed: {
    status: 400,
    title: 'You are not signed in',
    text: 'What came back from Central Auth could not be checked, so Passbook did not use it.',
  },
}

/** Where a sign-in starts that leads back to `to`. */
function signInPath(to: string): string {
  return to === HOME ? '/auth/sign-in' : `/auth/sign-in?to=${encodeURIComponent(to)}`
}

/** A page of our own for a sign-in that failed: one sentence and the next step; no script, no detail. */
export function troublePage(trouble: SignInTrouble, to: string): Response {
  const { status, title, text } = WORDS[trouble]
  const html = `<!doctype html>
<html lang="en-IN">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Passbook</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/auth/page.css">
  </head>
  <body>
    <header>Passbook</header>
    <main>
      <h1>${title}</h1>
      <p>${text}</p>
      <a href="${escaped(signInPath(to))}">Start again</a>
    </main>
  </body>
</html>
`
  return new Response(html, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
