import { formatTime, istDay, relativeInstant } from '@/lib/days'
import type { Knowledge } from './knowledge'
import { isFinal } from './state-words'

/** How long a check may be called "just now". */
const FRESH_MS = 30_000
// The shared tick may lag behind a check by a moment.
const TICK_LAG_MS = 2000

export type Freshness =
  | { readonly kind: 'now' | 'checking' | 'listed'; readonly text: string; readonly older: null }
  | { readonly kind: 'older'; readonly text: string; readonly older: null }
  | { readonly kind: 'failed'; readonly text: string; readonly older: string | null }

/** Whether the last check may be called current: it worked, nothing failed since, 30 s or less ago. */
export function isFresh(known: Knowledge | undefined, now: number): boolean {
  if (!known?.checked || known.failed) return false
  const age = now - known.checked.when.at
  return age >= -TICK_LAG_MS && age <= FRESH_MS
}

/** Whether the state may be drawn solid: fresh, or checked and final (design §5). */
export function isSolid(known: Knowledge | undefined, fresh: boolean): boolean {
  if (!known?.checked) return false
  return fresh || isFinal(known.checked.status.purchase.state)
}

type Circumstances = { fresh: boolean; checking: boolean; today: number }

/** How fresh a state is, in words; `today` is Envoy's clock, epoch milliseconds. */
export function freshness(
  known: Knowledge | undefined,
  { fresh, checking, today }: Circumstances,
): Freshness {
  if (checking) return { kind: 'checking', text: 'Checking', older: null }
  if (fresh) return { kind: 'now', text: 'Checked just now', older: null }
  const older = known?.checked ? `Checked ${clockWords(known.checked.when.shown, today)}` : null
  if (known?.failed) {
    const at = clockWords(known.failed.when.shown, today)
    return { kind: 'failed', text: `Could not check at ${at}`, older }
  }
  if (older) return { kind: 'older', text: older, older: null }
  return { kind: 'listed', text: 'As listed', older: null }
}

/** `14:31` today, `27 Oct 2026, 14:31` on another day; both in epoch milliseconds. */
export function clockWords(at: number, today: number): string {
  if (istDay(at) === istDay(today)) return formatTime(at)
  const words = relativeInstant(at, today)
  return words.charAt(0).toLowerCase() + words.slice(1)
}

/** `32 min`, `3 h`, `2 days`: how long something has lasted; null below a minute. */
export function lasted(ms: number): string | null {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return null
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h`
  return `${Math.floor(hours / 24)} days`
}
