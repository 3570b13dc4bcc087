import { startProduct } from './fixtures/product'
import { type NewLine, type Sandbox, sandboxAt } from './fixtures/sandbox'
import { signIn } from './fixtures/sign-in'
import { expect, NOW, test } from './fixtures/test'
import { readLedger } from './helpers/ledger'
import { truthOf } from './helpers/truth'

async function toolsCalled(sandbox: Sandbox): Promise<string[]> {
  return [...new Set((await sandbox.log()).map((row) => row.tool ?? ''))]
}

test('[R-066] [R-067] all 600 lines through list_transactions alone, each once, day totals equal to the database', async ({
  page,
  product,
  sandbox,
}) => {
  await sandbox.clock(NOW)
  await page.goto('/history')
  const shown = await readLedger(page)
  const truth = truthOf(product.database)
  expect(truth.lines).toHaveLength(600)
  expect(shown.lines).toEqual(truth.lines)
  expect(shown.days.map((day) => day.minor)).toEqual(truth.days)
  expect(shown.days.some((day) => day.open)).toBe(false)
  const calls = (await sandbox.log()).filter((row) => row.tool === 'list_transactions')
  expect(calls).toHaveLength(12)
  expect(
    (await toolsCalled(sandbox)).filter(
      (tool) => tool !== 'list_purchases' && tool !== 'get_purchase_status',
    ),
  ).toEqual(['list_transactions'])
})

test('[C12] 13 lines on one timestamp across a page end: every line exactly once', async ({
  page,
  product,
  sandbox,
}) => {
  await sandbox.reset({ lines: 120, now: NOW, freeze: true })
  const same = (count: number, date: string, name: string): NewLine[] =>
    Array.from({ length: count }, (_, n) => ({
      title: `${name} ${n}`,
      subtitle: 'Errand agent',
      amount_minor: 100 + n,
      date,
    }))
  await sandbox.lines(same(44, '2026-10-29T09:01:00Z', 'Earlier'))
  await sandbox.lines(same(13, '2026-10-29T09:00:30Z', 'Same instant'))
  await page.goto('/history')
  const shown = await readLedger(page)
  const truth = truthOf(product.database)
  expect(truth.lines).toHaveLength(177)
  expect(shown.lines).toEqual(truth.lines)
  expect(shown.days.map((day) => day.minor)).toEqual(truth.days)
})

test('[C12] [R-076] lines come and go while paging: no old line twice, none missing', async ({
  page,
  product,
  sandbox,
}) => {
  await sandbox.reset({ lines: 300, now: NOW, freeze: true })
  const before = truthOf(product.database)
  await page.goto('/history')
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
  await sandbox.lines([
    {
      title: 'Arrived while paging',
      subtitle: 'Errand agent',
      amount_minor: 5,
      date: '2026-10-29T09:01:30Z',
    },
    {
      title: 'Back-dated',
      subtitle: 'Errand agent',
      amount_minor: 7,
      date: '2026-10-01T06:00:00Z',
    },
  ])
  const shown = await readLedger(page)
  const old = shown.lines.filter((line) => line.title !== 'Back-dated')
  expect(old).toEqual(before.lines)
  expect(shown.lines.length - old.length).toBeLessThanOrEqual(1)
})

const LARGE = process.env['PASSBOOK_PROOF'] ? 100_000 : 3_000

test(`[bench] ${LARGE} lines: every line exactly once on the page, day totals equal to the database`, async ({
  page,
}) => {
  test.setTimeout(LARGE > 10_000 ? 3_000_000 : 120_000)
  const large = await startProduct({
    SANDBOX_LINES: '0',
    SANDBOX_RATE: '100000',
    ENVOY_REQUESTS_PER_MINUTE: '100000',
  })
  const control = sandboxAt(large.sandboxUrl ?? '')
  await control.reset({ lines: LARGE, now: NOW, freeze: true })
  await signIn(page.context(), large.url)
  await page.goto(`${large.url}/history`)
  const shown = await readLedger(page)
  const truth = truthOf(large.database)
  expect(truth.lines).toHaveLength(LARGE)
  expect(shown.lines).toEqual(truth.lines)
  expect(shown.days.map((day) => day.minor)).toEqual(truth.days)
  const calls = (await control.log()).filter((row) => row.tool === 'list_transactions')
  expect(calls).toHaveLength(LARGE / 50)
  await page.goto('about:blank')
  await large.stop()
})
