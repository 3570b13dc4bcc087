import type { Entry } from './sections'

/** What is said when a round of checks has ended; as a fact only when each of them worked. */
export function needNews(waiting: readonly Pick<Entry, 'known'>[]) {
  const count = waiting.length
  if (count === 0) return 'No purchase needs you.'
  const checked = waiting.every(({ known }) => known?.checked && !known.failed)
  if (!checked) return `${purchases(count)} may need you, as listed.`
  return `${purchases(count)} ${count === 1 ? 'needs' : 'need'} you.`
}

const purchases = (count: number) => (count === 1 ? '1 purchase' : `${count} purchases`)
