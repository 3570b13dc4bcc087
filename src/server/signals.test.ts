import { describe, expect, it, vi } from 'vitest'
import { createSignalHandler } from './signals'
import { later } from './test-kit'

function handler(stop: () => Promise<void>) {
  const exit = vi.fn()
  let now = 0
  const onSignal = createSignalHandler({ stop, exit, now: () => now })
  return {
    exit,
    at(ms: number) {
      now = ms
      onSignal()
    },
  }
}

describe('createSignalHandler', () => {
  it('[product] the first signal stops in peace and exits with 0', async () => {
    const stop = vi.fn(() => Promise.resolve())
    const { at, exit } = handler(stop)
    at(0)
    await vi.waitFor(() => expect(exit.mock.calls).toEqual([[0]]))
    expect(stop).toHaveBeenCalledOnce()
  })

  it('[product] a second signal exits at once', () => {
    const { at, exit } = handler(() => later().promise)
    at(0)
    expect(exit).not.toHaveBeenCalled()
    at(600)
    expect(exit.mock.calls).toEqual([[1]])
  })

  it('[product] the same signal once more from npm is no second one', () => {
    const { at, exit } = handler(() => later().promise)
    at(0)
    at(3)
    expect(exit).not.toHaveBeenCalled()
  })

  it('[product] a stop that fails exits with 1', async () => {
    const { at, exit } = handler(() => Promise.reject(new Error('no')))
    at(0)
    await vi.waitFor(() => expect(exit.mock.calls).toEqual([[1]]))
  })
})
