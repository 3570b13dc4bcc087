import { expect, test } from './fixtures/test'

test('[R-170] [R-171] a list that is not whole says so, and leads to no further page', async ({
  page,
  sandbox,
}) => {
  await sandbox.reset({ lines: 0, now: '2026-10-29T09:02:00Z' })
  const buy = (n: number) =>
    sandbox.purchase({ amount_minor: 10_000 + n, state: 'completed', money: 'charged' })
  for (let n = 0; n < 20; n += 1) await buy(n)
  const more = page.getByText('More purchases exist that are not shown here.')
  await page.goto('/purchases')
  const rows = page.locator('main').getByRole('listitem')
  await expect(rows).toHaveCount(20)
  await expect(more).toHaveCount(0)
  await buy(20)
  await page.getByRole('button', { name: 'Refresh list' }).first().click()
  await expect(more).toBeVisible()
  await expect(rows).toHaveCount(20)
  await expect(page.getByRole('button', { name: /more|next|older|page/i })).toHaveCount(0)
  const asked = (await sandbox.log()).filter((row) => row.tool === 'list_purchases')
  expect(asked.map((row) => row.body)).toEqual([{ limit: 20 }, { limit: 20 }])
})
