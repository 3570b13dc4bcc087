export type JsonToken = {
  kind: 'key' | 'string' | 'number' | 'literal' | 'punctuation'
  text: string
}

const PART =
  /(?<string>"(?:[^"\\]|\\.)*")(?<colon>\s*:)?|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<literal>true|false|null)|(?<rest>[^"\-\dtfn]+|.)/gu

/** The lines of a value as indented JSON, each cut into its coloured parts. */
export function jsonLines(value: unknown): JsonToken[][] {
  const text = JSON.stringify(value, null, 2) ?? 'null'
  return text.split('\n').map(lineTokens)
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
