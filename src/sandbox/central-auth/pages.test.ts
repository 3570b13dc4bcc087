import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RunningSandbox, startSandboxWith } from '../start'
import { errorPage, signInPage } from './pages'
import { contentSecurityPolicy, STYLE } from './style'
import {
  asClient,
  CALLBACK,
  createAttempt,
  createBrowser,
  openPage,
  refresh,
  signIn,
} from './test-kit'

let sandbox: RunningSandbox

beforeEach(async () => {
  sandbox = await startSandboxWith({ port: 0, lines: 3 })
})
afterEach(() => sandbox.close())

describe('pages', () => {
  it('[SR-28] a hostile account name stays text, in its own direction, and is cut', () => {
    const name = `"><script>alert(1)</script>\u202e${'x'.repeat(500)}`
    const account = `' onfocus='alert(1)`
    const html = signInPage([{ account, name }], '<b>client</b>')
    expect(html).not.toMatch(/<script|<b>|\u202e|value="[^"]*'/)
    expect(html).toContain('value="&#39; onfocus=&#39;alert(1)"')
    expect(html).toContain('<bdi class="name">&#34;&#62;&#60;script&#62;')
    expect(html).toContain('<bdi class="client">&#60;b&#62;client&#60;/b&#62;</bdi>')
    expect(html).not.toContain('x'.repeat(121))
  })

  it('[SR-28] a hostile account signs in by its button like any other', async () => {
    const account = '"><img src=x onerror=alert(1)>'
    const insert = sandbox.world.db.prepare('INSERT INTO accounts (account, name) VALUES (?, ?)')
    insert.run(account, account)
    const { html } = await openPage(createBrowser(), createAttempt(sandbox).url)
    expect(html).not.toContain('<img')
    const tokens = await signIn(sandbox, account)
    expect(tokens.access_token).toBeDefined()
  })

  it('[SR-9] the page has no scripts and may do nothing but send its form', async () => {
    const { page, html } = await openPage(createBrowser(), createAttempt(sandbox).url)
    expect(html).not.toMatch(/<script|javascript:|\son\w+=|\sstyle=|<link|<img/i)
    const hash = createHash('sha256').update(STYLE).digest('base64')
    expect(page.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self' ${new URL(CALLBACK).origin}; base-uri 'none'; frame-ancestors 'none'`,
    )
    expect(html).toContain(`<style>${STYLE}</style>`)
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    expect(contentSecurityPolicy(['mine:callback', undefined])).toContain("form-action 'self';")
  })

  it('[product] an error page is one sentence and the code, without a stack', () => {
    const html = errorPage('<b>')
    expect(html).toContain('start again.')
    expect(html).toContain('&#60;b&#62;')
    expect(html).not.toContain(' at ')
  })
})

describe('the log', () => {
  it('[product] has a row for each request of a client, and no secret', async () => {
    const tokens = await signIn(sandbox)
    await refresh(sandbox, 'unknown')
    await asClient(sandbox, '/revoke', { token: tokens.refresh_token ?? '' })
    const rows = sandbox.world.log.since(0)
    expect(rows.map(({ tool, status, code }) => [tool, status, code])).toEqual([
      ['authorization', 303, null],
      ['sign_in', 303, null],
      ['token', 200, null],
      ['token', 400, 'invalid_grant'],
      ['revocation', 200, null],
    ])
    expect(rows.every(({ service }) => service === 'auth')).toBe(true)
    expect(rows[2]).toMatchObject({
      account: 'demo',
      connection: expect.stringMatching(/^con_[0-9a-f]{24}$/),
      token_hash: createHash('sha256').update(tokens.access_token).digest('hex'),
      body: { grant_type: 'authorization_code', client_id: 'passbook', redirect_uri: CALLBACK },
    })
    const text = JSON.stringify(rows)
    const { clientSecret } = sandbox.centralAuth
    const secrets = [tokens.access_token, tokens.refresh_token, tokens.code, tokens.verifier]
    for (const secret of [...secrets, clientSecret]) expect(text).not.toContain(secret)
  })
})
