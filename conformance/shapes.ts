import { at, isObject } from './json'

/** Money as the wire has it: a whole number of minor units, an ISO code, a text for people. */
export function isMoney(value: unknown): boolean {
  return (
    isObject(value) &&
    Number.isSafeInteger(at(value, 'minor')) &&
    /^[A-Z]{3}$/.test(String(at(value, 'currency'))) &&
    typeof at(value, 'display') === 'string'
  )
}
