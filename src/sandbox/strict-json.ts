import { type FieldProblem, onePerField } from './fields'

/** A body that is exactly one JSON object, with what is wrong with its keys; or why it is not one (R-001, C37, C39). */
export type StrictJson =
  | { ok: true; value: Readonly<Record<string, unknown>>; problems: FieldProblem[] }
  | { ok: false; problem: FieldProblem }

/** No input of the contract nests at all; deeper than this is refused before anything walks it. */
const MAX_DEPTH = 32

/** Reads one JSON object from UTF-8 bytes. Keys that stand twice in one object are problems, not a choice. */
export function parseStrictJson(bytes: Uint8Array): StrictJson {
  let value: unknown
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    value = JSON.parse(text)
  } catch {
    return refused('is not valid JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refused('is not a JSON object')
  }
  const keys = repeatedKeys(text)
  if (keys === 'too deep') return refused('is nested too deep')
  return {
    ok: true,
    // JSON.parse gave an object that is neither null nor an array.
    value: value as Readonly<Record<string, unknown>>,
    problems: onePerField(
      keys.map((path) => ({ path, problem: 'stands more than once', expected: 'each field once' })),
    ),
  }
}

function refused(problem: string): StrictJson {
  return { ok: false, problem: { path: '', problem, expected: 'exactly one JSON object' } }
}

type Frame = { keys: Set<string> | null; key: string }

/** Dotted paths of repeated keys. The text is known to be valid JSON, so its punctuation can be trusted. */
function repeatedKeys(text: string): string[] | 'too deep' {
  const repeated: string[] = []
  const frames: Frame[] = []
  let keyNext = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '{' || character === '[') {
      if (frames.length === MAX_DEPTH) return 'too deep'
      frames.push({ keys: character === '{' ? new Set() : null, key: '' })
      keyNext = character === '{'
    } else if (character === '}' || character === ']') {
      frames.pop()
      keyNext = false
    } else if (character === ',') {
      keyNext = frames.at(-1)?.keys != null
    } else if (character === '"') {
      const end = endOfString(text, at)
      if (keyNext && noteKey(frames, JSON.parse(text.slice(at, end + 1)))) {
        repeated.push(frames.map(({ key }) => key).join('.'))
      }
      keyNext = false
      at = end
    }
  }
  return repeated
}

/** Notes a key in the innermost object; true if it was there before. */
function noteKey(frames: readonly Frame[], key: string): boolean {
  const frame = frames.at(-1)
  if (!frame?.keys) return false
  frame.key = key
  if (frame.keys.has(key)) return true
  frame.keys.add(key)
  return false
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return text.length - 1
}
