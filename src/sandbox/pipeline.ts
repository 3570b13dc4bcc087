import { type Context, Hono } from 'hono'
import type { ToolName } from '@/api/envoy/contract'
import { accountOf, ensureAccount } from './accounts'
import { type Admitted, admit, countRequest } from './admit'
import { type Caller, callerOf, refusal } from './auth'
import { bendEnvelope, type ReplyIds } from './bend'
import { isJsonContentType } from './body'
import { bodyEntry, type CallLog, openCallLog } from './call-log'
import { deliver, jsonReply, type Line, resetNow } from './deliver'
import { envelopeOf, type Outcome } from './envelope'
import { failure, invalidInput, unavailable } from './errors'
import { failureOf, purchaseToRead } from './fault-replies'
import type { Fault } from './faults'
import type { SandboxEnv } from './guard'
import type { TokenRow } from './store/schema'
import { parseStrictJson, type StrictJson } from './strict-json'
import { createTools, isToolName } from './tools/registry'
import type { Tool } from './tools/tool'
import type { World } from './world'

type Tools = Readonly<Record<ToolName, Tool>>

/** What the steps of one call share. */
type Running = { world: World; tools: Tools; tool: ToolName; line: Line; log: CallLog }

/** What a call brought with it. */
type Asked = { token: TokenRow; contentType: string | undefined; parsed: StrictJson }

/** How a call ended, and the fault that still has to bend the reply. */
type Ended = { outcome: Outcome; fault: Fault | null }

/** `POST /tools/:tool`: every reply is the envelope, whatever happens. */
export function toolRoutes(world: World): Hono<SandboxEnv> {
  const tools = createTools(world)
  const answer = createAnswers(world)
  return new Hono<SandboxEnv>().all('*', async (c) => {
    const called = calledTool(c.req.path)
    const caller = callerOf(world, c.req.header('authorization'))
    const log = openCallLog(world, called, caller)
    const { signal } = c.req.raw
    const pause = (ms: number) => world.clock.sleep(ms, signal)
    const line: Line = { sockets: c.env, signal, cut: false, pause }
    signal.addEventListener('abort', () => line.cut || log.set({ aborted: true }))
    if (called === null || !isToolName(called) || c.req.method !== 'POST') {
      return answer(
        called,
        { outcome: misdirected(world, c, called, caller), fault: null },
        line,
        log,
      )
    }
    const running: Running = { world, tools, tool: called, line, log }
    const admitted = await admit(world, c, caller, log)
    const ended = admitted.ok
      ? await operate(running, admitted, c.req.header('content-type'))
      : { outcome: admitted, fault: null }
    return answer(called, ended, line, log)
  })
}

/** The name after `/tools/`; null where there is none that could be echoed. */
function calledTool(path: string): string | null {
  return /^\/tools\/([\w.-]{1,64})$/.exec(path)?.[1] ?? null
}

/** An unknown tool, or a method other than POST (C38). With a good token it counts like any other request; OPTIONS does not (C42). */
function misdirected(
  world: World,
  c: Context<SandboxEnv>,
  called: string | null,
  caller: Caller,
): Outcome {
  const limited = caller.token && c.req.method !== 'OPTIONS' && countRequest(world, caller.token)
  if (limited) return limited
  if (called === null || !isToolName(called)) {
    return failure('NOT_FOUND', {
      message: 'There is no such tool.',
      next: { instruction: 'There is no tool of this name. Do not retry.' },
    })
  }
  const fields = [{ path: '', problem: 'is not a POST request', expected: 'POST' }]
  return { ...invalidInput(fields), status: 405, headers: { allow: 'POST' } }
}

/** A call that was let in: its fault, its body, its permissions, its tool. */
async function operate(
  running: Running,
  admitted: Admitted,
  contentType: string | undefined,
): Promise<Ended> {
  const { world, tool, log } = running
  const { account } = admitted.token
  const parsed = parseStrictJson(admitted.bytes)
  log.set(parsed.ok ? bodyEntry(parsed.value) : { body: textOf(admitted.bytes) })
  const fault = world.faults.take({ tool, account, transport: 'http' })
  if (fault) log.set({ fault: fault.fault })
  const asked: Asked = { token: admitted.token, contentType, parsed }
  const body = parsed.ok ? parsed.value : {}
  const failed =
    fault && failureOf(fault, { tool, body, windowSeconds: world.settings.windowSeconds })
  if (failed) {
    if (fault.fault === 'status_503' && fault.after_effect) {
      await call(running, asked, fault)
    }
    return { outcome: failed, fault }
  }
  if (fault && neverRuns(fault)) return { outcome: failure('UNAVAILABLE'), fault }
  if (fault?.fault === 'delay') await running.line.pause(fault.ms)
  return { outcome: await call(running, asked, fault), fault }
}

/** Faults that stand between the client and Envoy: the call never arrives. */
function neverRuns(fault: Fault): boolean {
  return (
    fault.fault === 'html_500' ||
    fault.fault === 'html_502' ||
    (fault.fault === 'reset' && fault.when === 'before_headers')
  )
}

async function call(
  { world, tools, tool, line, log }: Running,
  { token, contentType, parsed }: Asked,
  fault: Fault | null,
): Promise<Outcome> {
  const account = accountOf(world, token.account) ?? ensureAccount(world, token.account)
  const refused = refusal(account, token, tool)
  if (refused) return refused
  if (!isJsonContentType(contentType)) {
    return invalidInput([
      { path: '', problem: 'is not sent as JSON', expected: 'Content-Type: application/json' },
    ])
  }
  if (!parsed.ok) return invalidInput([parsed.problem])
  const held = (ms: number) => log.set({ held_ms: ms, aborted: line.signal.aborted })
  const down = new AbortController()
  if (fault?.fault === 'restart') {
    void world.clock.sleep(fault.ms, down.signal).then(() => down.abort())
  }
  const { value: body, problems } = parsed
  try {
    const signal = AbortSignal.any([line.signal, down.signal])
    return await tools[tool]({ token, account, body, problems, fault, signal, held })
  } catch (error) {
    process.stderr.write(`${tool} failed: ${error instanceof Error ? error.stack : error}\n`)
    return unavailable(purchaseToRead({ tool, body }))
  } finally {
    down.abort()
  }
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

/** Writes outcomes out as replies, keeping the ids of the last one for the fault that sends them again. */
function createAnswers(world: World) {
  let previous: ReplyIds | null = null
  return async (tool: string | null, ended: Ended, line: Line, log: CallLog): Promise<Response> => {
    const { outcome, fault } = ended
    const envelope = envelopeOf(tool, outcome, world.clock.now())
    const reply = fault ? bendEnvelope(fault, envelope, previous) : envelope
    previous = { request_id: envelope.request_id, trace_id: envelope.trace_id }
    const status = outcome.ok ? 200 : outcome.status
    const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
    if (!line.signal.aborted) log.set(sent(status, outcome, fault))
    if (fault?.fault === 'reset' && fault.when === 'before_headers') return resetNow(line)
    const ready = jsonReply(status, { ...headers, ...(outcome.ok ? {} : outcome.headers) }, reply)
    return deliver(ready, fault, line)
  }
}

/** What the log says went out. */
function sent(status: number, outcome: Outcome, fault: Fault | null) {
  const code = outcome.ok ? null : outcome.error.code
  if (fault?.fault === 'html_500') return { status: 500, code: null }
  if (fault?.fault === 'html_502') return { status: 502, code: null }
  if (fault?.fault === 'empty_200') return { status: 200, code: null }
  if (fault?.fault === 'restart' || (fault?.fault === 'reset' && isBeforeHeaders(fault))) {
    return { status: null, code: null }
  }
  return { status, code }
}

const isBeforeHeaders = ({ when }: Extract<Fault, { fault: 'reset' }>) =>
  when === 'before_headers' || when === 'after_effect'
