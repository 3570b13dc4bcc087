import { type GateStore, readGate, writeGate } from './gate-record'
import type { UnresolvedWrite, WriteJournal } from './journal'

/** The part of the browser's `Storage` that is needed here. */
export type TextStorage = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

export type OwnStorage = TextStorage & {
  /** So that what is one's own in it can be found again. */
  keys(): readonly string[]
  /** Whether other tabs see it too. */
  readonly shared: boolean
}

/**
 * The browser's storage; one in memory where it is blocked, so that a page starts all the same. What
 * is kept in memory is gone with the page, and no other tab sees it.
 */
export function openStorage(find: () => Storage): OwnStorage {
  try {
    const found = find()
    // Some browsers hand it out and refuse to be asked.
    found.getItem('passbook')
    return {
      getItem: (key) => found.getItem(key),
      setItem: (key, value) => found.setItem(key, value),
      removeItem: (key) => found.removeItem(key),
      keys: () => Object.keys(found),
      shared: true,
    }
  } catch {
    return createMemoryStorage()
  }
}

/** For tests, and where the browser's own is blocked. */
export function createMemoryStorage(map = new Map<string, string>()): OwnStorage {
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    keys: () => [...map.keys()],
    shared: false,
  }
}

/**
 * The gate in a storage all tabs share. A storage that fails costs the sharing, never a call: the gate
 * keeps its own copy.
 */
export function createGateStore(storage: TextStorage, accountTag: string): GateStore {
  const key = `passbook.gate.${accountTag}`
  return {
    read: () => readGate(attempt(() => storage.getItem(key))),
    write(record) {
      attempt(() => storage.setItem(key, writeGate(record)) ?? null)
    },
  }
}

/**
 * Unresolved writes in a storage all tabs share, under the account's tag: another account neither
 * sees nor deletes them. Kept: tool, key, purchase id, question id and time (B10).
 */
export function createStoredJournal(storage: TextStorage, accountTag: string): WriteJournal {
  const storageKey = `passbook.writes.${accountTag}`
  const read = () => parseWrites(attempt(() => storage.getItem(storageKey)))
  const write = (writes: readonly UnresolvedWrite[]) => {
    if (writes.length === 0) storage.removeItem(storageKey)
    else storage.setItem(storageKey, JSON.stringify(writes))
  }
  return {
    record: ({ tool, key, purchaseId, questionId, createdAt }) =>
      write([
        ...read().filter((other) => other.key !== key),
        { tool, key, purchaseId, questionId, createdAt },
      ]),
    resolve(key) {
      attempt(() => write(read().filter((other) => other.key !== key)) ?? null)
    },
    unresolved: read,
  }
}

/** Null where it fails. */
export function attempt<T>(work: () => T | null): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

function parseWrites(text: string | null): readonly UnresolvedWrite[] {
  const entries: unknown = text === null ? null : attempt(() => JSON.parse(text))
  return Array.isArray(entries) ? entries.filter(isWrite) : []
}

function isWrite(entry: unknown): entry is UnresolvedWrite {
  if (typeof entry !== 'object' || entry === null) return false
  const { tool, key, purchaseId, questionId, createdAt } = entry as Record<string, unknown> // own storage, checked below
  const texts = [tool, key].every((value) => typeof value === 'string')
  const maybes = [purchaseId, questionId].every(
    (value) => value === null || typeof value === 'string',
  )
  return texts && maybes && typeof createdAt === 'number'
}
