import { looksSpoofed, mostlyDevanagari } from './scripts'

/** A string from Envoy that is safe to show as a name (SR-28…SR-30). */
export type SafeName = {
  /** What is shown: one line, at most 120 graphemes. */
  text: string
  /** The whole cleaned name, for an accessible description where `clipped`. */
  full: string
  lang: 'hi' | undefined
  clipped: boolean
  /** Something in it could mislead the eye: show "Check the name" beside it. */
  unusual: boolean
}

const MAX_NAME_GRAPHEMES = 120
const MAX_PROSE_GRAPHEMES = 2_000
/** More than this is read by nobody; it bounds the work on hostile input. */
const MAX_RAW_LENGTH = 10_000
/** One grapheme can be thousands of characters long: joined emoji and stacked letters have no limit of their own. */
const MAX_UNITS_PER_GRAPHEME = 8
/** More than any letter or emoji needs that a person would write: nothing in it can be wrapped. */
const LONGEST_GRAPHEME = 32
/** UTS #39 calls more than four marks on one letter a sign of abuse. */
const MARK_FLOOD = /([\p{M}\u200c\u200d]{4})[\p{M}\u200c\u200d]+/gu
const ELLIPSIS = '…'

// All twelve characters with the property Bidi_Control.
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
// Control characters, bidi controls and everything that occupies no space, but the two joiners that
// Indian scripts need. U+034F stands apart because it is a combining character.
const HIDDEN =
  /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u00ad\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]|\u034f/gu
// U+2800 is an empty Braille cell: a space in all but name. U+FEFF counts as a space in JavaScript, not here.
const SPACES = /(?:(?!\ufeff)[\s\u0085\u2800])+/gu
const LINE_BREAKS = /\r\n?|[\n\u0085\u2028\u2029]/g
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u
const PLAIN = /^[!-~]+(?: [!-~]+)*$/

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('en', { granularity: 'word' })

/** Whether the text holds one of the twelve bidirectional controls (SR-30: prompts keep them, with a notice). */
export function hasBidiControls(raw: string): boolean {
  return BIDI_CONTROLS.test(raw)
}

/** Endless chains of joined emoji or letters, cut where a line could not be. */
function cutChains(text: string): string {
  if (text.length <= LONGEST_GRAPHEME || PLAIN.test(text)) return text
  return Array.from(graphemes.segment(text), ({ segment }) =>
    segment.length <= LONGEST_GRAPHEME ? segment : wellFormed(segment.slice(0, LONGEST_GRAPHEME)),
  ).join('')
}

type Cleaned = { text: string; removed: boolean }

// Half of a surrogate pair is no character; it would break encoders further on.
const wellFormed = (raw: string) => raw.replace(/\p{Surrogate}/gu, '\ufffd')

function cleanLine(raw: string): Cleaned {
  const spaced = wellFormed(raw).replace(SPACES, ' ')
  const bare = spaced.replace(HIDDEN, '')
  const shown = bare.normalize('NFC')
  const calm = cutChains(shown.replace(MARK_FLOOD, '$1'))
  const text = calm.replace(/ {2,}/g, ' ').trim()
  return { text, removed: bare !== spaced || calm !== shown }
}

function clip(text: string, max: number): { text: string; clipped: boolean } {
  if (text.length <= max) return { text, clipped: false }
  let end = 0
  let count = 0
  let beforeLast = 0
  for (const { index, segment } of graphemes.segment(text)) {
    const next = index + segment.length
    if (count === max || next > max * MAX_UNITS_PER_GRAPHEME) {
      const kept = count === max ? beforeLast : end
      return { text: `${text.slice(0, kept).trimEnd()}${ELLIPSIS}`, clipped: true }
    }
    beforeLast = end
    end = next
    count += 1
  }
  return { text, clipped: false }
}

/**
 * A name fit to be shown in one line: NFC, without control, bidi and invisible characters, at most
 * four marks to a letter, spaces collapsed, at most 120 graphemes (SR-28, SR-29). Joiners stay.
 * `fallback` stands in for what is no string or has nothing visible. Never throws.
 */
export function safeName(raw: unknown, fallback: string): SafeName {
  const given = typeof raw === 'string' ? raw.slice(0, MAX_RAW_LENGTH) : ''
  if (given.length <= MAX_NAME_GRAPHEMES && PLAIN.test(given)) {
    return { text: given, full: given, lang: undefined, clipped: false, unusual: false }
  }
  const { text: full, removed } = cleanLine(given)
  if (!VISIBLE.test(full)) {
    return { text: fallback, full: fallback, lang: undefined, clipped: false, unusual: removed }
  }
  return {
    ...clip(full, MAX_NAME_GRAPHEMES),
    full,
    lang: mostlyDevanagari(full) ? 'hi' : undefined,
    unusual: removed || looksSpoofed(full),
  }
}

/**
 * A message from Envoy fit to be shown as running text: cleaned as a name is, but with its line
 * breaks (at most one empty line in a row). Empty when there is nothing visible. Never throws.
 */
export function safeProse(raw: unknown, maxGraphemes = MAX_PROSE_GRAPHEMES): string {
  if (typeof raw !== 'string') return ''
  const lines = raw
    .slice(0, MAX_RAW_LENGTH)
    .split(LINE_BREAKS)
    .map((line) => cleanLine(line).text)
  const text = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return VISIBLE.test(text) ? clip(text, maxGraphemes).text : ''
}

/** FNV-1a, 32 bits: tiny, and spreads short names over all hues. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) {
    value = Math.imul(value ^ byte, 0x01000193) >>> 0
  }
  return value
}

function initial(word: string): string {
  const [first] = graphemes.segment(word.toUpperCase())
  const grapheme = first?.segment ?? ''
  return grapheme.length <= MAX_UNITS_PER_GRAPHEME ? grapheme : (Array.from(grapheme)[0] ?? '')
}

/**
 * What stands in a merchant's mark: the initials of its first two words in Latin, Greek or Cyrillic
 * ("HT" for "Hari Tokri Fresh"), one letter in any other script ("प" for "पतंग बुक्स"), and a hue
 * 0–359 that is the same for every spelling of case. `?` where the name has no letter or digit.
 */
export function monogram(name: string): { letters: string; hue: number; lang: 'hi' | undefined } {
  const { text } = safeName(name, '')
  const hue = hash(text.toLowerCase()) % 360
  const [first, second] = Array.from(words.segment(text)).filter((part) => part.isWordLike)
  if (!first) return { letters: '?', hue, lang: undefined }
  const letters = initial(first.segment)
  const hindi = /\p{Script=Devanagari}/u.test(letters)
  const paired = second && hasCapitals(letters) && hasCapitals(initial(second.segment))
  return {
    letters: paired ? letters + initial(second.segment) : letters,
    hue,
    lang: hindi ? 'hi' : undefined,
  }
}

const hasCapitals = (letters: string) => /^[\p{Lu}\p{Nd}]/u.test(letters)
