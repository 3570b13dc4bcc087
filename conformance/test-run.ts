import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Back, Call, Deviation } from './deviations/deviation'
import { main, type Outside } from './main'
import type { Row, Word } from './report'

/** What a test asks: an Envoy in this process, with a token of it and a clock that can be moved. */
export type Machine = {
  demo: string
  pass(ms: number): void
  app: {
    request(url: string, init: RequestInit): Response | Promise<Response>
    fetch(request: Request): Response | Promise<Response>
  }
}

/** Epoch ms of every test's start. */
const START = Date.parse('2026-11-29T09:00:00Z')

export type Ran = { code: number; text: string; json: { requests: number; rules: Row[] } | null }

/** Runs the command in this process, with the machine's clock of the kit in place of waiting. */
export async function run(
  kit: Machine,
  args: readonly string[],
  more: Partial<Outside> = {},
): Promise<Ran> {
  let slept = 0
  let text = ''
  const write = (part: string) => {
    text += part
  }
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  const file = join(folder, 'report.json')
  const code = await main(['--url', 'http://127.0.0.1', '--json', file, '--verbose', ...args], {
    environment: { ENVOY_TOKEN: kit.demo },
    out: write,
    say: write,
    clock: {
      now: () => performance.now() + slept,
      sleep: async (ms) => {
        slept += ms
        kit.pass(ms)
      },
      wall: () => START + slept,
      random: () => 0,
    },
    fetch: inFront(kit, null),
    ...more,
  })
  const json = code === 2 ? null : JSON.parse(readFileSync(file, 'utf8'))
  rmSync(folder, { recursive: true })
  return { code, text, json }
}

/** A proxy in this process: calls go through a deviation to the kit, and back. */
export function inFront(
  kit: Machine,
  deviation: Deviation | null,
  onCall: (call: Call) => void = () => {},
): typeof fetch {
  const { request: change, reply: spoil } = deviation?.make() ?? {}
  return async (input) => {
    const request = input as Request
    const sent = new Uint8Array(await request.arrayBuffer())
    const call: Call = {
      tool: new URL(request.url).pathname.slice('/tools/'.length),
      body: jsonOf(new TextDecoder().decode(sent)),
      bytes: sent.byteLength,
      bearer: request.headers.get('authorization') ?? '',
    }
    const other = change?.(call)
    const { method, headers } = request
    const bodiless = method === 'GET'
    const body = other === undefined ? sent : new TextEncoder().encode(JSON.stringify(other))
    const answered = kit.app.request(request.url, {
      method,
      headers,
      ...(bodiless ? {} : { body }),
    })
    onCall(call)
    const came = await answered
    const back: Back = {
      status: came.status,
      headers: new Headers(came.headers),
      json: jsonOf(await came.text()),
    }
    spoil?.(back, call)
    return new Response(JSON.stringify(back.json), { status: back.status, headers: back.headers })
  }
}

function jsonOf(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The kit on a socket. */
export async function listening(kit: Machine) {
  const server = createServer(getRequestListener(kit.app.fetch, { overrideGlobalObjects: false }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

/** The rules with one of these verdicts, in the order of the report. */
export const withVerdict = ({ json }: Ran, ...words: Word[]) =>
  json?.rules.filter(({ verdict }) => words.includes(verdict)).map(({ rule }) => rule)
