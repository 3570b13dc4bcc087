import type { Wait, WaitReason } from '@/api/core/waits'
import { formatClock } from '@/lib/days'

export type WaitWords = { title: string; text: string }

/** The first reason here that is being waited for is the one a person is told. */
const MOST_TELLING: readonly WaitReason[] = [
  'offline',
  'rate_limited',
  'breaker',
  'unavailable',
  'no_reply',
]

/** The one wait to show of several: the most telling reason, and of those the one that ends first. */
export function waitToShow(waits: readonly Wait[]): Wait | null {
  const reason = MOST_TELLING.find((each) => waits.some((wait) => wait.reason === each))
  const [first] = waits
    .filter((wait) => wait.reason === reason)
    .toSorted((a, b) => (a.until ?? Infinity) - (b.until ?? Infinity))
  return first ?? null
}

/** What a wait says. The time is the real deadline (B1), in IST. */
export function waitWords({ reason, until }: Pick<Wait, 'reason' | 'until'>): WaitWords {
  const again = until === null ? '' : ` Trying again at ${formatClock(until)}.`
  switch (reason) {
    case 'rate_limited':
      return { title: `Envoy asked us to wait.${again}`, text: 'Nothing was changed.' }
    case 'unavailable':
    case 'breaker':
      return {
        title: `Envoy is not answering right now.${again}`,
        text: 'Do not pay another way in the meantime.',
      }
    case 'no_reply':
      return { title: `No answer came back.${again}`, text: 'Passbook asks once more by itself.' }
    case 'offline':
      return {
        title: 'You are offline.',
        text: 'Passbook goes on by itself when you are connected.',
      }
  }
}

export const waitOverWords = 'The wait is over.'
