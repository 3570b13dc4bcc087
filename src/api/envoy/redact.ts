const NOT_KEPT = '(not kept)'
/** Deeper than this nothing of the contract lies. */
const DEEPEST = 40

/** The reply without card details, which are never kept, logged or shown. */
export function withoutCard(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEEPEST) return NOT_KEPT
  if (Array.isArray(value)) return value.map((item) => withoutCard(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === 'card' && part !== null ? NOT_KEPT : withoutCard(part, depth + 1),
    ]),
  )
}
