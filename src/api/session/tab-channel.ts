import type { OwnStorage } from '../core/stored'
import { KEPT, keep } from './kept'

/**
 * What tabs of one browser say to each other: nothing that tells of a purchase (CT-1). Nothing of the
 * gate either: the storage's own event tells of it, once it can be read.
 */
export type TabMessage =
  | { readonly type: 'signed-out' }
  /** Somebody has signed in, or a page of this account was opened. */
  | { readonly type: 'account'; readonly tag: string }
  | { readonly type: 'active' }
  | { readonly type: 'locked' }

export type TabChannel = { say(message: TabMessage): void; close(): void }

type Surroundings = {
  readonly storage: OwnStorage
  /** The window: pagehide, pageshow, focus, storage. */
  readonly page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  /** Opens a BroadcastChannel; null where a browser has none. */
  readonly open: ((name: string) => BroadcastChannel) | null
}

const NAME = 'passbook/v1'
const LONGEST = 200
const BACK = ['pageshow', 'focus'] as const

/**
 * Hears what other tabs say, and says it to them; without a BroadcastChannel the storage they share
 * carries it. Closed while the page is put away, which an open channel would prevent (CT-6).
 */
export function createTabChannel(
  { storage, page, open }: Surroundings,
  hear: (message: TabMessage) => void,
): TabChannel {
  let channel: BroadcastChannel | null = null
  const receive = (text: unknown) => {
    const message = readMessage(text)
    if (message) hear(message)
  }
  const start = () => {
    if (channel || !open) return
    channel = open(NAME)
    channel.onmessage = ({ data }) => receive(data)
  }
  const stop = () => {
    channel?.close()
    channel = null
  }
  const onStorage = (event: Event) => {
    if (!('key' in event && 'newValue' in event) || event.key !== KEPT.said) return
    // A number in front makes every message a new value.
    receive(typeof event.newValue === 'string' ? event.newValue.replace(/^\d+ /, '') : null)
  }

  start()
  page.addEventListener('pagehide', stop)
  // A page that was not put away after all hears no `pageshow`, but it is looked at.
  for (const event of BACK) page.addEventListener(event, start)
  if (!open) page.addEventListener('storage', onStorage)
  return {
    say(message) {
      const text = JSON.stringify(message)
      if (open) channel?.postMessage(text)
      else keep(storage, KEPT.said, `${numberOf(storage.getItem(KEPT.said)) + 1} ${text}`)
    },
    close() {
      stop()
      page.removeEventListener('pagehide', stop)
      for (const event of BACK) page.removeEventListener(event, start)
      page.removeEventListener('storage', onStorage)
    },
  }
}

const numberOf = (text: string | null) => Number.parseInt(text ?? '0', 10) || 0

/** Null: nothing that Passbook says. */
function readMessage(text: unknown): TabMessage | null {
  if (typeof text !== 'string' || text.length > LONGEST) return null
  try {
    const message: unknown = JSON.parse(text)
    return isMessage(message) ? message : null
  } catch {
    return null
  }
}

// By hand: a schema of this kind would add more to what every page loads first than all of this file.
function isMessage(value: unknown): value is TabMessage {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false
  const fields = Object.keys(value).length
  if (value.type === 'account') return fields === 2 && 'tag' in value && isText(value.tag)
  return fields === 1 && PLAIN.some((type) => type === value.type)
}

const PLAIN = ['signed-out', 'active', 'locked'] as const
const isText = (value: unknown) => typeof value === 'string'
