import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startTcpProxy, type Toxics } from './tcp-proxy'

const HELLO = 'a request of twenty-eight b.'
const FOR_EVER: Toxics = { up: [{ toxic: 'stall', ms: Number.POSITIVE_INFINITY }] }
const ANSWER = 'and an answer that is forty-one bytes long'

/** A server that answers each connection once it has its whole request, and what it received. */
async function answering() {
  const received: string[] = []
  const server = createServer((socket) => {
    let text = ''
    socket.on('error', () => undefined)
    socket.on('close', () => received.push(text))
    socket.on('data', (piece) => {
      text += piece
      if (text === HELLO) socket.end(ANSWER)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, received } // listening on TCP
}

/** A proxy in front of it, whose pauses are noted and end at once, or when the test says so. */
async function proxied(toxics: Toxics = {}, ends: 'at once' | 'never' = 'at once') {
  const server = await answering()
  const slept: number[] = []
  const sleep = (ms: number, signal: AbortSignal) => {
    slept.push(ms)
    if (ends === 'at once') return Promise.resolve()
    return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  }
  const proxy = await startTcpProxy({
    target: () => server.port,
    sleep,
    now: () => 0,
    random: () => 0.5,
  })
  onTestFinished(() => proxy.close())
  proxy.set(toxics)
  return { server, slept, proxy }
}

type Talk = { text: string; end: 'closed' | 'reset' | 'refused' }

/** Sends the request and gathers what comes until the connection is over. */
function talk(port: number): { socket: Socket; over: Promise<Talk> } {
  const socket = connect(port, '127.0.0.1')
  const over = new Promise<Talk>((resolve) => {
    let text = ''
    socket.on('data', (piece) => {
      text += piece
    })
    socket.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ text, end: error.code === 'ECONNREFUSED' ? 'refused' : 'reset' }),
    )
    socket.on('close', () => resolve({ text, end: 'closed' }))
  })
  socket.write(HELLO)
  return { socket, over }
}

describe('without a fault', () => {
  it('[product] passes every byte on, both ways, and counts them', async () => {
    const { server, proxy } = await proxied()
    expect(await talk(proxy.port).over).toEqual({ text: ANSWER, end: 'closed' })
    await vi.waitFor(() => expect(server.received).toEqual([HELLO]))
    expect([proxy.passed('up'), proxy.passed('down')]).toEqual([HELLO.length, ANSWER.length])
  })
})

describe('a slow network', () => {
  it.each<[string, Toxics, number[]]>([
    ['latency', { up: [{ toxic: 'latency', ms: 80 }] }, [80]],
    ['latency with jitter', { down: [{ toxic: 'latency', ms: 80, jitterMs: 20 }] }, [90]],
    ['bandwidth', { up: [{ toxic: 'bandwidth', bytesPerS: 7 }] }, [4_000]],
    ['slicer', { up: [{ toxic: 'slicer', bytes: 10, ms: 3 }] }, [3, 3, 3]],
    ['slow_close', { down: [{ toxic: 'slow_close', ms: 500 }] }, [500]],
    ['two at once', both(80, 7), [80, 4_000]],
  ])('[product] %s changes when bytes come, and not which', async (_, toxics, slept) => {
    const kit = await proxied(toxics)
    expect(await talk(kit.proxy.port).over).toEqual({ text: ANSWER, end: 'closed' })
    await vi.waitFor(() => expect(kit.server.received).toEqual([HELLO]))
    expect(kit.slept).toEqual(slept)
  })

  function both(ms: number, bytesPerS: number): Toxics {
    return {
      up: [
        { toxic: 'latency', ms },
        { toxic: 'bandwidth', bytesPerS },
      ],
    }
  }
})

describe('a broken network', () => {
  it.each(['close', 'reset'] as const)('[C40] limit_data cuts an answer: %s', async (end) => {
    for (const bytes of [0, 1, 20, ANSWER.length]) {
      const { proxy } = await proxied({ down: [{ toxic: 'limit_data', bytes, end }] })
      const { text, end: how } = await talk(proxy.port).over
      expect(proxy.passed('down')).toBe(bytes)
      if (end === 'close') expect([text, how]).toEqual([ANSWER.slice(0, bytes), 'closed'])
      // Node tells of a reset that comes with bytes as of an end.
      else expect(ANSWER.slice(0, bytes).startsWith(text)).toBe(true)
      if (end === 'reset' && bytes === 0) expect(how).toBe('reset')
    }
  })

  it('[C40] limit_data cuts a request', async () => {
    const { server, proxy } = await proxied({
      up: [{ toxic: 'limit_data', bytes: 9, end: 'close' }],
    })
    await talk(proxy.port).over
    await vi.waitFor(() => expect(server.received).toEqual([HELLO.slice(0, 9)]))
  })

  it('[product] limit_data counts from when it was set', async () => {
    const { proxy } = await proxied()
    await talk(proxy.port).over
    proxy.set({ down: [{ toxic: 'limit_data', bytes: 5, end: 'close' }] })
    expect((await talk(proxy.port).over).text).toBe(ANSWER.slice(0, 5))
  })

  it('[product] reset_peer resets in place of the next bytes', async () => {
    const { proxy, slept } = await proxied({ down: [{ toxic: 'reset_peer', ms: 70 }] })
    expect(await talk(proxy.port).over).toEqual({ text: '', end: 'reset' })
    expect(slept).toEqual([70])
  })

  it('[product] stall passes nothing and closes after its time', async () => {
    const { server, proxy } = await proxied({ up: [{ toxic: 'stall', ms: 9_000 }] })
    expect((await talk(proxy.port).over).text).toBe('')
    await vi.waitFor(() => expect(server.received).toEqual(['']))
  })

  it('[product] a stall without an end is over when the client leaves', async () => {
    const { server, proxy } = await proxied(FOR_EVER, 'never')
    const { socket } = talk(proxy.port)
    await once(socket, 'connect')
    socket.destroy()
    await vi.waitFor(() => expect(server.received).toEqual(['']))
  })

  it('[product] a client that leaves ends a pause, and nothing more is passed', async () => {
    const { server, slept, proxy } = await proxied({ up: [{ toxic: 'latency', ms: 80 }] }, 'never')
    const { socket } = talk(proxy.port)
    await vi.waitFor(() => expect(slept).toEqual([80]))
    socket.destroy()
    await vi.waitFor(() => expect(server.received).toEqual(['']))
  })
})

describe('switching while it runs', () => {
  it('[product] a connection that is open feels it, in the one direction only', async () => {
    const { server, proxy } = await proxied()
    const socket = connect(proxy.port, '127.0.0.1')
    socket.write(HELLO.slice(0, 10))
    await vi.waitFor(() => expect(proxy.passed('up')).toBe(10))
    proxy.set({ down: [{ toxic: 'limit_data', bytes: 3, end: 'close' }] })
    const answer: string[] = []
    socket.on('data', (piece) => answer.push(String(piece)))
    socket.write(HELLO.slice(10))
    await once(socket, 'close')
    expect(answer.join('')).toBe(ANSWER.slice(0, 3))
    await vi.waitFor(() => expect(server.received).toEqual([HELLO]))
  })

  it('[product] down: open connections are reset and new ones refused, until it is up again', async () => {
    const { proxy } = await proxied(FOR_EVER, 'never')
    const { socket, over } = talk(proxy.port)
    await once(socket, 'connect')
    await vi.waitFor(async () => {
      await proxy.goDown()
      expect((await over).end).toBe('reset')
    })
    expect((await talk(proxy.port).over).end).toBe('refused')
    proxy.set({})
    await proxy.comeUp()
    expect((await talk(proxy.port).over).text).toBe(ANSWER)
  })

  it('[product] cut resets what is open and takes the next', async () => {
    const { proxy } = await proxied(FOR_EVER, 'never')
    const { over } = talk(proxy.port)
    await vi.waitFor(async () => {
      proxy.cut()
      expect(await Promise.race([over, Promise.resolve(null)])).toMatchObject({ end: 'reset' })
    })
    proxy.set({})
    expect((await talk(proxy.port).over).text).toBe(ANSWER)
  })
})

it('[product] a server that is not there is a reset, not a wait', async () => {
  const server = await answering()
  const proxy = await startTcpProxy({ target: () => server.port })
  onTestFinished(() => proxy.close())
  const gone = await startTcpProxy({ target: () => proxy.port })
  await proxy.goDown()
  onTestFinished(() => gone.close())
  expect(await talk(gone.port).over).toEqual({ text: '', end: 'reset' })
})
