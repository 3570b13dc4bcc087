import type { Break } from './breaks/shape'
import { isEndToEnd, type NamedTest } from './named-tests'
import { rulesNamed } from './tags'

/** A small generator (mulberry32): the same seed gives the same sample. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Every patch of `size` rules that have unit tests, chosen by the seed. */
export function sample(
  breaks: readonly Break[],
  named: readonly NamedTest[],
  size: number,
  seed: number,
): Break[] {
  const random = generator(seed)
  const unit = new Set(
    named.filter(({ file }) => !isEndToEnd(file)).flatMap(({ name }) => rulesNamed(name)),
  )
  const rules = [...new Set(breaks.map(({ rule }) => rule))].filter((rule) => unit.has(rule))
  const drawn = rules
    .map((rule) => ({ rule, lot: random() }))
    .sort((one, other) => one.lot - other.lot)
    .slice(0, size)
    .map(({ rule }) => rule)
  return breaks.filter(({ rule }) => drawn.includes(rule))
}
