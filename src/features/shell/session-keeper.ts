import type { QueryClient } from '@tanstack/react-query'
import { createStore } from '@/api/core/store'
import type { OwnStorage } from '@/api/core/stored'
import type { Connection } from '@/api/envoy/connection'
import { CallFailure } from '@/api/envoy/failure'
import type { Session } from '@/api/envoy/session'
import { bumpGeneration, readGeneration } from '@/api/session/generation'
import { forgetActive, isIdle, keepActive } from '@/api/session/idle'
import { keepOwner, readOwner } from '@/api/session/owner'
import { isSignOutPending } from '@/api/session/sign-out-mark'
import { createOwnerNews } from './owner-news'
import type { Opened, SessionKeeper, SessionState, SignedOutHow } from './session-state'

type Deps = {
  /** @throws CallFailure when nothing usable came back. */
  readSession: () => Promise<Session>
  connect: (session: Session, closed: AbortSignal) => Pick<Opened, 'connection' | 'renewal'>
  createQueryClient: () => QueryClient
  storage: OwnStorage
  now: () => number
  /** The pages have to be loaded anew. */
  reload: () => void
}

const STARTING: SessionState = { status: 'starting' }

/** One connection and one cache for each account: another account never sees what the last one loaded. */
export function createSessionKeeper(deps: Deps): SessionKeeper {
  const { storage } = deps
  const news = createOwnerNews()
  let opened: (Opened & { close: () => void }) | null = null
  let opening: Promise<Opened> | null = null
  /** Whose pages this tab showed last, also after they are gone. */
  let shown: string | null = null
  /** What the pages were loaded with last. */
  let handed: Connection | null = null
  let how: SignedOutHow | null = isSignOutPending(storage) ? 'pending' : null
  let ownerAtEnd = readOwner(storage)
  let locked = isIdle(storage, deps.now())
  let generation = readGeneration(storage)
  /** Grows with everything that is dropped: what was asked before is not answered after. */
  let round = 0

  const current = (): SessionState => {
    if (how !== null) return { status: 'signed_out', how }
    if (locked) return { status: 'locked', renewable: opened?.renewal.renewable ?? null }
    return opened ? { status: 'open', ...opened } : STARTING
  }
  const state = createStore(current())

  const drop = () => {
    round += 1
    opened?.close()
    opened?.queryClient.clear()
    opened = null
  }

  const leave = (next: SignedOutHow) => {
    drop()
    opening = null
    how = next
    shown = null
    ownerAtEnd = readOwner(storage)
    generation = readGeneration(storage)
    forgetActive(storage)
    locked = false
    news.dismiss()
    state.set(current())
  }

  const restart = () => {
    drop()
    opening = null
    how = null
    generation = readGeneration(storage)
    state.set(current())
    if (!locked) deps.reload()
  }

  const adopt = (session: Session, account: Connection['account']) => {
    const { tag, name } = account
    const kept = readOwner(storage)
    const before = shown ?? kept
    drop()
    if (kept !== tag) {
      keepOwner(storage, tag)
      // Other tabs still show the account before.
      if (kept !== null) generation = bumpGeneration(storage)
    }
    if (before !== null && before !== tag) {
      news.tell(name)
    }
    shown = tag
    const end = new AbortController()
    const queryClient = deps.createQueryClient()
    opened = { ...deps.connect(session, end.signal), queryClient, close: () => end.abort() }
    return opened
  }

  const read = async (): Promise<Opened> => {
    if (how !== null) throw new CallFailure('signed_out')
    const mine = round
    const session = await deps.readSession()
    if (mine !== round) return read()
    const { account } = session
    if (account === null) {
      leave(readOwner(storage) === null ? 'never' : 'ended')
      throw new CallFailure('signed_out')
    }
    if (opened?.connection.account.tag === account.tag) {
      opened.renewal.take(session.freshForS)
      return opened
    }
    const next = adopt(session, account)
    if (!locked) handed = next.connection
    state.set(current())
    return next
  }

  const open = () => {
    if (opening) return opening
    const mine = read()
    opening = mine
    mine.catch(() => {
      if (opening === mine) opening = null
    })
    return mine
  }

  const showAgain = async () => {
    opening = null
    const { connection } = await open()
    locked = false
    keepActive(storage, deps.now())
    state.set(current())
    if (handed !== null && handed !== connection) deps.reload()
    handed = connection
  }

  return {
    storage,
    state,
    newOwner: news.name,
    dismissNewOwner: news.dismiss,
    takeOwnerChange: news.take,
    open,
    forget() {
      opening = null
    },
    look() {
      const owner = readOwner(storage)
      const pending = isSignOutPending(storage)
      if (how !== null) {
        if (owner === null) ownerAtEnd = null
        else if (!pending && owner !== ownerAtEnd) restart()
        return
      }
      if (pending) return leave('elsewhere')
      if (readGeneration(storage) !== generation)
        return owner === null ? leave('elsewhere') : restart()
      const idle = isIdle(storage, deps.now())
      if (locked && !idle) showAgain().catch(() => {})
      if (idle && !locked) {
        locked = true
        state.set(current())
      }
    },
    restart,
    leave,
    showAgain,
  }
}
