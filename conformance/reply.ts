import { at, isObject, type JsonObject, listAt, textAt } from './json'

/** One reply as it came, and what was sent for it. */
export type Reply = {
  readonly tool: string
  /** What was sent, as one line without any token. */
  readonly sent: string
  readonly status: number
  readonly headers: Headers
  /** The body as JSON; null when it is not one JSON object. */
  readonly json: JsonObject | null
  readonly ok: boolean
  /** `error.code`; null when there is none. */
  readonly code: string | null
  /** Milliseconds from the first byte sent to the last one received. */
  readonly tookMs: number
  /** Status and code, for a report. */
  readonly summary: string
  /** Sent to something that no document describes: an unknown tool, another method. */
  readonly astray: boolean
}

type Came = {
  tool: string
  sent: string
  status: number
  headers: Headers
  text: string
  tookMs: number
  astray: boolean
}

export function readReply({ text, ...came }: Came): Reply {
  const json = parsed(text)
  const code = textAt(json, 'error.code')
  return {
    ...came,
    json,
    code,
    ok: at(json, 'ok') === true,
    summary: `HTTP ${came.status}${told(json, code)}`,
  }
}

function told(json: JsonObject | null, code: string | null): string {
  if (json === null) return ', no JSON object'
  return at(json, 'ok') === true ? '' : `, ${code ?? 'no error code'}`
}

function parsed(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** The paths of `error.fields`, sorted. */
export function badPaths(reply: Reply): string[] {
  return listAt(reply.json, 'error.fields')
    .map((entry) => textAt(entry, 'path') ?? '')
    .sort()
}
