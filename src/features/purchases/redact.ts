/** What stands where card details were. */
export const HIDDEN = 'Hidden by Passbook'

// Replies may gain fields: the card's usual other names count as well. `gift_card` does not.
const CARD_FIELD =
  /^(?:one_?time_?)?card(?:_?(?:number|details|cvv|cvc|pan|expiry|holder))?$|^(?:pan|cvv|cvc)$/i

/**
 * A reply for support without card details, wherever they stand in it. The client drops
 * them before it keeps a reply; this is the last door before the screen and the clipboard.
 */
export function withoutCard(reply: unknown): unknown {
  if (Array.isArray(reply)) return reply.map(withoutCard)
  if (typeof reply !== 'object' || reply === null) return reply
  return Object.fromEntries(
    Object.entries(reply).map(([name, value]) => [
      name,
      CARD_FIELD.test(name) && value !== null ? HIDDEN : withoutCard(value),
    ]),
  )
}
