export type JsonToken = {
  kind: 'key' | 'string' | 'number' | 'literal' | 'punctuation'
  text: string
}

const PART =
  /(?<string>"(?:[^"\\]|\\.)*")(?<colon>\s*:)?|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<literal>true|false|null)|(?<rest>[^"\-\dtfn]+|.)/gu

// What is not seen as it is, and the two line breaks that JSON leaves as they are.
const HIDDEN =
  /[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]|\u034f/gu

/** A value as indented JSON that says the same, with each hidden character written as its number. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2) ?? 'null'
  return text.replace(HIDDEN, (character) =>
    Array.from({ length: character.length }, (_, at) => escaped(character.charCodeAt(at))).join(''),
  )
}

const escaped = (unit: number) => `\\u${unit.toString(16).padStart(4, '0')}`

/** The lines of a value as indented JSON, each cut into its coloured parts. */
export function jsonLines(value: unknown): JsonToken[][] {
  return jsonText(value).split('\n').map(lineTokens)
}

function lineTokens(line: string): JsonToken[] {
  const tokens: JsonToken[] = []
  for (const { groups = {} } of line.matchAll(PART)) {
    const { string, colon, number, literal, rest } = groups
    if (string !== undefined) tokens.push({ kind: colon ? 'key' : 'string', text: string })
    if (colon !== undefined) tokens.push({ kind: 'punctuation', text: colon })
    if (number !== undefined) tokens.push({ kind: 'number', text: number })
    if (literal !== undefined) tokens.push({ kind: 'literal', text: literal })
    if (rest !== undefined) tokens.push({ kind: 'punctuation', text: rest })
  }
  return tokens
}
