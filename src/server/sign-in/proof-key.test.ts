import { expect, it } from 'vitest'
import { PROOF_HEADER } from '@/server/proof'
import { type Browser, createBrowser, type Reply } from './browser.fixture'
import { fromChunks } from './chunks'
import { fakeIssuer } from './fake-issuer.fixture'
import { createKeyring } from './keyring'
import { unseal } from './seal'
import { begin, comeBack, newSecret, sessionOf, signInServer } from './sign-in.fixture'

const SECRET = newSecret()

/** The private key in a browser's session, which only the server's secret opens. */
async function keyIn(browser: Browser, url: string) {
  const cookies = new Map(
    [...(browser.jar.get('127.0.0.1') ?? [])].map(([name, { value }]) => [name, value]),
  )
  const sealed = fromChunks(cookies, `passbook_${new URL(url).port}`) ?? ''
  const session = await unseal(createKeyring([SECRET]), 'session', sealed)
  // Sealed by the server under test; the expectation below looks at what matters of it.
  const { key } = session as { key: string }
  const jwk: Record<string, string> = JSON.parse(key)
  expect(Object.keys(jwk).sort()).toEqual(['crv', 'd', 'kty', 'x', 'y'])
  return { key, jwk }
}

function copyOf(browser: Browser): Browser {
  const copy = createBrowser()
  for (const [host, cookies] of browser.jar) copy.jar.set(host, new Map(cookies))
  return copy
}

/** Everything of a reply as text, and what its parts say once they are decoded. */
function textsOf({ headers, body, setCookie }: Reply): string[] {
  const whole = [JSON.stringify(headers), body.toString(), ...setCookie]
  const parts = whole.flatMap((text) => text.split(/[^\w-]+/))
  return [...whole, ...parts.map((part) => Buffer.from(part, 'base64url').toString('latin1'))]
}

it('[SR-4] the proof key never leaves the server in the clear', async () => {
  const started = await signInServer(await fakeIssuer(), { keyBound: true, secrets: [SECRET] })
  const { url, envoy, issuer, log } = started
  const browser = createBrowser()
  const replies: Reply[] = []
  const kept = async (asked: Promise<Reply>) => {
    const reply = await asked
    replies.push(reply)
    return reply
  }
  const list = () => kept(browser.post(`${url}/api/tools/list_purchases`, { limit: 5 }))

  const location = await begin(browser, started)
  await kept(comeBack(browser, started, issuer.approve(location)))
  const { key, jwk } = await keyIn(browser, url)
  expect((await list()).status).toBe(200)
  await kept(browser.ask(`${url}/api/session`, { headers: { 'x-passbook': '1' } }))
  expect((await kept(browser.post(`${url}/auth/refresh`))).status).toBe(200)
  expect((await keyIn(browser, url)).key).toBe(key)
  expect((await list()).status).toBe(200)
  await kept(browser.ask(`${url}/auth/callback?code=x&state=y`))
  await kept(browser.ask(`${url}/auth/nothing`))
  await kept(browser.post(`${url}/api/tools/nothing`))
  const copy = copyOf(browser)
  await kept(browser.post(`${url}/auth/sign-out`))

  const texts = [
    ...replies.flatMap(textsOf),
    ...log,
    ...issuer.calls.map(({ form, authorization }) => `${form} ${authorization}`),
  ]
  expect([replies.length, log.length > 5]).toEqual([9, true])
  for (const member of [jwk['d'] ?? '', jwk['x'] ?? '', jwk['y'] ?? '']) {
    expect(member).toHaveLength(43)
    const bytes = Buffer.from(member, 'base64url')
    for (const text of [member, bytes.toString('hex'), bytes.toString('latin1')]) {
      expect(texts.filter((said) => said.includes(text))).toEqual([])
    }
  }
  // Envoy gets the public half, which is what it knows the installation by.
  const proofs = envoy.calls.map(({ headers }) => String(headers[PROOF_HEADER.toLowerCase()]))
  expect(proofs).toHaveLength(2)
  for (const proof of proofs) {
    const head = JSON.parse(Buffer.from(proof.split('.')[0] ?? '', 'base64url').toString())
    expect(head.jwk).toEqual({ kty: jwk['kty'], crv: jwk['crv'], x: jwk['x'], y: jwk['y'] })
  }
  expect(JSON.stringify(envoy.calls.map(({ headers }) => headers))).not.toContain(jwk['d'])

  expect(browser.names(url)).toEqual([`passbook_${new URL(url).port}_out`])
  expect((await list()).status).toBe(401)
  expect((await copy.post(`${url}/api/tools/list_purchases`)).status).toBe(401)
  expect((await copy.post(`${url}/auth/refresh`)).status).toBe(401)
  expect(await sessionOf(copy, started)).toMatchObject({ signed_in: false, account: null })
  expect(envoy.calls).toHaveLength(2)
})

it('[SR-4] each sign-in makes a key of its own', async () => {
  const started = await signInServer(await fakeIssuer(), { keyBound: true, secrets: [SECRET] })
  const keys = new Set<string>()
  for (let person = 0; person < 3; person += 1) {
    const browser = createBrowser()
    const location = await begin(browser, started)
    await comeBack(browser, started, started.issuer.approve(location))
    keys.add((await keyIn(browser, started.url)).key)
  }
  expect(keys.size).toBe(3)
})
