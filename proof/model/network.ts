import { abortError } from '@/api/core/abort'
import { purchaseById } from '@/sandbox/purchases'
import { failure } from '@/server/failures'
import type { Chances } from './chances'
import type { ModelEnvoy, PageReply } from './envoy'
import type { Trouble, WayFault } from './faults'
import type { Observer, Sent } from './observer'
import type { Tally } from './tally'
import type { VirtualTime } from './time'

/** Who sends: one connection of one page, which may be gone. */
export type Sender = {
  readonly connection: number
  readonly owner: string
  readonly page: { readonly gone: boolean }
  /** The account that the browser's cookie opens, when the request leaves. */
  cookie(): string | null
}

type Parts = {
  readonly time: VirtualTime
  readonly chances: Chances
  readonly envoy: ModelEnvoy
  readonly observer: Observer
  readonly trouble: Trouble
  readonly tally: Tally
}

type UnderWay = { cut(): void; drop(): void }

/**
 * The way between pages and Envoy, instead of `fetch`: each packet is under way as long as fast-check
 * says, which is what decides who comes first. One arrives at a time, so that a run can be told again.
 */
export function createNetwork({ time, chances, envoy, observer, trouble, tally }: Parts) {
  const underWay = new Set<UnderWay>()
  const planned = new Set<number>()
  /** What a cache on the way was told first of each purchase. */
  const copies = new Map<string, { readonly reply: PageReply; readonly revision: number }>()
  let downUntil = 0

  const revisionOf = ({ fields }: Sent) =>
    purchaseById(envoy.world, String(fields['purchase']))?.revision ?? 0

  /** Of Passbook's own server, where Envoy gives none. */
  const unreachable = async (): Promise<PageReply> => {
    const reply = failure('upstream_unreachable')
    return { status: reply.status, headers: {}, text: await reply.text() }
  }

  /** What Envoy, or Passbook's server in its place, answers; null: the connection broke. */
  const answer = async (sent: Sent, request: Request, cookie: string | null) => {
    if (time.real() < downUntil) return { reply: unreachable(), fault: null }
    const copy = copies.get(placeOf(sent))
    const outOfDate = copy !== undefined && copy.revision < revisionOf(sent)
    const fault = trouble.take({ tool: sent.tool, outOfDate })
    if (fault) tally.count(`fault: ${fault.what === 'envoy' ? fault.name : fault.what}`)
    if (fault?.what === 'lost_before') return { reply: Promise.resolve(null), fault }
    if (copy && fault?.what === 'stale') return { reply: Promise.resolve(copy.reply), fault }
    if (fault?.what === 'envoy') {
      if (fault.fault.fault === 'status_429') planned.add(sent.n)
      envoy.fail(fault.fault)
    }
    const { reply, parked } = envoy.call(request, cookie)
    await Promise.race([reply.catch(() => {}), parked])
    // A call that never came to Envoy leaves its fault to nobody.
    envoy.forgetFaults()
    return { reply: reply.catch(() => null), fault }
  }

  const bent = (sent: Sent, reply: PageReply | null, fault: WayFault | null): PageReply | null => {
    if (reply === null || fault?.what === 'lost_after') return null
    const isStatus = sent.tool === 'get_purchase_status' && reply.status === 200
    const place = placeOf(sent)
    if (isStatus && !copies.has(place)) copies.set(place, { reply, revision: revisionOf(sent) })
    if (fault?.what === 'cut') {
      return { ...reply, text: reply.text.slice(0, Math.floor(reply.text.length * fault.at)) }
    }
    return reply
  }

  const fetchFor =
    (sender: Sender): typeof fetch =>
    (input, init) => {
      const { page, connection, owner } = sender
      // What a page that is gone still wants to send never leaves.
      if (page.gone) return new Promise(() => {})
      const tool = String(input).split('/').at(-1) ?? ''
      const sent = observer.left({ connection, owner, tool, body: String(init?.body) })
      tally.count(`sent: ${tool}`)
      const cookie = sender.cookie()
      const line = new AbortController()
      return new Promise((resolve, reject) => {
        let over = false
        const finish = (reply: PageReply | null) => {
          underWay.delete(entry)
          if (over || page.gone) return
          over = true
          const retryAfter = reply?.headers['retry-after'] ?? null
          observer.answered(sent, reply && { text: reply.text, retryAfter })
          if (reply === null) reject(new TypeError('Failed to fetch'))
          else resolve(new Response(reply.text, reply))
        }
        const comeBack = (reply: PageReply | null) =>
          void time.after('browser', chances.delay(), () => finish(reply))
        const entry: UnderWay = {
          drop: () => line.abort(),
          cut() {
            if (!underWay.delete(entry)) return
            line.abort()
            void unreachable().then(comeBack)
          },
        }
        init?.signal?.addEventListener('abort', () => {
          if (!over && !page.gone) sent.givenUp = true
          over = true
          line.abort()
          reject(abortError())
        })
        time.after('envoy', chances.delay(), async () => {
          underWay.add(entry)
          sent.arrived = time.real()
          const { reply, fault } = await answer(sent, requestOf(sent, init, line.signal), cookie)
          void reply.then((whole) => {
            // Cut meanwhile: what it would have said never gets through.
            if (!underWay.has(entry) || fault?.what === 'silence') return
            comeBack(bent(sent, whole, fault))
          })
        })
      })
    }

  return {
    fetchFor,
    /** Whether a 429 for this request was put there by the run. */
    planned: (n: number) => planned.has(n),
    /** Envoy is down for so long; what it held ends without an answer. */
    restart(ms: number) {
      downUntil = time.real() + ms
      for (const each of [...underWay]) each.cut()
      envoy.restart()
    },
    /** Connections of a machine that slept are broken. */
    breakAll() {
      for (const each of [...underWay]) each.cut()
    },
    /** The run is over: nobody waits any more. */
    end() {
      for (const each of underWay) each.drop()
    },
  }
}

export type Network = ReturnType<typeof createNetwork>

/** Where a copy of a status is kept. */
const placeOf = ({ owner, fields }: Sent) => `${owner} ${fields['purchase']}`

function requestOf({ tool, body }: Sent, init: RequestInit | undefined, signal: AbortSignal) {
  const headers = new Headers(init?.headers)
  headers.set('content-length', String(new TextEncoder().encode(body).length))
  return new Request(`http://passbook.test/api/tools/${tool}`, {
    method: 'POST',
    headers,
    body,
    signal,
  })
}
