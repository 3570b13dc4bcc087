/** Money as the wire shows it: `minor` in the currency's minor unit, `display` for people. */
export type WireMoney = { minor: number; currency: string; display: string }

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** `-5` → "-0.05": the digits themselves, since a float would round a large amount. */
function decimal(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** `50000` → `{minor: 50000, currency: "INR", display: "₹500.00"}`; other currencies are displayed as code and number. */
export function wireMoney(minor: number, currency = 'INR'): WireMoney {
  // The text is a decimal number: `decimal` wrote it.
  const amount = decimal(minor) as `${number}`
  const display = currency === 'INR' ? rupees.format(amount) : `${currency} ${amount}`
  return { minor, currency, display }
}
