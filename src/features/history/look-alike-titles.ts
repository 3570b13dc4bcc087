import { createLookAlikes, type LookAlikes } from '@/lib/look-alikes'
import type { HistoryIndex } from './columns'
import type { Names } from './name-table'
import { lineAt } from './read-index'

type Counted = { readonly alikes: LookAlikes; slots: number }

/** By the table of names that an index keeps while it grows: each line is counted once. */
const counted = new WeakMap<Names, Counted>()

/** The names in the loaded history that look like a better-known one (SR-29). */
export function lookAlikeTitles(index: HistoryIndex): ReadonlySet<string> {
  const { titles, size } = index
  const known = counted.get(titles) ?? { alikes: createLookAlikes(), slots: 0 }
  counted.set(titles, known)
  for (; known.slots < size; known.slots += 1) {
    const name = titles.safe[index.title[known.slots] ?? 0]
    if (name && lineAt(index, known.slots)?.kind === 'line') known.alikes.add(name.full)
  }
  return known.alikes.found()
}
