import { createMemoryStorage, type OwnStorage } from '../core/stored'

/** One tab of a pretended browser: its own view of the storage and the channel that all tabs share. */
export type TestTab = {
  readonly storage: OwnStorage
  /** Hears pagehide, pageshow and storage. */
  readonly page: EventTarget
  readonly open: (name: string) => BroadcastChannel
}

type Port = { onmessage: ((event: { data: unknown }) => void) | null }

/** A browser for tests: what one tab writes or says, the others hear before it returns. */
export function createTestBrowser() {
  const map = new Map<string, string>()
  const pages: EventTarget[] = []
  const ports = new Set<Port>()
  const posted: string[] = []

  const tab = (): TestTab => {
    const page = new EventTarget()
    pages.push(page)
    const own = createMemoryStorage(map)
    const change = (key: string, newValue: string | null) => {
      if (own.getItem(key) === newValue) return
      if (newValue === null) own.removeItem(key)
      else own.setItem(key, newValue)
      for (const other of pages) {
        if (other !== page)
          other.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
      }
    }
    return {
      page,
      storage: {
        ...own,
        setItem: change,
        removeItem: (key) => change(key, null),
        shared: true,
      },
      open: () => openPort(ports, posted),
    }
  }
  return { tab, map, posted, openChannels: () => ports.size }
}

function openPort(ports: Set<Port>, posted: string[]): BroadcastChannel {
  const port: Port & Pick<BroadcastChannel, 'close' | 'postMessage'> = {
    onmessage: null,
    close: () => void ports.delete(port),
    postMessage(data: string) {
      posted.push(data)
      for (const other of [...ports]) if (other !== port) other.onmessage?.({ data })
    },
  }
  ports.add(port)
  // Nothing else of a channel is used.
  return port as unknown as BroadcastChannel
}

/** Web Locks of one pretended browser: one holder for each name, the others wait in line. */
export function createTestLocks() {
  const lines = new Map<string, Promise<unknown>>()
  const request = async (name: string, options: LockOptions, work: () => Promise<unknown>) => {
    const before = lines.get(name) ?? Promise.resolve()
    const mine = before.then(() => {
      options.signal?.throwIfAborted()
      return work()
    })
    lines.set(
      name,
      mine.catch(() => {}),
    )
    return mine
  }
  // The one form of it that is used.
  return { request } as unknown as LockManager
}
