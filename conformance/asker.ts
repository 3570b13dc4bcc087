import type { KeyObject } from 'node:crypto'
import { WRITES } from './contract'
import { at } from './json'
import { type Clock, createPace } from './pace'
import { makeProof, PROOF_HEADER } from './proof'
import { type Reply, readReply } from './reply'
import { shown } from './verdict'

/** Whose token a request carries. */
type Who = 'owner' | 'other' | 'reader' | 'nobody' | 'stranger'

export type AskOptions = {
  /** Left out: the owner of `--token`. `nobody` sends no token, `stranger` one that cannot be good. */
  as?: Who
  /** The body as it is, in place of the JSON of the arguments. */
  raw?: string | Uint8Array
  method?: string
  /** The whole `authorization` header. */
  authorization?: string
  /** Sends a body that the proof was not made for, or no proof. */
  proof?: 'none' | 'of another body'
  /** Does not keep the pace, and hands a 429 over instead of waiting it out. */
  hurry?: boolean
  /** No document describes this request; its reply is judged as an assumption. */
  astray?: boolean
}

export type Ask = (tool: string, args: unknown, options?: AskOptions) => Promise<Reply>

export type AskerSettings = {
  url: string
  tokens: Readonly<Partial<Record<Who, string>>>
  /** Whether tools that change something may be called at all. */
  mayWrite: boolean
  proofKey: KeyObject | null
  clock: Clock & { wall(): number; random(): number }
  fetch: typeof fetch
  /** Every reply, as it comes. */
  onReply(reply: Reply): void
  onWait(seconds: number, why: string): void
}

/** Envoy gave no usable answer, so that nothing can be said about the rule. */
export class NotAnswered extends Error {
  override readonly name = 'NotAnswered'
}

const STRANGER = 'conformance-no-such-token'
/** Longer than any hold of a status read should be. */
const PATIENCE_MS = 90_000
const MOST_WAITS = 4
const LONGEST_WAIT_S = 240

/** Asks tools of one address: keeps the pace, waits out 429s, counts, and never writes unless told to. */
export function createAsker(settings: AskerSettings) {
  const { clock, onWait } = settings
  const pace = createPace(clock, (seconds) => onWait(seconds, 'the pace of 100 requests a minute'))
  const secrets = Object.values(settings.tokens)
  // What came is shown in parts, so that a token has to be gone before anything is cut.
  const withoutTokens = (text: string) =>
    secrets.reduce((cleaned, secret) => cleaned.replaceAll(secret, '[token]'), text)
  let requests = 0

  async function once(tool: string, args: unknown, options: AskOptions): Promise<Reply> {
    const who = options.as ?? 'owner'
    await pace.take(who, options.hurry ?? false)
    requests += 1
    const { request, sent } = requestOf(settings, tool, args, options)
    const began = clock.now()
    const response = await answered(() => settings.fetch(request))
    const { status, headers } = response
    const text = withoutTokens(await answered(() => response.text()))
    const tookMs = clock.now() - began
    const reply = readReply({
      tool,
      sent,
      status,
      headers,
      text,
      tookMs,
      astray: options.astray ?? false,
    })
    settings.onReply(reply)
    return reply
  }

  const ask: Ask = async (tool, args, options = {}) => {
    if (WRITES.includes(tool) && !settings.mayWrite) {
      throw new Error(`${tool} is a write, and --write was not given`)
    }
    let tried = 0
    for (;;) {
      const reply = await once(tool, args, options)
      const seconds = options.hurry ? null : waitOf(reply)
      if (seconds === null) return usable(reply)
      tried += 1
      if (tried > MOST_WAITS) throw new NotAnswered(`Envoy went on answering ${reply.summary}`)
      const wait = Math.min(seconds * 2 ** (tried - 1), Math.max(LONGEST_WAIT_S, seconds))
      const withJitter = wait * (1 + clock.random() / 4)
      onWait(Math.ceil(withJitter), `Envoy answered ${reply.summary}`)
      await clock.sleep(withJitter * 1000)
    }
  }

  return { ask, requests: () => requests }
}

/** Refuses what says nothing about the call: no JSON from a server in trouble, and UNAVAILABLE for good. */
function usable(reply: Reply): Reply {
  if (reply.status < 500 && reply.code !== 'UNAVAILABLE') return reply
  throw new NotAnswered(`Envoy answered ${reply.summary}`)
}

async function answered<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw new NotAnswered(`no answer came (${reasonOf(error)})`)
  }
}

/** The deepest reason of a failed fetch, which itself only says "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message || error.name
}

/** Seconds to wait before the same call again; null when the reply is an answer. */
function waitOf(reply: Reply): number | null {
  const said = at(reply.json, 'next.after_seconds')
  const after = typeof said === 'number' && said >= 0 ? said : null
  if (reply.status === 429 || reply.code === 'RATE_LIMITED') {
    const header = Number(reply.headers.get('retry-after') ?? Number.NaN)
    return Math.max(Number.isFinite(header) ? header : 0, after ?? 60)
  }
  const again = reply.code === 'UNAVAILABLE' && at(reply.json, 'error.retryable') === true
  return again && at(reply.json, 'next.action') === 'retry' ? after : null
}

function requestOf(
  settings: AskerSettings,
  tool: string,
  args: unknown,
  options: AskOptions,
): { request: Request; sent: string } {
  const { as: who = 'owner', method = 'POST', raw = JSON.stringify(args) } = options
  const url = `${settings.url}/tools/${tool}`
  const token = who === 'stranger' ? STRANGER : settings.tokens[who]
  const bytes = Buffer.from(raw)
  const headers = new Headers({ 'content-type': 'application/json' })
  const authorization = options.authorization ?? (token === undefined ? null : `Bearer ${token}`)
  if (authorization !== null) headers.set('authorization', authorization)
  if (settings.proofKey && token !== undefined && options.proof !== 'none') {
    const body = options.proof === 'of another body' ? Buffer.from('{"limit":2}') : bytes
    const proof = { method, url, token, body, wallMs: settings.clock.wall() }
    headers.set(PROOF_HEADER, makeProof(settings.proofKey, proof))
  }
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const request = new Request(url, {
    method,
    headers,
    // A token follows nobody to another address.
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
    body: hasBody ? bytes : null,
  })
  return { request, sent: sentLine(method, tool, raw, bytes.byteLength, hasBody, who, options) }
}

const SENT_AS: Readonly<Record<Who, string>> = {
  owner: '',
  other: ' with --other-token',
  reader: ' with --read-only-token',
  nobody: ' without a token',
  stranger: ' with a token that is none',
}

function sentLine(
  method: string,
  tool: string,
  raw: string | Uint8Array,
  length: number,
  hasBody: boolean,
  who: Who,
  options: AskOptions,
): string {
  const text = typeof raw === 'string' ? raw : new TextDecoder().decode(raw)
  const body = length > 1_000 ? `${shown(text.trim().slice(0, 40))} (${length} bytes)` : shown(text)
  const as = options.authorization === undefined ? SENT_AS[who] : ' with another authorization'
  const proof = options.proof === undefined ? '' : `, proof: ${options.proof}`
  return `${method} /tools/${tool}${hasBody ? ` ${body}` : ''}${as}${proof}`
}
