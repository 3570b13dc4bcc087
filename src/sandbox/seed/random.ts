/** A small repeatable source of chance: the same seed gives the same sequence on every machine. */
export type Random = {
  /** A number in [0, 1). */
  next(): number
  /** A whole number from min to max, both included. */
  int(min: number, max: number): number
  /** True with the given probability. */
  chance(probability: number): boolean
  pick<T>(items: readonly [T, ...T[]]): T
  /** Lowercase hex digits; a multiple of eight of them. */
  hex(digits: number): string
}

/** sfc32 (Chris Doty-Humphrey's small fast counter), warmed up from one seed number. */
export function createRandom(seed: number): Random {
  let a = 0x9e3779b9 ^ seed
  let b = 0x243f6a88 ^ Math.floor(seed / 0x1_0000_0000)
  let c = 0xb7e15162
  let counter = 1
  const word = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
  for (let round = 0; round < 16; round++) word()
  const next = () => word() / 0x1_0000_0000
  return {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    // The index is below the length, and a non-empty tuple has an element there.
    pick: <T>(items: readonly [T, ...T[]]) => items[Math.floor(next() * items.length)] as T,
    hex(digits) {
      let text = ''
      for (let left = digits; left > 0; left -= 8) text += hexOfWord(word())
      return text
    },
  }
}

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Eight digits from a table: `toString(16)` of large numbers takes most of the time of a long seed. */
function hexOfWord(word: number): string {
  const byte = (shift: number) => BYTES[(word >>> shift) & 255] ?? ''
  return byte(24) + byte(16) + byte(8) + byte(0)
}

/** Picks indexes with the given weights; a weight of zero is never picked. */
export function weightedPicker(weights: readonly number[]): (random: Random) => number {
  const sums: number[] = []
  let total = 0
  for (const weight of weights) {
    total += weight
    sums.push(total)
  }
  return (random) => {
    const wanted = random.next() * total
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? total) > wanted) high = middle
      else low = middle + 1
    }
    return low
  }
}
