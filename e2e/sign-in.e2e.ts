import type { Page } from '@playwright/test'
import { expect, NOW, test } from './fixtures/test'
import { menuIsHere } from './helpers/account-menu'

test.use({ account: null })

const person = (page: Page, name = 'Meera Kulkarni') => page.getByRole('button', { name })
const account = (page: Page, name = 'Meera Kulkarni') =>
  page.getByRole('button', { name: `Account, ${name}` })
const firstLine = (page: Page) => page.getByRole('grid').getByRole('link').first()

/** Passbook's own screen, its link, one click at Central Auth. */
async function signInByHand(page: Page, at = '/history', name = 'Meera Kulkarni') {
  await page.goto(at)
  await page.getByRole('link', { name: /^(Sign in|Reconnect)$/ }).click()
  await person(page, name).click()
  await expect(account(page, name)).toBeVisible()
}

test('[product] signing in takes one click at Central Auth and leads back to the same place', async ({
  page,
}) => {
  await page.goto('/history?from=2026-03-01&to=2026-03-31')
  await expect(page.getByRole('heading', { name: 'See what your agents bought' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await person(page).click()
  await expect(page).toHaveURL(/\/history\?from=2026-03-01&to=2026-03-31$/)
  await expect(firstLine(page)).toBeVisible()
  await expect(account(page)).toBeVisible()
})

test('[product] each person sees only their own', async ({ page, sandbox, watch }) => {
  watch.expectFailure('/api/tools/get_purchase_status', 404)
  const { purchase_id } = await sandbox.purchase({ amount_minor: 100, merchant: 'Zebra Emporium' })
  await signInByHand(page, `/purchases/${purchase_id}`, 'Arjun Nair')
  await expect(page.getByText('No such purchase under this account').first()).toBeVisible()
  await expect(page.getByText('Zebra Emporium')).toHaveCount(0)
})

test('[product] who cancels at Central Auth is told so, and can start again', async ({
  page,
  watch,
}) => {
  watch.expectFailure('/auth/callback', 403)
  await page.goto('/history')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/auth\/callback/)
  await page.getByRole('link', { name: /again/i }).click()
  await person(page).click()
  await expect(firstLine(page)).toBeVisible()
})

test('[SR-3] tabs that meet the same expired token renew it once', async ({
  page,
  context,
  sandbox,
}) => {
  // Passbook renews early: 15 s before it must, which here is 15 s after each sign-in.
  await sandbox.account({ access_ttl_s: 40 })
  await signInByHand(page)
  const tabs = [page, await context.newPage(), await context.newPage()]
  for (const tab of tabs) await tab.goto('/purchases')
  const renewals = async () =>
    (await sandbox.log(0, 'auth')).filter((row) => JSON.stringify(row).includes('refresh_token'))
  await expect
    .poll(
      async () => {
        await Promise.all(tabs.map((tab) => tab.reload()))
        return (await renewals()).length
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0)
  expect((await renewals()).map((row) => row.status)).toEqual([200])
  for (const tab of tabs) await expect(account(tab)).toBeVisible()
})

test('[R-185] a sign-in that ended leaves the page, says one sentence, and leads back to the same place', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.expectFailure('/api/tools/get_purchase_status', 401)
  watch.expectFailure('/api/tools/list_purchases', 401)
  const { purchase_id } = await sandbox.purchase({ amount_minor: 4_200, state: 'processing' })
  await signInByHand(page, `/purchases/${purchase_id}`)
  await expect(page.getByText('Working on it').first()).toBeVisible()
  await sandbox.endTokens('demo', true)
  await sandbox.advance(purchase_id, { state: 'verifying' })
  const reconnect = page.getByRole('link', { name: 'Reconnect' })
  await expect(reconnect.filter({ visible: true })).toHaveCount(1, { timeout: 30_000 })
  await expect(page.getByText('₹42.00').first()).toBeVisible()
  await reconnect.filter({ visible: true }).click()
  const choice = person(page)
  await expect(choice.or(account(page))).toBeVisible()
  if (await choice.isVisible()) await choice.click()
  await expect(page).toHaveURL(new RegExp(`/purchases/${purchase_id}$`))
  await expect(page.getByText('Confirming').first()).toBeVisible()
})

test('[R-032] another person after a reconnect: nothing of the one before, no purchase in the address, and whose page it is', async ({
  page,
  context,
  sandbox,
  watch,
}) => {
  watch.expectFailure('/api/tools/get_purchase_status', 401)
  watch.expectFailure('/api/tools/list_purchases', 401)
  const { purchase_id } = await sandbox.purchase({
    amount_minor: 4_200,
    merchant: 'Zebra Emporium',
    state: 'processing',
  })
  await signInByHand(page, `/purchases/${purchase_id}`)
  await expect(page.getByText('Zebra Emporium').first()).toBeVisible()
  await sandbox.endTokens('demo', true)
  await context.clearCookies({ name: /^central_auth_/ })
  await page.goto(`/auth/sign-in?to=/purchases/${purchase_id}`)
  await person(page, 'Arjun Nair').click()
  await expect(account(page, 'Arjun Nair')).toBeVisible()
  await expect(page).toHaveURL(/\/purchases$/)
  await expect(page.getByText('This is now Arjun Nair’s page')).toBeVisible()
  await expect(page.getByText(/Meera|Zebra/)).toHaveCount(0)
})

test('[SR-21] [CT-7] signing out empties every tab within a second, and asks who it is next time', async ({
  page,
  context,
  sandbox,
}) => {
  await signInByHand(page)
  const other = await context.newPage()
  await other.goto('/purchases')
  await expect(account(other)).toBeVisible()
  await expect(other.getByText('As listed').first()).toBeVisible()
  // By the pages' own clock: how fast this test is told of it is another matter.
  await other.evaluate(() => {
    new MutationObserver(() => {
      if (document.body.innerText.includes('₹')) return
      Reflect.set(window, 'passbookTestEmptyAt', Date.now())
    }).observe(document.body, { subtree: true, childList: true })
  })
  await account(page).click()
  await page.evaluate(() => {
    addEventListener('click', () => Reflect.set(window, 'passbookTestLeftAt', Date.now()), {
      capture: true,
      once: true,
    })
  })
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(other.getByText('Signed out in another tab.')).toBeVisible()
  const at = (tab: Page, name: string): Promise<number> =>
    tab.evaluate((key) => Number(Reflect.get(window, key)), name)
  const took = (await at(other, 'passbookTestEmptyAt')) - (await at(page, 'passbookTestLeftAt'))
  expect(took).toBeLessThan(1_000)
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
  await expect(other.getByText(/Meera|₹/)).toHaveCount(0)
  await expect(page.getByText(/Meera|₹/)).toHaveCount(0)
  await expect
    .poll(async () => (await sandbox.log(0, 'auth')).some((row) => row.tool === 'revocation'))
    .toBe(true)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(person(page)).toBeVisible()
  await other.close()
})

test('[SR-21] signing out works offline, and the server hears of it before anything else', async ({
  page,
  context,
  sandbox,
  watch,
}) => {
  watch.expectOffline()
  await signInByHand(page)
  await menuIsHere(page)
  await context.setOffline(true)
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByText('Passbook could not tell its server yet.')).toBeVisible()
  await expect(page.getByText(/Meera|₹/)).toHaveCount(0)
  const [last] = (await sandbox.log()).slice(-1)
  await context.setOffline(false)
  await expect(page.getByText('Passbook could not tell its server yet.')).toHaveCount(0)
  await page.goto('/history')
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect(await sandbox.log(last?.id ?? 0)).toEqual([])
})

test('[SR-24] after fifteen minutes without use the pages are gone until they are asked for', async ({
  page,
}) => {
  await page.clock.install({ time: Date.parse(NOW) })
  // The last part of a page to come: by then the lock is at work.
  const everything = page.waitForResponse(/account-menu/)
  await signInByHand(page)
  await expect(firstLine(page)).toBeVisible()
  await everything
  await page.clock.fastForward('14:00')
  await expect(firstLine(page)).toBeVisible()
  await page.clock.fastForward('02:00')
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
  await expect(page.getByText('₹')).toHaveCount(0)
  expect(await page.title()).not.toContain('Meera')
  await page.getByRole('button', { name: 'Show again' }).click()
  await expect(firstLine(page)).toBeVisible()
})

test('[SR-24] locked by hand, in every tab and over a reload', async ({ page, context }) => {
  await signInByHand(page)
  const other = await context.newPage()
  await other.goto('/history')
  await expect(firstLine(other)).toBeVisible()
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Lock now' }).click()
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { name: 'Locked' })).toBeVisible()
    await expect(tab.getByText('₹')).toHaveCount(0)
  }
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
  await page.getByRole('button', { name: 'Show again' }).click()
  await expect(firstLine(page)).toBeVisible()
  await expect(firstLine(other)).toBeVisible()
  await other.close()
})
