import { monogram, safeName } from '@/lib/names'
import { STYLE } from './style'

/** An account as the sign-in page offers it; both are hostile strings. */
export type Offered = { account: string; name: string }

/** Text for HTML, between tags or in a quoted attribute. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** A name that says nothing but itself: cleaned, cut, escaped, and its direction kept to itself. */
function named(raw: string, className: string): string {
  const { text, lang } = safeName(raw, 'No name')
  const language = lang ? ` lang="${lang}"` : ''
  return `<bdi class="${className}"${language}>${escaped(text)}</bdi>`
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Central Auth</title>
<style>${STYLE}</style>
<main>
<p class="from">Central Auth of the local Envoy</p>
${content}
</main>
</html>
`
}

/** One button for each account: one click signs in. `client` is whoever asked for the sign-in. */
export function signInPage(accounts: readonly Offered[], client: string): string {
  const buttons = accounts.map(
    ({ account, name }) => `<button class="account" name="account" value="${escaped(account)}">
<span class="mark" aria-hidden="true">${escaped(monogram(name).letters)}</span>
<span class="who">${named(name, 'name')} ${named(account, 'id')}</span>
</button>`,
  )
  return page(
    'Sign in',
    `<h1>Choose an account</h1>
<p class="lead">${named(client, 'client')} will see its purchases and may act on them.</p>
<form method="post" class="actions">
${buttons.join('\n')}
<button class="quiet" name="cancel" value="yes">Cancel</button>
</form>
<p class="note">These are accounts of this machine: no password, no real money.</p>`,
  )
}

/** `form` is oidc-provider's own hidden form, which this page's button sends. */
export function signOutPage(form: string): string {
  return page(
    'Sign out',
    `<h1>Sign out of Central Auth?</h1>
<p class="lead">The next sign-in in this browser will ask for an account again.</p>
${form}
<div class="actions"><button class="primary" form="op.logoutForm" name="logout" value="yes">Sign out</button></div>`,
  )
}

export function signedOutPage(): string {
  return page(
    'Signed out',
    `<h1>Signed out</h1>
<p class="lead">You are signed out of Central Auth and can close this page.</p>`,
  )
}

/** One sentence for a person, by oidc-provider's code; the code itself for whoever builds the client. */
export function errorPage(code: string): string {
  return page(
    'Not signed in',
    `<h1>This did not work</h1>
<p class="lead">${ERRORS[code] ?? 'Go back to the page you came from and start again.'}</p>
<p class="note">${escaped(code)}</p>`,
  )
}

const ERRORS: Readonly<Record<string, string>> = {
  invalid_client: 'The page that sent you here is not registered with this Central Auth.',
  invalid_redirect_uri:
    'The page that sent you here asked for an answer at an address that is not registered.',
  session_not_found:
    'This sign-in has ended or was used already: go back to the page you came from and start again.',
  account_not_found: 'This account is no longer here: go back and start again.',
}
