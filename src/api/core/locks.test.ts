import { expect, it } from 'vitest'
import { webLocks } from './locks'

/** Web Locks for one name, as a browser has them. */
function fakeManager() {
  const turns: (() => void)[] = []
  let held = false
  const next = () => {
    if (!held) turns.shift()?.()
  }
  const request = (_name: string, { signal }: LockOptions, work: () => unknown) =>
    new Promise((resolve, reject) => {
      const turn = async () => {
        held = true
        const value = await work()
        held = false
        resolve(value)
        next()
      }
      signal?.addEventListener('abort', () => {
        if (!turns.includes(turn)) return
        turns.splice(turns.indexOf(turn), 1)
        reject(signal.reason)
      })
      turns.push(turn)
      next()
    })
  // The one form of it that is used.
  return { request } as unknown as LockManager
}

it('[CT-3] gives a turn, and what the work came to', async () => {
  const { withLock } = webLocks(fakeManager(), () => {})
  expect(await withLock('a', 100, () => 7)).toEqual({ value: 7 })
})

it('[CT-3] the work’s result is there at once; the next turn comes when the writing has spread', async () => {
  let spread = () => {}
  const { withLock } = webLocks(fakeManager(), () => new Promise<void>((done) => (spread = done)))
  const done: string[] = []
  expect(await withLock('a', 100, () => done.push('one'))).not.toBeNull()
  const two = withLock('a', 5_000, () => done.push('two'))
  await new Promise((resolve) => setTimeout(resolve))
  expect(done).toEqual(['one'])
  spread()
  await two
  expect(done).toEqual(['one', 'two'])
})

it('[CT-3] waits no longer than asked, and a turn that was not waited for is never used', async () => {
  let free = () => {}
  const { withLock } = webLocks(fakeManager(), () => new Promise<void>((done) => (free = done)))
  await withLock('a', 100, () => 1)
  let ran = false
  const late = withLock('a', 1, () => {
    ran = true
  })
  expect(await late).toBeNull()
  free()
  await new Promise((resolve) => setTimeout(resolve))
  expect(ran).toBe(false)
})

it('[CT-3] where the browser has no locks, every turn is not got', async () => {
  expect(await webLocks(undefined).withLock('a', 100, () => 1)).toBeNull()
})

it('rejects with what the work throws, and the lock is free again', async () => {
  const { withLock } = webLocks(fakeManager(), () => {})
  const fail = () => {
    throw new RangeError('full')
  }
  await expect(withLock('a', 100, fail)).rejects.toThrow(RangeError)
  expect(await withLock('a', 100, () => 1)).toEqual({ value: 1 })
})
