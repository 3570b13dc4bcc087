import type { Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { type Product, startProduct } from './fixtures/product'
import type { NewPurchase, Sandbox } from './fixtures/sandbox'
import { signIn } from './fixtures/sign-in'
import { test as base, expect, NOW } from './fixtures/test'
import { drawnProblems, guardPage } from './helpers/guard-page'
import { ADDRESSES, hostileStrings } from './helpers/hostile-strings'

const PROOF = process.env['PASSBOOK_PROOF'] !== undefined
const STRINGS = hostileStrings(PROOF ? 10_000 : 300)
/** The strings of a role: each role goes round the list from another place. */
const pick = (at: number, role: number) => STRINGS[(at + role * 37) % STRINGS.length] ?? ''
/** As much as the sandbox's control takes. */
const MOST = 4_000
const LISTED = 20

const test = base.extend({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern.
    async ({}, use) => {
      const product = await startProduct({
        SANDBOX_LINES: '0',
        SANDBOX_RATE: '1000000',
        ENVOY_REQUESTS_PER_MINUTE: '100000',
        ENVOY_LINK_HOSTS: 'pay.envoy.test',
      })
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
})

// A picture of each of these pages would cost more than the test.
test.use({ trace: 'off' })
test.setTimeout(PROOF ? 60 * 60_000 : 300_000)

const rupees = (paise: number) =>
  `₹${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`

/** One line for each string: the amount says which one it is. */
async function addLines(sandbox: Sandbox, product: Product) {
  await sandbox.reset({ lines: 0, now: NOW })
  await sandbox.lines(
    STRINGS.map((text, at) => ({
      title: text.slice(0, MOST),
      subtitle: pick(at, 1).slice(0, MOST),
      amount_minor: 100 + at,
      display: pick(at, 2).slice(0, 256),
      date: new Date(Date.parse(NOW) - at * 60_000).toISOString(),
    })),
  )
  const db = new Database(product.database)
  try {
    const lengthen = db.prepare('UPDATE lines SET title = ? WHERE amount_minor = ?')
    for (const [at, text] of STRINGS.entries()) if (text.length > MOST) lengthen.run(text, 100 + at)
  } finally {
    db.close()
  }
}

/** The amounts of the rows that are in the document. */
const shownAmounts = (page: Page) =>
  page
    .getByRole('grid')
    .evaluate((grid) =>
      [...grid.querySelectorAll('[role=row]:not(:has([role=rowheader])) .amt')].map(
        (amount) => amount.textContent ?? '',
      ),
    )

for (const width of [1440, 320]) {
  test(`[SR-28] [SR-31] hostile lines of history at ${width} px: nothing runs, leaves, widens or hides an amount`, async ({
    page,
    sandbox,
    product,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const outside = await guardPage(page, product.url)
    await addLines(sandbox, product)
    await page.goto('/history')
    await expect(page.getByRole('grid')).toBeVisible()
    const seen = new Set<string>()
    const problems: string[] = []
    const end = page.getByText('All history loaded').first()
    for (let idle = 0; idle < 20; ) {
      const before = seen.size
      problems.push(...(await drawnProblems(page)))
      for (const amount of await shownAmounts(page)) seen.add(amount)
      await page.evaluate(async () => {
        const scroller =
          innerWidth <= 760 ? document.documentElement : document.querySelector('main')
        scroller?.scrollBy(0, 600)
        // The rows come with the next picture.
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      })
      idle = seen.size === before ? idle + 1 : 0
      if (idle > 1 && (await end.isVisible())) break
    }
    const expected = STRINGS.map((_, at) => rupees(100 + at))
    expect(expected.filter((amount) => !seen.has(amount))).toEqual([])
    expect([...outside, ...problems]).toEqual([])
  })
}

/** Twenty purchases that hold the strings from this one on in every place that is shown. */
function batch(from: number): NewPurchase[] {
  const many = (role: number) =>
    Array.from({ length: LISTED }, (_, at) => pick(from + at, role).slice(0, 190)).join('\n')
  // Of four batches the first two are opened for their answers: fifty more each time.
  const round = from / LISTED
  const firstAnswer = 100 * Math.floor(round / 4) + 50 * (round % 2)
  return Array.from({ length: LISTED }, (_, place) => {
    const at = from + place
    const text = (role: number) => pick(at, role).slice(0, MOST)
    const names = { merchant: text(0), agent: text(1), domain: text(2), amount_minor: 100 + at }
    if (place > 3) return { ...names, state: 'completed', money: 'charged' }
    if (place % 2 === 0) {
      const answers = Array.from({ length: 50 }, (_, n) => pick(firstAnswer + n, 4).slice(0, 1_000))
      const options = answers.slice(0, place === 0 ? 50 : 2).map((answer) => answer || '?')
      const prompt = (place === 0 ? many(3) : text(3)) || '?'
      return { ...names, state: 'needs_answer', question: { kind: 'choice', prompt, options } }
    }
    const url = pick(at, 5).slice(0, 2_048) || 'x'
    return {
      ...names,
      state: 'waiting_for_user',
      user_action: {
        message: place === 1 ? many(3) : text(3),
        url: ADDRESSES[Math.floor(round / 2) % ADDRESSES.length] ?? url,
      },
      funding: { url, expires_at: '2026-10-29T12:00:00Z' },
    }
  })
}

/** An amount as Passbook draws one: a name may read the same. */
const drawnAmount = (page: Page, words: string) =>
  page.locator('.amt').filter({ hasText: new RegExp(`^${words.replaceAll('.', '\\.')}$`) })

/** Waits until the newest purchase stands in the list and nothing in it waits for a check. */
async function settled(page: Page, newest: string) {
  await expect(drawnAmount(page, newest).first()).toBeVisible()
  await expect(page.getByText('What it needs is shown after a check.')).toHaveCount(0)
}

for (const width of [1440, 320]) {
  test(`[SR-28] [SR-30] hostile purchases, list and page, at ${width} px: nothing runs, leaves, widens or hides an amount`, async ({
    page,
    sandbox,
    product,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const outside = await guardPage(page, product.url)
    const problems: string[] = []
    const look = async (where: string) =>
      problems.push(...(await drawnProblems(page)).map((problem) => `${where}: ${problem}`))
    await sandbox.reset({ lines: 0, now: NOW })
    // Each width takes every other batch; together they take all.
    const starts = Array.from({ length: Math.ceil(STRINGS.length / LISTED) }, (_, n) => n * LISTED)
    for (const from of starts.filter((_, n) => n % 2 === (width === 320 ? 1 : 0))) {
      for (const purchase of batch(from)) await sandbox.purchase(purchase)
      if (page.url() === 'about:blank') await page.goto('/purchases')
      else await page.getByRole('button', { name: 'Refresh list' }).locator('visible=true').click()
      await settled(page, rupees(100 + from + LISTED - 1))
      await look(`list ${from}`)
      // By turns the one with addresses and the one with fifty answers.
      const place = Math.floor(from / LISTED / 2) % 2
      const card = page
        .getByRole('article')
        .filter({ has: drawnAmount(page, rupees(100 + from + place)) })
      await card.getByRole('link', { name: /See what to do|Answer/ }).click()
      await expect(page.getByText('Checked just now').first()).toBeVisible()
      await page.getByText('For support').first().click()
      await look(`page ${from + place}`)
      await page.goBack()
      await expect(card).toBeVisible()
    }
    expect([...outside, ...problems]).toEqual([])
  })
}

/** What is widest, tallest or longest, in every place at once. */
const WORST = [
  'W'.repeat(MOST),
  '\u{12031}'.repeat(200),
  '\ufdfd'.repeat(200),
  '\u0e2d\u0e47\u0e47\u0e47\u0e47\u0e47'.repeat(100),
  `Z${'\u0301\u0315\u0489'.repeat(500)}`,
  '\u202eW\u2067'.repeat(500),
  '\u05d0'.repeat(500),
  '\n'.repeat(500),
  '👩\u200d'.repeat(1_000),
]

test('[SR-28] [SR-30] the widest and tallest strings, in every place at once, at any width', async ({
  page,
  sandbox,
  product,
}) => {
  const outside = await guardPage(page, product.url)
  await sandbox.reset({ lines: 0, now: NOW })
  const problems: string[] = []
  const look = async (where: string, widths = [320, 800, 1440]) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      const found = await drawnProblems(page)
      problems.push(...found.map((problem) => `${where}, ${width} px: ${problem}`))
    }
  }
  for (const [at, text] of WORST.entries()) {
    const { purchase_id } = await sandbox.purchase({
      merchant: text,
      agent: text,
      domain: text,
      amount_minor: 9_999_999_99,
      state: 'needs_answer',
      question: { kind: 'choice', prompt: text, options: [text.slice(0, 1_000)] },
      user_action: { message: text, url: text.slice(0, 2_048) },
      funding: { url: text.slice(0, 2_048), expires_at: '2026-10-29T12:00:00Z' },
    })
    await page.goto(`/purchases/${purchase_id}`)
    await expect(page.getByText('Checked just now').first()).toBeVisible()
    for (const more of ['For support', 'I don’t recognise this purchase']) {
      await page.getByText(more).first().click()
    }
    await look(`page ${at}`)
    // The panel's parts are the page's, narrower: each second one will do.
    if (at % 2 === 1) continue
    await page.goto(`/history/${purchase_id}`)
    await expect(page.getByText('Checked just now').first()).toBeVisible()
    await look(`panel ${at}`)
  }
  await page.goto('/purchases')
  await settled(page, '₹99,99,999.99')
  await look('list', [320, 700, 800, 1000, 1100, 1440])
  await sandbox.lines(
    WORST.map((text) => ({
      title: text,
      subtitle: text,
      amount_minor: 9_999_999_99,
      // Nobody knows its minor units: Envoy's own words are all there is (C16).
      currency: 'QQQ',
      display: text.slice(0, 256),
      date: NOW,
    })),
  )
  await page.goto('/history')
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(WORST.length + 1)
  await look('history', [320, 700, 800, 1000, 1100, 1440])
  expect([...outside, ...problems]).toEqual([])
})

test('[SR-28] hostile names beside the history, and as the name of who is signed in', async ({
  page,
  context,
  sandbox,
  product,
}) => {
  const outside = await guardPage(page, product.url)
  await sandbox.reset({ lines: 0, now: NOW })
  for (const purchase of batch(STRINGS.length - LISTED)) await sandbox.purchase(purchase)
  const [, , asking] = batch(0)
  const { purchase_id } = await sandbox.purchase({ ...asking, amount_minor: 77_700 })
  const problems: string[] = []
  for (const name of [
    STRINGS.at(-1) ?? '',
    '\u202e<img src=x onerror=passbookCanary()>',
    'W'.repeat(200),
    '\u200b',
  ]) {
    const db = new Database(product.database)
    db.prepare("UPDATE accounts SET name = ? WHERE account = 'demo'").run(name.slice(0, 200))
    db.close()
    await page.goto('about:blank')
    await context.clearCookies()
    await signIn(context, product.url)
    const widths = async (look: () => Promise<unknown>) => {
      for (const width of [1440, 1000, 320]) {
        await page.setViewportSize({ width, height: 900 })
        await look()
        problems.push(...(await drawnProblems(page)))
      }
    }
    await page.goto(`/history/${purchase_id}`)
    await widths(() => expect(page.getByText('Checked just now').first()).toBeVisible())
    await page.goto('/purchases')
    const account = page.getByRole('button', { name: /^Account/ }).locator('visible=true')
    await widths(async () => {
      await page.keyboard.press('Escape')
      await account.first().click()
      await expect(page.getByRole('menu').first()).toBeVisible()
    })
  }
  expect([...outside, ...problems]).toEqual([])
})

test('[SR-29] a name that looks like a better-known one is to be checked, with its domain, and hides nothing', async ({
  page,
  sandbox,
}) => {
  await sandbox.reset({ lines: 0, now: NOW })
  const spoof = 'P\u0430ytm'
  const names = ['Paytm', 'PAYTM', 'Paytrn', spoof, 'Neem Mart']
  for (const [at, merchant] of names.entries()) {
    await sandbox.purchase({
      merchant,
      domain: merchant === spoof ? 'p\u0430ytm.example' : 'shop.example',
      amount_minor: 100 + at,
      state: at > 2 ? 'waiting_for_user' : 'completed',
      ...(at > 2 ? {} : { money: 'charged' }),
    })
  }
  await page.goto('/history')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect(row('Paytrn').getByText('Check the name')).toBeVisible()
  await expect(row('Paytrn').getByText('₹1.02')).toBeVisible()
  await expect(page.getByText('Check the name')).toHaveCount(1)

  await page.goto('/purchases')
  const card = page.getByRole('article').filter({ hasText: spoof })
  await expect(card.getByText('Check the name: xn--pytm-53d.example')).toBeVisible()
  await expect(page.getByText('Check the name')).toHaveCount(2)
  await page.getByRole('link', { name: /Paytrn/ }).click()
  await expect(
    page.getByRole('heading', { level: 1 }).getByText('Check the name: shop.example'),
  ).toBeVisible()
})
