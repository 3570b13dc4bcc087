/**
 * Where another account's pages begin when the address names a purchase, which is not theirs.
 * Null: the address may stay; the dates of a filter are nobody's.
 */
export function ownAddress(pathname: string): '/history' | '/purchases' | null {
  const [section, id] = pathname.split('/').filter(Boolean)
  if (!id) return null
  return section === 'purchases' ? '/purchases' : '/history'
}
