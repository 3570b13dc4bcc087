import { expect, it } from 'vitest'
import { addLines, countLines } from './lines'
import { createKit, NOW } from './test-kit'

const line = { title: 'Neem Mart', subtitle: 'Errand agent', amountMinor: 100, at: NOW }

it('[C3] two equal lines are two lines', () => {
  const { world } = createKit()
  expect(addLines(world, 'demo', [line, line])).toBe(2)
  expect(countLines(world, 'demo')).toBe(2)
  expect(countLines(world, 'other')).toBe(0)
})

it('[R-067] a line of the same purchase takes the place of the earlier one', () => {
  const kit = createKit()
  const { purchase_id } = kit.purchase({ state: 'completed' })
  addLines(kit.world, 'demo', [
    { ...line, purchaseId: purchase_id, refundedMinor: 40, currency: 'USD', display: '$0.60' },
  ])
  expect(kit.world.db.prepare('SELECT * FROM lines').all()).toEqual([
    expect.objectContaining({
      purchase_id,
      amount_minor: 100,
      refunded_minor: 40,
      currency: 'USD',
      display: '$0.60',
    }),
  ])
})
