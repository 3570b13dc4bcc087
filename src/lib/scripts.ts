/** Which writing systems a name uses, to notice look-alikes (SR-29, after UTS #39). */

// Scripts that real Indian and international names combine with Latin. Latin look-alikes stay out:
// Cyrillic, Greek, Armenian, Cherokee and whatever is not listed.
const COMPANIONS: ReadonlyMap<string, RegExp> = new Map([
  ['Devanagari', /\p{Script=Devanagari}/u],
  ['Bengali', /\p{Script=Bengali}/u],
  ['Gurmukhi', /\p{Script=Gurmukhi}/u],
  ['Gujarati', /\p{Script=Gujarati}/u],
  ['Oriya', /\p{Script=Oriya}/u],
  ['Tamil', /\p{Script=Tamil}/u],
  ['Telugu', /\p{Script=Telugu}/u],
  ['Kannada', /\p{Script=Kannada}/u],
  ['Malayalam', /\p{Script=Malayalam}/u],
  ['Sinhala', /\p{Script=Sinhala}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Thai', /\p{Script=Thai}/u],
  // One writing system as far as names go: Japanese and Korean mix these freely.
  [
    'East Asian',
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
  ],
])

const LATIN = /\p{Script=Latin}/u
const GREEK = /\p{Script=Greek}/u
const CYRILLIC = /\p{Script=Cyrillic}/u
const NEUTRAL = /[\p{Script=Common}\p{Script=Inherited}]/u
// Letters drawn to look like plain Latin ones: mathematical alphabets and full-width forms.
const DISGUISED_LATIN = /[\u{1d400}-\u{1d7ff}\uff21-\uff3a\uff41-\uff5a]/u
// A joiner does nothing between Latin, Greek or Cyrillic letters but make two names differ unseen.
const IDLE_JOINER = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}][\u200c\u200d]/u

function scriptOf(letter: string): string | null {
  if (NEUTRAL.test(letter)) return null
  if (LATIN.test(letter)) return 'Latin'
  if (GREEK.test(letter)) return 'Greek'
  if (CYRILLIC.test(letter)) return 'Cyrillic'
  for (const [script, pattern] of COMPANIONS) if (pattern.test(letter)) return script
  return 'other'
}

function scriptsOf(text: string): Set<string> {
  const scripts = new Set<string>()
  for (const [letter] of text.matchAll(/\p{L}/gu)) {
    const script = scriptOf(letter)
    if (script !== null) scripts.add(script)
  }
  return scripts
}

/**
 * Whether a name mixes writing systems as spoofed names do (Latin with Cyrillic or Greek, for one),
 * or uses disguised letters. Devanagari, or another Indian script, beside Latin is ordinary (SR-29).
 */
export function looksSpoofed(text: string): boolean {
  if (DISGUISED_LATIN.test(text) || IDLE_JOINER.test(text)) return true
  const scripts = scriptsOf(text)
  if (scripts.size <= 1) return false
  if (scripts.size > 2 || !scripts.delete('Latin')) return true
  const [companion = ''] = scripts
  return !COMPANIONS.has(companion)
}

/** Whether most of the text's letters are Devanagari, so that its voice and font are Hindi's. */
export function mostlyDevanagari(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const devanagari = text.match(/(?=\p{Script=Devanagari})\p{L}/gu)?.length ?? 0
  return devanagari * 2 > letters
}
