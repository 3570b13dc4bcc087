/** Money as the wire shows it: `minor` in the currency's minor unit, `display` for people. */
export type WireMoney = { minor: number; currency: string; display: string }

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** `50000` → `{minor: 50000, currency: "INR", display: "₹500.00"}`; other currencies are displayed as code and number. */
export function wireMoney(minor: number, currency = 'INR'): WireMoney {
  const display =
    currency === 'INR' ? rupees.format(minor / 100) : `${currency} ${(minor / 100).toFixed(2)}`
  return { minor, currency, display }
}
