import { expect, it } from 'vitest'
import { accountOf, ensureAccount, setAccount } from './accounts'
import { createKit } from './test-kit'

it('[product] an account is created empty on first use and stays as it is after that', () => {
  const { world } = createKit()
  expect(accountOf(world, 'fresh')).toBeNull()
  setAccount(world, 'fresh', { enabled: false })
  expect(ensureAccount(world, 'fresh')).toEqual({
    account: 'fresh',
    name: 'fresh',
    enabled: 0,
    connection_scoped_list: 0,
    lines_carry_purchase_id: 1,
  })
})

it('[B11][C1] switches that are left out stay', () => {
  const { world } = createKit()
  setAccount(world, 'demo', { connectionScopedList: true })
  setAccount(world, 'demo', { linesCarryPurchaseId: false })
  expect(accountOf(world, 'demo')).toMatchObject({
    name: 'Meera Kulkarni',
    enabled: 1,
    connection_scoped_list: 1,
    lines_carry_purchase_id: 0,
  })
})
