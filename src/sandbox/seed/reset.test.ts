import { expect, it, vi } from 'vitest'
import { setAccount } from '../accounts'
import { countLines } from '../lines'
import { createKit, NOW } from '../test-kit'
import { findToken } from '../tokens'
import { reset } from './reset'

const options = { lines: 30, seed: 1, now: NOW, freeze: false, keepTokens: false }

it('[product] drops tokens and foreign accounts, unless tokens are kept', () => {
  const kit = createKit()
  const token = kit.tokenOf('guest')
  setAccount(kit.world, 'guest', { enabled: false })
  const accounts = () =>
    kit.world.db.prepare('SELECT account, enabled FROM accounts ORDER BY 1').all()
  reset(kit.world, { ...options, keepTokens: true })
  expect(findToken(kit.world, token)?.account).toBe('guest')
  expect(accounts()).toEqual([
    { account: 'demo', enabled: 1 },
    { account: 'guest', enabled: 1 },
    { account: 'other', enabled: 1 },
  ])
  reset(kit.world, options)
  expect(findToken(kit.world, token)).toBeNull()
  expect(accounts()).toEqual([
    { account: 'demo', enabled: 1 },
    { account: 'other', enabled: 1 },
  ])
})

it('[product] frozen from its first instant on, where that is asked for', () => {
  const kit = createKit()
  reset(kit.world, { ...options, freeze: true })
  expect([kit.world.clock.frozen(), kit.world.clock.now()]).toEqual([true, NOW])
  reset(kit.world, { ...options, now: null })
  expect(kit.world.clock.frozen()).toBe(false)
})

it('[product] twice is the same as once', () => {
  const kit = createKit()
  const rows = () => kit.world.db.prepare('SELECT * FROM purchases ORDER BY seq').all()
  reset(kit.world, options)
  const first = rows()
  kit.purchase()
  reset(kit.world, options)
  expect(rows()).toEqual(first)
  expect(countLines(kit.world, 'demo')).toBe(30)
})

it('[product] clears faults, log and rate windows, and ends held reads', () => {
  const kit = createKit()
  kit.fault({ fault: 'html_500' })
  const { purchase_id } = kit.purchase()
  const held = kit.world.wakes.wait(purchase_id, {
    ms: 60_000,
    signal: new AbortController().signal,
    ready: () => false,
  })
  const windows = vi.spyOn(kit.world.rate, 'reset')
  const log = vi.spyOn(kit.world.log, 'clear')
  reset(kit.world, options)
  expect(kit.world.faults.active()).toBe(0)
  expect(windows).toHaveBeenCalledOnce()
  expect(log).toHaveBeenCalledOnce()
  return expect(held).resolves.toBe('elapsed')
})

it('[product] sets the time of data, or puts it back to the start, and lets it run', () => {
  const kit = createKit()
  kit.world.clock.set(0, true)
  reset(kit.world, { ...options, now: NOW + 5_000 })
  expect([kit.world.clock.now(), kit.world.clock.frozen()]).toEqual([NOW + 5_000, false])
  reset(kit.world, { ...options, now: null })
  expect(kit.world.clock.now()).toBe(NOW)
})
