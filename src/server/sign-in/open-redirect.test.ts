import { describe, expect, it } from 'vitest'
import { nowhere, passbookFor, raw } from '@/server/test-kit'
import { createBrowser } from './browser.fixture'
import { fakeIssuer } from './fake-issuer.fixture'
import { begin, comeBack, signInServer } from './sign-in.fixture'

const HOSTILE = [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  '/history//evil.example',
  'https://evil.example',
]

describe('the way back', () => {
  it('[SR-7] leads to a known route of this origin after a sign-in', async () => {
    const started = await signInServer(await fakeIssuer())
    for (const to of HOSTILE) {
      const browser = createBrowser()
      const callback = started.issuer.approve(await begin(browser, started, to))
      const reply = await comeBack(browser, started, callback)
      expect([to, reply.headers.location]).toEqual([to, '/history'])
    }
    const browser = createBrowser()
    const callback = started.issuer.approve(
      await begin(browser, started, '/history?x=\r\nSet-Cookie: a=b'),
    )
    const reply = await comeBack(browser, started, callback)
    expect(reply.headers.location).toBe('/history')
    expect(reply.setCookie.join()).not.toContain('a=b')
  })

  it("[SR-7] with one person's own token leads there at once; there is nothing else under /auth", async () => {
    const { url } = await passbookFor(await nowhere())
    for (const to of [...HOSTILE, '']) {
      const reply = await raw(url, { path: `/auth/sign-in?to=${encodeURIComponent(to)}` })
      expect([to, reply.status, reply.headers.location]).toEqual([to, 302, '/history'])
      expect(reply.headers).not.toHaveProperty('set-cookie')
    }
    const kept = await raw(url, { path: '/auth/sign-in?to=%2Fpurchases%3Fx%3D1' })
    expect(kept.headers.location).toBe('/purchases?x=1')
    for (const path of [
      '/auth',
      '/auth/',
      '/auth/callback?code=x&state=y',
      '/auth/page.css',
      '/auth/x',
    ]) {
      expect([path, (await raw(url, { path })).status]).toEqual([path, 404])
    }
    for (const path of ['/auth/refresh', '/auth/sign-out']) {
      const headers = { 'x-passbook': '1' }
      expect((await raw(url, { method: 'POST', path, headers })).status).toBe(404)
    }
  })
})
