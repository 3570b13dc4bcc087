import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures/test'

const HASHED = /^\/assets\/[\w.-]+-[\w-]{8}\.(?:js|css|woff2)$/

async function openHistory(page: Page) {
  await page.goto('/history')
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
}

/** What the built page's own file loads: the value of an attribute of each element of a kind. */
function loaded(html: string, element: string, attribute: string): string[] {
  const tags = html.match(new RegExp(`<${element}\\b[^>]*>`, 'g')) ?? []
  return tags.map((tag) => new RegExp(`\\b${attribute}="([^"]*)"`).exec(tag)?.[1] ?? '')
}

test('[SR-12] the built page loads hashed files of its own origin, and nothing stands in it that needs a nonce', () => {
  const html = readFileSync('dist/client/index.html', 'utf8')
  const scripts = loaded(html, 'script', 'src')
  expect(scripts.length).toBeGreaterThan(0)
  for (const src of scripts) expect(src).toMatch(HASHED)
  for (const href of loaded(html, 'link', 'href')) {
    if (href !== '/favicon.svg') expect(href).toMatch(HASHED)
  }
  for (const [, inside] of html.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)) {
    expect(inside?.trim()).toBe('')
  }
  expect(html).not.toMatch(/nonce|<style|\sstyle=|\son\w+=|javascript:|data:|blob:|https?:|\/\/\w/i)
  const files = readdirSync('dist/client/assets').filter((file) => !/\.(?:br|gz)$/.test(file))
  expect(files.filter((file) => !HASHED.test(`/assets/${file}`))).toEqual([])
})

test('[SR-12] the policy that comes with it trusts no nonce, no host and nothing unsafe', async ({
  page,
  product,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const reply = await page.goto('/history')
  const policy = (await reply?.headerValue('content-security-policy')) ?? ''
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toMatch(/nonce|unsafe|strict-dynamic|https?:|data:|blob:|\*/)
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
  expect(requests.filter((url) => new URL(url).origin !== product.url)).toEqual([])
  const scripts = await page.evaluate(() => Array.from(document.scripts, ({ src }) => src))
  expect(scripts.length).toBeGreaterThan(0)
  for (const src of scripts) expect(new URL(src).pathname).toMatch(HASHED)
})

test('[SR-11] a string written into the built page throws and is one violation', async ({
  page,
  watch,
}) => {
  await openHistory(page)
  expect(watch.problems).toEqual([])
  const outcome = await page.evaluate(() => {
    const paragraph = document.createElement('p')
    document.body.append(paragraph)
    try {
      paragraph.innerHTML = '<b>as HTML</b>'
      return ['written', paragraph.childNodes.length]
    } catch (error) {
      return [error instanceof TypeError, paragraph.childNodes.length]
    } finally {
      paragraph.remove()
    }
  })
  expect(outcome).toEqual([true, 0])
  const violation = /^CSP violation: require-trusted-types-for trusted-types-sink Element innerHTML/
  await expect.poll(() => watch.problems.filter((one) => violation.test(one)).length).toBe(1)
  // The browser's own line about it is the only other one.
  expect(watch.problems).toHaveLength(2)
  expect(watch.accountFor(violation)).toBe(1)
  expect(watch.accountFor(/^console\.error: This document requires 'TrustedHTML' assignment/)).toBe(
    1,
  )
})

/** Each is one attempt to bring in what the build did not; as text, since it runs in the page. */
const ATTEMPTS: readonly [directive: string, attempt: string][] = [
  ['require-trusted-types-for', "document.createElement('script').text = 'true'"],
  ['require-trusted-types-for', "document.write('<b>late</b>')"],
  ['require-trusted-types-for', "new DOMParser().parseFromString('<b>x</b>', 'text/html')"],
  ['trusted-types', "trustedTypes.createPolicy('mine', {})"],
  ['style-src-attr', "document.body.setAttribute('style', 'color: red')"],
  ['img-src', "new Image().src = 'https://evil.example.test/x.png'"],
  ['connect-src', "void fetch('https://evil.example.test/').catch(() => {})"],
]

for (const [directive, attempt] of ATTEMPTS) {
  test(`[SR-11] ${attempt} is reported under ${directive}`, async ({ page, watch }) => {
    await openHistory(page)
    const answered: string[] = []
    page.on('response', (response) => answered.push(response.url()))
    await page.evaluate(`try { ${attempt} } catch {}`)
    const violation = new RegExp(`^CSP violation: ${directive} `)
    await expect.poll(() => watch.problems.filter((one) => violation.test(one)).length).toBe(1)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(answered.filter((url) => url.includes('evil'))).toEqual([])
    expect(watch.accountFor(violation)).toBe(1)
    // What the browser says about it besides.
    watch.accountFor(/^console\.error: /)
  })
}
