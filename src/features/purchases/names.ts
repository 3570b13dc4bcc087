import type { ListedPurchase } from '@/api/envoy/types'
import { type SafeName, safeName } from '@/lib/names'

/** The shop's name, safe to show (SR-28); to be checked where it is among the look-alikes (SR-29). */
export function merchantName(
  { merchant }: Pick<ListedPurchase, 'merchant'>,
  alike?: ReadonlySet<string>,
): SafeName {
  const name = safeName(merchant.name, 'Unknown merchant')
  return alike?.has(name.full) ? { ...name, unusual: true } : name
}

/** The agent's name, safe to show (SR-28). */
export const agentName = (raw: string | null) => safeName(raw, 'Agent not named')

/** The shop's domain as text, in punycode where it has other letters (SR-27, SR-29); null: not given. */
export function domainText(raw: string | null): string | null {
  if (raw === null) return null
  const typed = safeName(raw, '').text
  if (typed === '') return null
  const address = `https://${typed}`
  if (!URL.canParse(address)) return typed
  const { href, hostname } = new URL(address)
  // Anything but a bare host is shown as it came: it is text, nobody follows it.
  return href === `https://${hostname}/` ? hostname : typed
}
