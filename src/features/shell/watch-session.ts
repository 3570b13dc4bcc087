import { readSession } from '@/api/envoy/session'
import { bumpGeneration } from '@/api/session/generation'
import { keepActive, keepLockChoice, type LockChoice, lockByHand } from '@/api/session/idle'
import { createIdleLock } from '@/api/session/idle-lock'
import { forgetOwner } from '@/api/session/owner'
import { createPassbookApi } from '@/api/session/passbook-api'
import { tellServer } from '@/api/session/pending-sign-out'
import { signOut } from '@/api/session/sign-out'
import { isSignOutPending } from '@/api/session/sign-out-mark'
import { createTabChannel, type TabMessage } from '@/api/session/tab-channel'
import { leaveAddress } from './leave-address'
import { reconsider } from './reconsider'
import type { SessionKeeper } from './session-state'

/** What a person can do to the session; everything here reaches all tabs of the browser. */
export type SessionWatch = {
  lockNow(): void
  lockAfter(minutes: LockChoice): void
  /** Rejects when it cannot be known whose session it is. */
  showAgain(): Promise<void>
  signOut(): Promise<void>
  /** Tells the server of a sign-out it does not know of; whether none is left that it does not. */
  tellPending(): Promise<boolean>
}

const ask: typeof fetch = (...request) => fetch(...request)

let watching: SessionWatch | null = null

/** Listens to the other tabs and to the person in this one; once for the page's life. */
export function watchSession(keeper: SessionKeeper): SessionWatch {
  watching ??= start(keeper)
  return watching
}

function start(keeper: SessionKeeper): SessionWatch {
  const { storage } = keeper
  const api = createPassbookApi(ask)
  const statusNow = () => keeper.state.get().status
  const open =
    'BroadcastChannel' in globalThis ? (name: string) => new BroadcastChannel(name) : null
  const { say } = createTabChannel({ storage, page: window, open }, (message) =>
    hear(keeper, message),
  )
  const idle = createIdleLock({
    storage,
    now: Date.now,
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    hidden: () => document.hidden,
    open: () => statusNow() === 'open',
    lock: keeper.look,
    say,
  })

  const tellPending = async () => {
    if (!isSignOutPending(storage)) return true
    const confirmed = await tellServer({ api, storage })
    const state = keeper.state.get()
    if (confirmed && state.status === 'signed_out' && state.how === 'pending') keeper.leave('here')
    return confirmed
  }

  const takeUp = () => {
    const state = keeper.state.get()
    if (state.status !== 'open') return
    say({ type: 'account', tag: state.connection.account.tag })
    idle.touch()
    idle.look()
  }

  for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart']) {
    addEventListener(event, idle.touch, { capture: true, passive: true })
  }
  for (const event of ['visibilitychange', 'focus', 'pageshow']) addEventListener(event, idle.look)
  for (const event of ['online', 'pageshow']) addEventListener(event, () => void tellPending())
  keeper.state.subscribe(takeUp)
  takeUp()
  void tellPending()

  return {
    lockNow() {
      lockByHand(storage)
      say({ type: 'locked' })
      keeper.look()
    },
    lockAfter(minutes) {
      keepLockChoice(storage, minutes)
      idle.look()
    },
    async showAgain() {
      await keeper.showAgain()
      say({ type: 'active' })
    },
    async signOut() {
      const confirmed = await signOut({
        storage,
        drop: () => keeper.leave('here'),
        say,
        leaveAddress,
        tell: () => tellServer({ api, storage }),
      })
      if (!confirmed && statusNow() === 'signed_out') keeper.leave('pending')
    },
    tellPending,
  }
}

function hear(keeper: SessionKeeper, message: TabMessage): void {
  if (!keeper.storage.shared) takeOver(keeper, message)
  keeper.look()
  if (message.type !== 'account') return
  const state = keeper.state.get()
  const settled =
    state.status === 'open' &&
    state.connection.account.tag === message.tag &&
    !state.renewal.ended.get()
  if (!settled) void reconsider(keeper, () => readSession(ask))
}

/** Where the browser keeps nothing, what another tab says is all there is. */
function takeOver({ storage }: SessionKeeper, { type }: TabMessage): void {
  if (type === 'locked') lockByHand(storage)
  if (type === 'active') keepActive(storage, Date.now())
  if (type === 'signed-out') {
    forgetOwner(storage)
    bumpGeneration(storage)
  }
}
