import type { Cookies } from './cookies'

/** Browsers keep at least 4,096 bytes of a cookie, its name and attributes included. */
const CHUNK = 3_700
const MOST = 3

/** The names that a value's parts may have: `name`, `name.1`, `name.2`. */
export function chunkNames(name: string): readonly string[] {
  return Array.from({ length: MOST }, (_, index) => (index === 0 ? name : `${name}.${index}`))
}

/**
 * A value in parts that each fit into one cookie, all in ASCII; the first says how many there are,
 * so that a leftover part of a longer value is never read. Null when three cookies cannot hold it.
 */
export function toChunks(value: string): readonly string[] | null {
  const count = Math.ceil(value.length / CHUNK)
  if (count > MOST) return null
  return Array.from({ length: count }, (_, index) => {
    const part = value.slice(index * CHUNK, (index + 1) * CHUNK)
    return index === 0 ? `${count}.${part}` : part
  })
}

/** The value that `toChunks` split; null when a part is missing or the count is none. */
export function fromChunks(cookies: Cookies, name: string): string | null {
  const first = /^([1-3])\.(.+)$/s.exec(cookies.get(name) ?? '')
  if (!first) return null
  const more = chunkNames(name)
    .slice(1, Number(first[1]))
    .map((part) => cookies.get(part))
  return more.includes(undefined) ? null : [first[2], ...more].join('')
}
