let known: ReadonlySet<string> | undefined

/** Whether the number of decimals of this currency is known, so that its minor units mean something (C16). */
export function isKnownCurrency(code: string): boolean {
  if (code === 'INR') return true
  known ??= new Set(Intl.supportedValuesOf('currency'))
  return known.has(code)
}
