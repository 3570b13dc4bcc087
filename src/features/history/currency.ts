let known: ReadonlySet<string> | undefined

/** Whether the number of decimals of this currency is known, so that its minor units mean something (C16). */
export function isKnownCurrency(code: string): boolean {
  if (code === 'INR') return true
  known ??= new Set(Intl.supportedValuesOf('currency'))
  return known.has(code)
}

/** An amount in words has a number in it, and no more than numbers are written with. */
const WORDED = /^(?=.*\d)[\p{Sc}A-Za-z\d\u00a0 .,'’+()\u2212-]{1,24}$/u

/** Envoy's wording of an amount we cannot write ourselves (C16); whatever is no amount is not shown as one. */
export function wordedAmount(display: string | null): string {
  return display !== null && WORDED.test(display) ? display : 'Amount not known'
}
