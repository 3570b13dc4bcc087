import { type BrowserContext, chromium, type Page } from '@playwright/test'
import playwright from '../playwright.config'
import { startKeepingProxy } from './fixtures/keeping-proxy'
import { startProduct } from './fixtures/product'
import { signIn } from './fixtures/sign-in'
import { expect, test } from './fixtures/test'
import { menuIsHere } from './helpers/account-menu'

test.use({ account: null })

/** What a page looked like the moment it came back, before anything of it could change. */
type Return = { persisted: boolean; visible: boolean }

/** Remembers each return in the page itself, which comes back with it. */
function rememberReturns(page: Page) {
  return page.addInitScript(() => {
    const returns: Return[] = []
    Reflect.set(window, 'passbookTestReturns', returns)
    addEventListener('pageshow', ({ persisted }) => {
      // A frame later: what is painted first.
      requestAnimationFrame(() => {
        const root = document.getElementById('root')
        const visible = root !== null && getComputedStyle(root).visibility === 'visible'
        returns.push({ persisted, visible: visible && document.body.innerText.includes('₹') })
      })
    })
  })
}

const returnsOf = (page: Page): Promise<Return[]> =>
  page.evaluate(() => Reflect.get(window, 'passbookTestReturns') as Return[])

/** Playwright's own way back waits for a load, which a page that was kept does not have. */
const back = (page: Page) => page.evaluate(() => void setTimeout(() => history.back()))

/** A tab that showed the history and went on to an address of no page. */
async function leftHistory(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await rememberReturns(page)
  await page.goto(`${url}/history`)
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
  // Left before its later parts came, it could only say offline that nothing can be shown.
  await menuIsHere(page)
  await page.goto(`${url}/healthz`)
  return page
}

test('[CT-6] [SR-21] what the back-forward cache kept is blank before it is painted, when the person has signed out', async () => {
  const proxy = await startKeepingProxy()
  const product = await startProduct({ PUBLIC_URL: proxy.url })
  proxy.to(new URL(product.url).port)
  const launch = playwright.use?.launchOptions ?? {}
  // Playwright switches the cache off.
  const browser = await chromium.launch({
    ...launch,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const context = await browser.newContext()
  await signIn(context, proxy.url)
  const pages = [await leftHistory(context, proxy.url), await leftHistory(context, proxy.url)]
  const [kept, emptied] = pages as [Page, Page] // two were opened just above
  const other = await context.newPage()
  await other.goto(`${proxy.url}/purchases`)
  await expect(other.getByText('As listed').first()).toBeVisible()
  await menuIsHere(other)

  // Whoever is still signed in has the page back as it was.
  await back(kept)
  await expect(kept.getByRole('grid').getByRole('link').first()).toBeVisible()
  expect((await returnsOf(kept)).map((one) => one.persisted)).toContain(true)

  // Offline, so that nothing but the page itself can know that the person left.
  await context.setOffline(true)
  await other.getByRole('button', { name: /^Account, / }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(other.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
  await back(emptied)
  await expect(emptied.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
  expect((await returnsOf(emptied)).at(-1)).toEqual({ persisted: true, visible: false })
  await expect(emptied.getByText(/Meera|₹/)).toHaveCount(0)
  await browser.close()
  await product.stop()
  await proxy.close()
})
