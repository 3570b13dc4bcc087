import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { seed } from '@/sandbox/seed/seed'
import { createKit, NOW } from '@/sandbox/test-kit'
import type { Deviation } from './deviations/deviation'
import type { Outside } from './main'
import { inFront, listening, type Machine, run, withVerdict } from './test-run'

/** Two accounts with enough in them to be asked about. */
function createFullKit() {
  const kit = createKit()
  seed(kit.world, { lines: 80, seed: 1, now: NOW })
  return kit
}

describe('manners', () => {
  it('[R-093] keeps below the budget when it is not to be used up', async () => {
    const kit = createFullKit()
    const times: number[] = []
    const owner = `Bearer ${kit.demo}`
    let slept = 0
    await run(kit, ['--write', '--other-token', kit.tokenOf('other')], {
      clock: {
        now: () => slept,
        sleep: async (ms) => {
          slept += ms
          kit.pass(ms)
        },
        wall: () => NOW,
        random: () => 0,
      },
      fetch: (input) => {
        const { headers } = input as Request
        if (headers.get('authorization') === owner) times.push(slept)
        return inFront(kit, null)(input)
      },
    })
    expect(times.length).toBeGreaterThan(100)
    for (const time of times) {
      expect(times.filter((one) => one >= time && one < time + 60_000).length).toBeLessThanOrEqual(
        100,
      )
    }
    expect(kit.log().some(({ status }) => status === 429)).toBe(false)
  })

  it('[R-101, R-109] waits a 429 out and asks the same again', async () => {
    const kit = createFullKit()
    kit.fault({ fault: 'status_429', times: 2, retry_after: 7, after_seconds: 60 })
    const ran = await run(kit, ['--only', 'R-002'])
    expect(ran.text).toContain('Waiting 60 s: Envoy answered HTTP 429, RATE_LIMITED.')
    expect(ran.text).toContain('Waiting 120 s: Envoy answered HTTP 429, RATE_LIMITED.')
    expect(withVerdict(ran, 'kept')).toEqual(['R-002'])
  })

  it('[product] no token comes out, whatever comes back', async () => {
    const kit = createFullKit()
    const tokens = [kit.tokenOf(), kit.tokenOf('other')] as const
    const echo: Deviation = {
      name: 'tokens come back',
      breaks: [],
      make: () => ({
        reply: ({ json, headers }) => {
          for (const name of ['contract', 'server_time', 'trace_id']) {
            if (json) json[name] = `${'x'.repeat(220)}${tokens.join(' ')}`
          }
          headers.set('retry-after', tokens.join(' '))
        },
      }),
    }
    const args = ['--token', tokens[0], '--other-token', tokens[1]]
    const { text, json, code } = await run(kit, args, { fetch: inFront(kit, echo) })
    expect(code).toBe(1)
    for (const said of [text, JSON.stringify(json)]) {
      expect(said).toContain('[token]')
      for (const token of tokens) expect(said).not.toContain(token.slice(0, 8))
    }
  })
})

describe('what cannot be asked', () => {
  const cannot = async (kit: Machine, args: readonly string[], more: Partial<Outside> = {}) => {
    const { code, text } = await run(kit, args, more)
    expect(code).toBe(2)
    expect(text).toMatch(/^[^\n]+\.\n$/)
    return text
  }

  it('[product] is exit code 2 and one sentence', async () => {
    const kit = createKit()
    const gone = await listening(kit)
    gone.close()
    const text = await cannot(kit, ['--url', gone.url], { fetch })
    expect(text).toContain('no answer came (')
    expect(await cannot(kit, ['--token', 'no-such-token'])).toContain('refused the token')
    const page: typeof fetch = async () => new Response('<html>', { status: 404 })
    expect(await cannot(kit, [], { fetch: page })).toContain('does not answer like Envoy')
    const notAKey = join(import.meta.dirname, 'main.ts')
    expect(await cannot(kit, ['--key', notAKey])).toContain('--key must name a file')
  })

  it.each([
    [['--url', 'http://envoy.example.test'], 'https'],
    [['--url', 'envoy'], '--url'],
    [['--only', 'R-999'], 'R-999'],
    [['--colour'], '--colour'],
    [['--amount', '1'], '--amount'],
    [['--token', 'a b'], 'token'],
  ])('[product] %j is told in one sentence', async (args, word) => {
    expect(await cannot(createKit(), args)).toContain(word)
  })
})

it('[product] runs as a command', { timeout: 60_000 }, async () => {
  const kit = createFullKit()
  const { url, close } = await listening(kit)
  const tool = join(import.meta.dirname, '../tools/conformance.mjs')
  const child = spawn(process.execPath, [tool, '--url', url, '--only', 'R-001,R-141'], {
    env: { ...process.env, ENVOY_TOKEN: kit.demo },
  })
  let text = ''
  child.stdout.on('data', (part) => {
    text += part
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  close()
  expect(code).toBe(0)
  expect(text).toMatch(/kept +R-001/)
  expect(text).toContain('2 kept.')
})
