import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { accountOf } from '../accounts'
import { openCallLog } from '../call-log'
import type { SandboxEnv } from '../guard'
import type { World } from '../world'
import { forgetSession } from './artifacts'
import { errorPage, type Offered, signInPage } from './pages'
import type { CentralAuthProvider } from './provider'
import { pageHeaders } from './send-page'

/** More accounts than a page can hold are reached by name only. */
const MAX_OFFERED = 100

/** The page where a person chooses an account: `/interaction/:uid`, shown by GET, answered by POST. */
export function interactionRoutes(world: World, provider: CentralAuthProvider): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>()
  const limit = bodyLimit({ maxSize: 4_096, onError: () => refused('invalid_request', 413) })
  routes.get('/interaction/:uid', async (c) => {
    const interaction = await open(provider, c)
    if (!interaction) return refused('session_not_found')
    const { client_id, redirect_uri } = interaction.params
    const client = client_id === 'passbook' ? 'Passbook' : String(client_id)
    return c.body(signInPage(offered(world), client), 200, pageHeaders([redirect_uri]))
  })
  routes.post('/interaction/:uid', limit, async (c) => {
    const log = openCallLog(world, 'sign_in', { token: null, tokenHash: null }, 'auth')
    const response = await choose(world, provider, c)
    log.set({ status: response.status })
    return response
  })
  return routes
}

type Interaction = Awaited<ReturnType<CentralAuthProvider['interactionDetails']>>

/** The sign-in that this browser has under way at this address: its cookie says so; null when it has none. */
async function open(
  provider: CentralAuthProvider,
  c: Context<SandboxEnv>,
): Promise<Interaction | null> {
  try {
    // Called in-process there are none, which is no sign-in either.
    const { incoming, outgoing } = c.env as HttpBindings
    const interaction = await provider.interactionDetails(incoming, outgoing)
    return interaction.uid === c.req.param('uid') ? interaction : null
  } catch {
    return null
  }
}

/** Takes the choice: `account=<name>` signs in, `cancel` goes back without. Both lead on to the client. */
async function choose(
  world: World,
  provider: CentralAuthProvider,
  c: Context<SandboxEnv>,
): Promise<Response> {
  const interaction = await open(provider, c)
  if (!interaction) return refused('session_not_found')
  const form = new URLSearchParams(await c.req.text())
  const account = form.get('account')
  if (form.has('cancel')) {
    interaction.result = { error: 'access_denied', error_description: 'nobody signed in' }
  } else {
    if (account === null || !accountOf(world, account)) return refused('account_not_found')
    leaveOther(world, interaction, account)
    interaction.result = { login: { accountId: account }, consent: {} }
  }
  await interaction.persist()
  return c.redirect(interaction.returnTo, 303)
}

/** Whoever else was signed in here is signed out first, without the extra page this would take otherwise. */
function leaveOther(world: World, interaction: Interaction, account: string): void {
  const { session } = interaction
  if (!session || session.accountId === account) return
  forgetSession(world, session.uid)
  interaction.session = undefined
}

function offered(world: World): Offered[] {
  return world.db
    .prepare<[number], Offered>(
      `SELECT account, name FROM accounts
       ORDER BY account = 'demo' DESC, account = 'other' DESC, account LIMIT ?`,
    )
    .all(MAX_OFFERED)
}

function refused(code: string, status = 400): Response {
  return new Response(errorPage(code), { status, headers: pageHeaders() })
}
