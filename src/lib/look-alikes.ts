import { LOOKS_LIKE } from './confusables'

const SEEN_AS = new Map(
  Object.entries(LOOKS_LIKE).flatMap(([seen, characters]) =>
    Array.from(characters, (character) => [character, seen] as const),
  ),
)
const UNSEEN = /\p{Cf}|[\ufe00-\ufe0f]/gu

/** What a name looks like, letter by letter (UTS #39): the same for two names that cannot be told apart. */
export function skeleton(name: string): string {
  const plain = name.normalize('NFKD').replace(UNSEEN, '')
  return Array.from(plain, (character) => SEEN_AS.get(character) ?? character)
    .join('')
    .normalize('NFD')
}

/** A name is read in its own case and in capitals: AMAZ0N is a look-alike of Amazon. */
function looksOf(name: string): readonly string[] {
  return [...new Set([skeleton(name).toLowerCase(), skeleton(name.toUpperCase())])]
}

type Spelling = { readonly names: Set<string>; times: number }

/** Counts names and says which of them look like a better-known one (SR-29). */
export type LookAlikes = {
  /** The name of one line or purchase, cleaned. */
  add(name: string): void
  /**
   * All names that look like another one that was added more often. Where none is better known
   * than the others, all of them. The same set until it changes.
   */
  found(): ReadonlySet<string>
}

export function createLookAlikes(): LookAlikes {
  const spellings = new Map<string, Spelling>()
  const byLook = new Map<string, Set<Spelling>>()
  const shared = new Set<ReadonlySet<Spelling>>()
  let last: ReadonlySet<string> = new Set()

  const enter = (name: string, spelling: Spelling) => {
    for (const look of looksOf(name)) {
      const alike = byLook.get(look) ?? new Set()
      byLook.set(look, alike.add(spelling))
      if (alike.size > 1) shared.add(alike)
    }
  }

  return {
    add(name) {
      // The same letters in other case are the same shop.
      const folded = name.toLowerCase()
      const spelling = spellings.get(folded) ?? { names: new Set(), times: 0 }
      spellings.set(folded, spelling)
      spelling.times += 1
      if (spelling.names.has(name)) return
      spelling.names.add(name)
      enter(name, spelling)
    },
    found() {
      const now = new Set<string>()
      for (const alike of shared) {
        for (const { names } of lessKnown(alike)) for (const name of names) now.add(name)
      }
      if (now.size !== last.size || [...now].some((name) => !last.has(name))) last = now
      return last
    },
  }
}

function lessKnown(alike: ReadonlySet<Spelling>): Spelling[] {
  const most = Math.max(...Array.from(alike, ({ times }) => times))
  const best = [...alike].filter(({ times }) => times === most)
  return best.length > 1 ? [...alike] : [...alike].filter((spelling) => spelling !== best[0])
}
