import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { TOOLS } from '@/api/envoy/contract'
import { call, fakeEnvoy, later, NOBODY, nowhere, passbookFor, raw, TOKEN } from './test-kit'

const LIMIT = 65_536

describe('POST /api/tools/:tool', () => {
  it.each(TOOLS)('[R-180] passes %s on with the bearer, byte for byte', async (tool) => {
    const envoy = await fakeEnvoy((_, outgoing) => outgoing.end('{"ok":true}'))
    const server = await passbookFor(envoy.url)
    const body = ' { "purchase" :"pur_1\\u00e9 ₹ 👩", "n": 1.50 }\n'
    const reply = await call(server, tool, body)
    expect(reply.status).toBe(200)
    expect(envoy.calls).toHaveLength(1)
    expect(envoy.calls[0]).toMatchObject({
      method: 'POST',
      url: `/tools/${tool}`,
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    })
    expect(envoy.calls[0]?.body.equals(Buffer.from(body))).toBe(true)
  })

  it('[product] sends nothing of the browser but the body', async () => {
    const envoy = await fakeEnvoy((_, outgoing) => outgoing.end('{}'))
    const server = await passbookFor(envoy.url)
    await call(server, 'list_purchases', '{}', {
      headers: { cookie: 'a=b', authorization: 'Bearer mine', 'x-forwarded-for': '1.2.3.4' },
    })
    const sent = envoy.calls[0]?.headers ?? {}
    expect(sent.authorization).toBe(`Bearer ${TOKEN}`)
    for (const name of ['cookie', 'x-forwarded-for', 'x-passbook', 'origin', 'referer']) {
      expect(sent).not.toHaveProperty(name)
    }
  })

  it.each([
    ['list_purchases', 'another-account'],
    ['submit_answer', ''],
  ] as const)(
    '[R-031, R-032] %s of a page of another account is not passed on',
    async (tool, tag) => {
      const envoy = await fakeEnvoy((_, outgoing) => outgoing.end('{}'))
      const server = await passbookFor(envoy.url)
      const session = await (
        await fetch(`${server.url}/api/session`, { headers: { 'x-passbook': '1' } })
      ).json()
      const reply = await call(server, tool, '{}', { headers: { 'x-passbook-account': tag } })
      expect(reply.status).toBe(401)
      expect(await reply.json()).toMatchObject({ passbook: { kind: 'signed_out' } })
      expect(envoy.calls).toHaveLength(0)
      const own = await call(server, tool, '{}', {
        headers: { 'x-passbook-account': session.account.tag },
      })
      expect(own.status).toBe(200)
    },
  )

  it("[product] keeps a path in Envoy's address", async () => {
    const envoy = await fakeEnvoy((_, outgoing) => outgoing.end('{}'))
    const server = await passbookFor(new URL('v2/', envoy.url))
    await call(server, 'list_purchases')
    expect(envoy.calls[0]?.url).toBe('/v2/tools/list_purchases')
  })

  it.each([
    [200, 'application/json', '{"ok":true, "n":1.50}\n', undefined],
    [200, 'application/json', '', undefined],
    [200, 'application/json', '{"ok":tr', undefined],
    [401, 'application/json', '{"ok":false}', undefined],
    [429, 'application/json; charset=utf-8', '{"ok":false}', '3'],
    [429, 'application/json', '{"ok":false}', 'Wed, 21 Oct 2026 07:28:00 GMT'],
    [429, 'application/json', '{"ok":false}', 'soon'],
    [503, 'application/json', '{"ok":false}', '0'],
    [502, 'text/html', '<html><h1>502 Bad Gateway</h1></html>', undefined],
    [413, 'application/json', '{"ok":false}', undefined],
  ])('[product] passes back %d %s untouched', async (status, type, body, retryAfter) => {
    const envoy = await fakeEnvoy((_, outgoing) => {
      outgoing.writeHead(status, {
        'content-type': type,
        ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
        'set-cookie': 'a=b',
        'x-envoy-internal': 'yes',
        server: 'envoy',
        'access-control-allow-origin': '*',
        'cache-control': 'public',
      })
      outgoing.end(body)
    })
    const server = await passbookFor(envoy.url)
    const reply = await raw(server.url, {
      method: 'POST',
      path: '/api/tools/list_transactions',
      headers: { 'x-passbook': '1' },
      body: '{}',
    })
    expect(reply.status).toBe(status)
    expect(reply.body.toString()).toBe(body)
    expect(reply.headers['content-type']).toBe(type)
    expect(reply.headers['retry-after']).toBe(retryAfter)
    expect(reply.headers['cache-control']).toBe('no-store')
    for (const name of [
      'set-cookie',
      'x-envoy-internal',
      'server',
      'access-control-allow-origin',
    ]) {
      expect(reply.headers).not.toHaveProperty(name)
    }
    expect(JSON.stringify(reply.headers)).not.toContain(TOKEN)
  })

  it('[product] passes back bytes that are no text', async () => {
    const bytes = Buffer.from([0, 255, 254, 0xc3, 0x28, 10, 13])
    const envoy = await fakeEnvoy((_, outgoing) => outgoing.end(bytes))
    const reply = await call(await passbookFor(envoy.url), 'list_purchases')
    expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it('[product] passes back a status without a body', async () => {
    const envoy = await fakeEnvoy((_, outgoing) => outgoing.writeHead(204).end())
    expect((await call(await passbookFor(envoy.url), 'list_purchases')).status).toBe(204)
  })

  it('[product] follows no redirect and shows no address of it', async () => {
    const elsewhere = await fakeEnvoy((_, outgoing) => outgoing.end('{}'))
    const envoy = await fakeEnvoy((_, outgoing) =>
      outgoing.writeHead(307, { location: elsewhere.url.href }).end('moved'),
    )
    const reply = await call(await passbookFor(envoy.url), 'list_purchases', '{}', {
      redirect: 'manual',
    })
    expect(reply.status).toBe(307)
    expect(reply.headers.has('location')).toBe(false)
    expect(elsewhere.calls).toHaveLength(0)
  })

  it('[product] passes bytes on as they come', async () => {
    let finish = () => {}
    const envoy = await fakeEnvoy((_, outgoing) => {
      outgoing.write('{"first":1,')
      finish = () => outgoing.end('"second":2}')
    })
    const reply = await call(await passbookFor(envoy.url), 'list_purchases')
    const reader = reply.body?.getReader()
    const first = await reader?.read()
    expect(new TextDecoder().decode(first?.value)).toBe('{"first":1,')
    finish()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('"second":2}')
  })

  it('[product] needs the header X-Passbook: 1', async () => {
    const envoy = await fakeEnvoy((_, outgoing) => outgoing.end('{}'))
    const server = await passbookFor(envoy.url)
    for (const headers of [{}, { 'x-passbook': '0' }, { 'x-passbook': '1, 1' }]) {
      const reply = await fetch(`${server.url}/api/tools/list_purchases`, {
        method: 'POST',
        headers,
        body: '{}',
      })
      expect([reply.status, await reply.json()]).toMatchObject([
        403,
        { passbook: { kind: 'refused' } },
      ])
    }
    expect(envoy.calls).toHaveLength(0)
  })

  it.each(['close_account', 'LIST_PURCHASES', 'list_purchases%2f..', 'constructor', '..%2fmcp'])(
    '[product] knows no tool %s',
    async (tool) => {
      const envoy = await fakeEnvoy((_, outgoing) => outgoing.end('{}'))
      const reply = await call(await passbookFor(envoy.url), tool)
      expect([reply.status, await reply.json()]).toMatchObject([
        404,
        { passbook: { kind: 'unknown_tool' } },
      ])
      expect(envoy.calls).toHaveLength(0)
    },
  )

  it('[product] is called with POST only', async () => {
    const server = await passbookFor(await nowhere())
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
      const reply = await fetch(`${server.url}/api/tools/list_purchases`, {
        method,
        headers: { 'x-passbook': '1' },
      })
      expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST'])
      expect(reply.headers.has('access-control-allow-origin')).toBe(false)
    }
  })

  it('[product] says signed_out when nobody is signed in', async () => {
    const server = await passbookFor(await nowhere(), { bearers: NOBODY })
    const reply = await call(server, 'list_purchases')
    expect([reply.status, await reply.json()]).toMatchObject([
      401,
      { passbook: { kind: 'signed_out' } },
    ])
  })
})

describe('the body limit', () => {
  it('[R-006] lets 65,536 bytes through, counted in bytes', async () => {
    const envoy = await fakeEnvoy((_, outgoing) => outgoing.end('{}'))
    const server = await passbookFor(envoy.url)
    expect((await call(server, 'list_purchases', `${'₹'.repeat(21_845)}x`)).status).toBe(200)
    expect(envoy.calls[0]?.body).toHaveLength(LIMIT)
    expect((await call(server, 'list_purchases', '₹'.repeat(21_846))).status).toBe(413)
    expect(envoy.calls).toHaveLength(1)
  })

  it('[SR-18] counts a chunked body as it comes, and answers before its end', async () => {
    const envoy = await fakeEnvoy((_, outgoing) => outgoing.end('{}'))
    const server = await passbookFor(envoy.url)
    const { port } = new URL(server.url)
    const chunk = (size: number) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`
    const socket = connect(Number(port), '127.0.0.1')
    const answer = new Promise<string>((resolve) => {
      let text = ''
      socket.on('data', (data) => {
        text += data
        if (text.includes('"too_large"')) resolve(text)
      })
      socket.on('error', () => undefined)
    })
    socket.write(
      `POST /api/tools/list_purchases HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Passbook: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    socket.write(chunk(LIMIT))
    socket.write(chunk(1))
    expect(await answer).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
    expect(envoy.calls).toHaveLength(0)
  })

  it('[SR-18] lets a chunked body of 65,536 bytes through', async () => {
    const envoy = await fakeEnvoy((_, outgoing) => outgoing.end('{}'))
    const server = await passbookFor(envoy.url)
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let sent = 0; sent < LIMIT; sent += 8192) controller.enqueue(new Uint8Array(8192))
        controller.close()
      },
    })
    const reply = await fetch(`${server.url}/api/tools/list_purchases`, {
      method: 'POST',
      body,
      headers: { 'x-passbook': '1' },
      // Streamed bodies need it, and the DOM's types do not know it yet.
      ...{ duplex: 'half' },
    })
    expect(reply.status).toBe(200)
    expect(envoy.calls[0]?.body).toHaveLength(LIMIT)
  })
})

describe('when Envoy fails', () => {
  it('[product] unreachable is 502 upstream_unreachable', async () => {
    const reply = await call(await passbookFor(await nowhere()), 'list_purchases')
    expect([reply.status, await reply.json()]).toMatchObject([
      502,
      { passbook: { kind: 'upstream_unreachable' } },
    ])
  })

  it('[product] a connection that breaks before the headers is 502', async () => {
    const envoy = await fakeEnvoy((incoming) => incoming.socket.destroy())
    const reply = await call(await passbookFor(envoy.url), 'list_purchases')
    expect([reply.status, await reply.json()]).toMatchObject([
      502,
      { passbook: { kind: 'upstream_unreachable' } },
    ])
  })

  it('[product] a switch of protocols nobody asked for is 502 at once', async () => {
    const envoy = await fakeEnvoy(({ socket }) =>
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: odd\r\n\r\n',
      ),
    )
    const server = await passbookFor(envoy.url, { upstreamTimeoutMs: 2_000 })
    const reply = await call(server, 'list_purchases')
    expect([reply.status, await reply.json()]).toMatchObject([
      502,
      { passbook: { kind: 'upstream_unreachable' } },
    ])
  })

  it('[product] silence is 504 upstream_timeout, and the call is ended', async () => {
    const envoy = await fakeEnvoy(() => undefined)
    const server = await passbookFor(envoy.url, { upstreamTimeoutMs: 80 })
    const reply = await call(server, 'get_purchase_status')
    expect([reply.status, await reply.json()]).toMatchObject([
      504,
      { passbook: { kind: 'upstream_timeout' } },
    ])
    await envoy.left
  })

  it.each(['after_headers', 'mid_body'])(
    '[product] a reply cut %s never looks whole',
    async (when) => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      const envoy = await fakeEnvoy((incoming, outgoing) => {
        outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': '20' })
        outgoing.flushHeaders()
        if (when === 'mid_body') outgoing.write('{"ok":')
        setTimeout(() => incoming.socket.destroy(), 20)
      })
      const server = await passbookFor(envoy.url)
      await expect(call(server, 'list_purchases').then((reply) => reply.text())).rejects.toThrow()
      await vi.waitFor(() => expect(log).toHaveBeenCalled())
      const [error] = log.mock.calls[0] ?? []
      expect(error).toMatchObject({ stack: 'Envoy ended its reply half-way.' })
    },
  )

  it('[product] a body that stalls ends at the time limit', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const envoy = await fakeEnvoy((_, outgoing) => outgoing.write('{'))
    const server = await passbookFor(envoy.url, { upstreamTimeoutMs: 1_500 })
    await expect(call(server, 'list_purchases').then((reply) => reply.text())).rejects.toThrow()
    await envoy.left
  })

  it('[product] a refused bearer is told to the one who runs Passbook', async () => {
    const envoy = await fakeEnvoy((_, outgoing) => outgoing.writeHead(401).end('{}'))
    const onTokenRefused = vi.fn()
    await call(await passbookFor(envoy.url, { onTokenRefused }), 'list_purchases')
    expect(onTokenRefused).toHaveBeenCalledExactlyOnceWith(TOKEN)
  })
})

describe('held reads', () => {
  it('[C21] are kept for as long as Envoy holds them', async () => {
    const envoy = await fakeEnvoy(async (_, outgoing) => {
      await sleep(6_000)
      outgoing.end('{"held":true}')
    })
    const reply = await call(await passbookFor(envoy.url), 'get_purchase_status')
    expect(await reply.json()).toEqual({ held: true })
  })

  it('[product] end within 200 ms of the tab being closed', async () => {
    const arrived = later()
    const envoy = await fakeEnvoy(() => arrived.resolve())
    const server = await passbookFor(envoy.url)
    const tab = new AbortController()
    const reply = call(server, 'get_purchase_status', '{}', { signal: tab.signal })
    reply.catch(() => undefined)
    await arrived.promise
    const closed = performance.now()
    tab.abort()
    await envoy.left
    expect(performance.now() - closed).toBeLessThan(200)
  })

  it('[product] end when the tab is closed in the middle of a reply', async () => {
    const envoy = await fakeEnvoy((_, outgoing) => outgoing.write('{'))
    const server = await passbookFor(envoy.url)
    const tab = new AbortController()
    const reply = await call(server, 'get_purchase_status', '{}', { signal: tab.signal })
    await reply.body?.getReader().read()
    tab.abort()
    await envoy.left
  })

  it('[product] one does not keep others waiting', async () => {
    const envoy = await fakeEnvoy((incoming, outgoing) => {
      if (incoming.url?.endsWith('list_purchases')) outgoing.end('{}')
    })
    const server = await passbookFor(envoy.url)
    const tab = new AbortController()
    for (let i = 0; i < 3; i += 1) {
      call(server, 'get_purchase_status', '{}', { signal: tab.signal }).catch(() => undefined)
    }
    expect((await call(server, 'list_purchases')).status).toBe(200)
    tab.abort()
  })
})

describe('the cost of passing on', () => {
  it('[product] is small beside a call: the 2 ms budget itself is for a quiet machine', async () => {
    const body = JSON.stringify({
      lines: Array.from({ length: 50 }, (_, i) => `line ${i}`.repeat(9)),
    })
    const envoy = await fakeEnvoy((_, outgoing) => outgoing.end(body))
    const server = await passbookFor(envoy.url)
    const direct = () =>
      fetch(new URL('tools/list_transactions', envoy.url), { method: 'POST', body: '{}' })
    const through = () => call(server, 'list_transactions')
    const time = async (ask: () => Promise<Response>) => {
      const start = performance.now()
      await (await ask()).arrayBuffer()
      return performance.now() - start
    }
    const times = { direct: [] as number[], through: [] as number[] }
    for (let i = 0; i < 200; i += 1) {
      times.direct.push(await time(direct))
      times.through.push(await time(through))
    }
    // A ratio in one run, of the quick ones: what is slower was waiting for the machine.
    const quick = (all: number[]) => all.sort((a, b) => a - b)[20] ?? 0
    expect(quick(times.through) / quick(times.direct)).toBeLessThan(6)
  })
})
