export type SearchRecord = Record<string, string | string[]>

/**
 * The query of a URL, every value as the text it is. Nothing is read as a number or JSON, so that
 * ids and search words such as `662E41` or `007` stay what they are. A repeated key is a list.
 */
export function parseSearch(query: string): SearchRecord {
  const values = new Map<string, string | string[]>()
  for (const [key, value] of new URLSearchParams(query)) {
    const before = values.get(key)
    values.set(key, before === undefined ? value : [before, value].flat())
  }
  return Object.fromEntries(values)
}

/** The way back: "" or "?…". Values that are undefined or null are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) params.append(key, String(item))
    }
  }
  const query = params.toString()
  return query === '' ? '' : `?${query}`
}
