import { type SafeName, safeName } from '@/lib/names'

/** Each distinct name once: cleaned for the eye, folded for comparing. */
export type Names = {
  readonly fallback: string
  readonly ids: Map<string, number>
  readonly safe: SafeName[]
  readonly folded: string[]
}

export function createNames(fallback: string): Names {
  return { fallback, ids: new Map(), safe: [], folded: [] }
}

export function nameId(names: Names, raw: string): number {
  const known = names.ids.get(raw)
  if (known !== undefined) return known
  const id = names.safe.length
  const safe = safeName(raw, names.fallback)
  names.ids.set(raw, id)
  names.safe.push(safe)
  names.folded.push(foldName(safe.full))
  return id
}

/**
 * Text with case and accents taken off: "Café" is "cafe". Only marks on Latin, Greek and Cyrillic
 * letters are accents: in Devanagari they are vowels, and without them दिल्ली would be another word.
 */
export function foldName(text: string): string {
  return text
    .normalize('NFD')
    .replace(/([\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
}
