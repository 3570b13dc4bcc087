import pino from 'pino'

/** From nothing at all to everything. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]
type LineLevel = Exclude<LogLevel, 'silent'>

/** What can be said about the server's life besides requests, and how much it matters. */
const EVENTS = {
  started: 'info',
  stopping: 'info',
  stopped: 'info',
  'Envoy refused the bearer': 'warn',
  'sign-in failed': 'warn',
  'refresh failed': 'warn',
} as const satisfies Record<string, LineLevel>
type LogEvent = keyof typeof EVENTS

/** Why a sign-in or a refresh failed: these words and no others, never what an issuer or a browser wrote. */
const LOG_KINDS = [
  'denied',
  'expired',
  'unknown_attempt',
  'refused',
  'unreachable',
  'wrong_reply',
  'too_large',
  'failed',
] as const
export type LogKind = (typeof LOG_KINDS)[number]

/** Kinds of a person's own doing, with which nothing is wrong: Cancel, or coming back too late. */
const HARMLESS: ReadonlySet<LogKind | undefined> = new Set(['denied', 'expired', 'unknown_attempt'])

export type EventFields = {
  readonly kind?: LogKind
  readonly port?: number
  /** Milliseconds, whole. */
  readonly ms?: number
  /** Requests that were still without their reply. */
  readonly unanswered?: number
}

/** One request. Every string is made by the server or one of a closed set; none is text of the request. */
export type RequestLine = {
  /** Made anew for the request; its reply carries it as `X-Request-Id`. */
  readonly id: string
  /** 32 hex digits: of a valid W3C `traceparent`, otherwise new. */
  readonly trace: string
  readonly method: string
  /** A pattern, never a path. */
  readonly route: string
  /** Null when the browser left before there was a reply. */
  readonly status: number | null
  readonly ms: number
  /** The reply did not get to its end: the browser left, or Envoy's reply was cut. */
  readonly aborted?: true
  /** The class and the place of an error inside the server; never its message. */
  readonly error?: string
  readonly at?: string
}

export type Log = {
  request(level: LineLevel, line: RequestLine): void
  event(name: LogEvent, fields?: EventFields): void
}

const isCount = (value: unknown) => typeof value === 'number' && Number.isFinite(value)
const FIELDS: Readonly<Record<keyof EventFields, (value: unknown) => boolean>> = {
  kind: (value) => LOG_KINDS.some((kind) => kind === value),
  port: isCount,
  ms: isCount,
  unanswered: isCount,
}

/** Types do not bind what comes out of a `catch`: what is not on the list is left out here once more. */
function allowed(fields: EventFields): EventFields {
  const known = Object.entries(FIELDS).map(([name, fits]) => [
    name,
    Reflect.get(fields, name),
    fits,
  ])
  return Object.fromEntries(
    known.flatMap(([name, value, fits]) =>
      typeof fits === 'function' && fits(value) ? [[name, value]] : [],
    ),
  )
}

/**
 * The log: one JSON object a line, with `time` (RFC 3339, UTC), `level` and `msg`. It can say only
 * what the types above name, so that no token, cookie, name, address or id of a purchase gets in.
 * `write` takes one whole line; the standard error output unless told otherwise.
 */
export function createLog(options: {
  readonly level: LogLevel
  readonly write?: (line: string) => void
  /** Epoch milliseconds. */
  readonly now?: () => number
}): Log {
  const { level, write = (line) => process.stderr.write(line), now = Date.now } = options
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date(now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write },
  )
  return {
    request: (lineLevel, line) => logger[lineLevel](line, 'request'),
    event(name, fields = {}) {
      const isHarmless = name === 'sign-in failed' && HARMLESS.has(fields.kind)
      logger[isHarmless ? 'info' : EVENTS[name]](allowed(fields), name)
    },
  }
}

/** Says nothing. */
export const SILENT: Log = { request: () => undefined, event: () => undefined }
