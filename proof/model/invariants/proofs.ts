import type { Invariant } from '../observer'

/** Every attempt carries a proof of its own: no `jti` is ever seen twice. */
export function proofsAreFresh(): Invariant {
  const seen = new Set<string>()
  return {
    name: 'every proof is fresh',
    proved(jti) {
      if (seen.has(jti)) return `the proof ${jti} was used again`
      seen.add(jti)
      return null
    },
  }
}
