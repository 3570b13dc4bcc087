import { expect, it } from 'vitest'
import { accountOf } from './accounts'
import { createKit, NOW } from './test-kit'
import { findToken, hashToken, issueToken } from './tokens'

const request = { account: 'meera', scope: 'agent', keyBound: false, ttlSeconds: 60 } as const

it('[R-180] a token is found by what it is, and kept only as its hash', () => {
  const { world } = createKit()
  const { accessToken, connection } = issueToken(world, { ...request, keyBound: true })
  expect(findToken(world, accessToken)).toEqual({
    token_hash: hashToken(accessToken),
    account: 'meera',
    connection,
    scope: 'agent',
    key_bound: 1,
    expires_at: NOW + 60_000,
  })
  expect(JSON.stringify(world.db.prepare('SELECT * FROM tokens').all())).not.toContain(accessToken)
  expect(findToken(world, `${accessToken}x`)).toBeNull()
})

it('[C46] each token has a connection of its own and makes its account', () => {
  const { world } = createKit()
  const [first, second] = [issueToken(world, request), issueToken(world, request)]
  expect(first.connection).not.toBe(second.connection)
  expect(accountOf(world, 'meera')?.name).toBe('meera')
})

it('[product] a token ends by the machine’s time, wherever the time of data is put', () => {
  const kit = createKit()
  const { accessToken } = issueToken(kit.world, request)
  kit.world.clock.set(NOW + 1e9, true)
  expect(findToken(kit.world, accessToken)).not.toBeNull()
  kit.pass(59_999)
  expect(findToken(kit.world, accessToken)).not.toBeNull()
  kit.pass(1)
  expect(findToken(kit.world, accessToken)).toBeNull()
})
