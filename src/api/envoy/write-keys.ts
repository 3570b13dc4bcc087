import type { Clock } from '../core/clock'
import type { UnresolvedWrite, WriteJournal } from '../core/journal'
import type { Locks } from '../core/locks'

/** One name for all accounts of a browser: what is done under it takes no time. */
const LOCK = 'passbook.writes'
/** Longer than any other tab keeps it. */
const LOCK_WAIT_MS = 2_000
/** Without a lock: by then what other tabs wrote at the same moment stands in this tab as well. */
const SETTLE_MS = 250
/** A storage that loses every entry keeps none: nothing is sent. */
const MOST_LOOKS = 4

/** The key of one write, as it stands in the journal before the first byte leaves. */
export type TakenKey = {
  readonly write: UnresolvedWrite
  /** It stood there before, so an earlier sending of it may have happened. */
  readonly repeated: boolean
}

type WriteKeys = {
  /**
   * The entry that `isSame` finds, else `wanted`, kept. Whatever the tabs of an account do at the same
   * time, all of them take one key.
   * @throws when it cannot be kept; then nothing may be sent
   */
  take(wanted: UnresolvedWrite, isSame: (write: UnresolvedWrite) => boolean): Promise<TakenKey>
  /** The outcome is known, whoever sent it. */
  resolve(key: string): Promise<void>
  /** This sending changed nothing: forgotten, unless another tab has taken the key since. */
  giveBack(write: UnresolvedWrite): Promise<void>
  /** Of unknown outcome: kept, also when another tab has meanwhile forgotten it. */
  keep(write: UnresolvedWrite): Promise<void>
}

export type WriteKeysDeps = {
  readonly journal: WriteJournal
  readonly clock: Clock
  /** Left out: no other tab shares the journal. */
  readonly locks?: Locks | undefined
}

/** The journal as several tabs use it: looked at and changed in one go. */
export function createWriteKeys({ journal, clock, locks }: WriteKeysDeps): WriteKeys {
  /** Without a lock the work is done all the same, and is told so. */
  const together = async <T>(work: (sure: boolean) => T): Promise<T> => {
    if (!locks) return work(true)
    const held = await locks.withLock(LOCK, LOCK_WAIT_MS, () => work(true))
    return held ? held.value : work(false)
  }
  const withKey = (key: string) => journal.unresolved().find((write) => write.key === key)

  /** Noted with another time, so that whoever kept it first sees that it is no longer theirs alone. */
  const join = (found: UnresolvedWrite): TakenKey => {
    const write = { ...found, createdAt: Math.max(clock.now(), found.createdAt + 1) }
    journal.record(write)
    return { write, repeated: true }
  }

  /**
   * Two tabs of one browser need not see each other's storage at once: a key is used when it has been
   * found there, not when it was put there; without a lock, when it still stands there after a while.
   */
  const take: WriteKeys['take'] = async (wanted, isSame) => {
    let before: UnresolvedWrite | null = null
    let kept = false
    for (let look = 1; look <= MOST_LOOKS; look += 1) {
      const last: UnresolvedWrite | null = before
      const { seen, taken, sure } = await together((sure) => {
        const found = journal.unresolved().find(isSame)
        if (found === undefined) {
          journal.record(wanted)
          kept = true
        }
        const seen = found ?? wanted
        const mine = kept && seen.key === wanted.key && seen.createdAt === wanted.createdAt
        const stands = found !== undefined && (sure || seen.key === last?.key)
        if (!stands && locks) return { seen, taken: null, sure }
        return { seen, taken: mine ? { write: wanted, repeated: false } : join(seen), sure }
      })
      if (taken) return taken
      before = seen
      if (!sure) await clock.sleep(SETTLE_MS)
    }
    throw new Error('The journal keeps no entry.')
  }

  return {
    take,
    async resolve(key) {
      await together(() => journal.resolve(key))
    },
    async giveBack({ key, createdAt }) {
      await together(() => {
        if (withKey(key)?.createdAt === createdAt) journal.resolve(key)
      })
    },
    async keep(write) {
      await together(() => {
        if (!withKey(write.key)) journal.record(write)
      }).catch(() => {
        // It was kept before it left, and a full storage does not lose what stands in it.
      })
    },
  }
}
