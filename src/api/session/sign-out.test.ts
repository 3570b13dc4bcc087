import { expect, it, vi } from 'vitest'
import { createMemoryStorage, createStoredJournal } from '../core/stored'
import { readGeneration } from './generation'
import { KEPT } from './kept'
import { tellServer } from './pending-sign-out'
import { signInHref } from './sign-in-href'
import { signOut, writesInDoubt } from './sign-out'
import { isSignOutPending } from './sign-out-mark'

const write = { tool: 'submit_answer', key: 'k', purchaseId: 'p', questionId: 'q', createdAt: 1 }

function stage() {
  const storage = createMemoryStorage()
  storage.setItem(KEPT.owner, 'mine')
  storage.setItem(KEPT.active, '5')
  storage.setItem(KEPT.lockAfter, '5')
  storage.setItem(KEPT.generation, '4')
  storage.setItem('passbook-theme', 'dark')
  storage.setItem('passbook.gate.mine', '99')
  storage.setItem('passbook.starts.mine.7', '[0,0,9,9]')
  storage.setItem('passbook.held.mine.a', '99 x')
  storage.setItem('passbook.later', 'something new')
  createStoredJournal(storage, 'mine').record(write)
  const done: string[] = []
  const note = (what: string) => () => void done.push(what)
  const parts = {
    storage,
    drop: note('drop'),
    say: note('say'),
    leaveAddress: note('leave'),
    tell: async () => {
      done.push('tell')
      return true
    },
  }
  return { storage, parts, done }
}

it('[SR-21] everything is gone before the server is asked', async () => {
  const { storage, parts, done } = stage()
  await signOut({
    ...parts,
    tell: async () => {
      done.push('tell')
      expect(storage.keys().toSorted()).toEqual([
        'passbook-theme',
        'passbook.gate.mine',
        KEPT.generation,
        KEPT.lockAfter,
        KEPT.signingOut,
        'passbook.starts.mine.7',
      ])
      return false
    },
  })
  expect(done).toEqual(['drop', 'say', 'leave', 'tell'])
  expect(readGeneration(storage)).toBe(5)
})

it('[R-034] another account’s writes in doubt stay', async () => {
  const { storage, parts } = stage()
  const theirs = createStoredJournal(storage, 'theirs')
  theirs.record(write)
  await signOut(parts)
  expect(theirs.unresolved()).toEqual([write])
})

it('[SR-23] only writes of the account that signs out are asked about', () => {
  const { storage } = stage()
  expect(writesInDoubt(storage)).toEqual([write])
  storage.setItem(KEPT.owner, 'theirs')
  expect(writesInDoubt(storage)).toEqual([])
  storage.removeItem(KEPT.owner)
  expect(writesInDoubt(storage)).toEqual([])
})

it('[SR-21] the mark stands until the server has confirmed', async () => {
  const { storage, parts } = stage()
  const api = { signOut: vi.fn(async () => false) }
  await signOut({ ...parts, tell: () => tellServer({ api, storage }) })
  expect(isSignOutPending(storage)).toBe(true)
  api.signOut.mockResolvedValue(true)
  expect(await tellServer({ api, storage })).toBe(true)
  expect(isSignOutPending(storage)).toBe(false)
})

it('[SR-21] the browser is asked to empty the storage only when preferences alone are left, and they come back', async () => {
  const { storage, parts } = stage()
  const api = {
    signOut: vi.fn(async (clear: boolean) => {
      if (clear) for (const key of storage.keys()) storage.removeItem(key)
      return true
    }),
  }
  await signOut({ ...parts, tell: () => tellServer({ api, storage }) })
  expect(api.signOut).toHaveBeenLastCalledWith(true)
  expect(storage.keys().toSorted()).toEqual([
    'passbook-theme',
    'passbook.gate.mine',
    KEPT.generation,
    KEPT.lockAfter,
    'passbook.starts.mine.7',
  ])
  createStoredJournal(storage, 'theirs').record(write)
  await tellServer({ api, storage })
  expect(api.signOut).toHaveBeenLastCalledWith(false)
})

it.each([
  [{ pathname: '/history', search: '?from=2026-09-01' }, '%2Fhistory%3Ffrom%3D2026-09-01'],
  [{ pathname: '/', search: '' }, '%2Fhistory'],
])('[SR-7] %o is signed in to as a parameter, not as an address', (place, to) => {
  expect(signInHref(place)).toBe(`/auth/sign-in?to=${to}`)
})
