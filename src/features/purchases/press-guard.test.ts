import { expect, it, vi } from 'vitest'
import { createPressGuard } from './press-guard'

it('[product] a double click is one press, two presses are two', () => {
  let now = 1_000
  const guard = createPressGuard(() => now)
  const press = vi.fn()
  guard(press)
  now += 150
  guard(press)
  expect(press).toHaveBeenCalledTimes(1)
  now += 500
  guard(press)
  expect(press).toHaveBeenCalledTimes(2)
})
