import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addLines } from '@/sandbox/lines'
import { advancePurchase } from '@/sandbox/purchases'
import { seed } from '@/sandbox/seed/seed'
import { createKit, NOW } from '@/sandbox/test-kit'
import { DEVIATIONS } from './deviations/all'
import type { Call, Deviation } from './deviations/deviation'
import { inFront, listening, run, withVerdict } from './test-run'

/** An Envoy with the documents' own limits, on a machine whose clock moves when somebody sleeps. */
function createEnvoy() {
  const kit = createKit()
  seed(kit.world, { lines: 80, seed: 1, now: NOW })
  // Of no purchase, so that nothing but its amount says what it is.
  addLines(kit.world, 'demo', [
    { title: 'Given back', subtitle: 'Errand agent', amountMinor: 100, at: NOW - 1 },
  ])
  const asks = kit.purchase({ state: 'needs_answer' }).purchase_id
  return { kit, asks }
}

type Envoy = ReturnType<typeof createEnvoy>

/** Whether to ask everything of each deviation, or only what takes no time besides what it is about. */
const LONG = process.env['PASSBOOK_PROOF'] === '1'
const TAKES_TIME = ['--limit-test', '--slow']

const everything = ({ kit, asks }: Envoy, besides: readonly string[] = TAKES_TIME) => [
  ...['--write', '--answer', asks, ...besides],
  ...['--other-token', kit.tokenOf('other')],
  ...['--read-only-token', kit.tokenOf('demo', { scope: 'agent:read' })],
]

/** A second and a half of holding is seen as one; after that the purchase moves. */
const moveHeld =
  ({ kit }: Envoy) =>
  ({ body }: Call) => {
    const purchase = body?.after_revision === undefined ? null : String(body.purchase)
    if (purchase === null) return
    setTimeout(() => advancePurchase(kit.world, purchase, { needsSupport: true }), 1_500)
  }

/** Nothing outside can see these in an Envoy that works. */
const UNSEEN = ['R-040', 'R-066', 'R-094', 'R-156', 'R-163', 'R-164', 'R-179']
const WITH_KEY = ['R-181', 'R-182', 'C47']

/** Hundreds of requests in one test, on a machine that may have other things to do. */
const PATIENT = { timeout: 120_000 }

describe('the local Envoy', PATIENT, () => {
  it('[product] keeps every rule, and is what was assumed', async () => {
    const envoy = createEnvoy()
    const fetch = inFront(envoy.kit, null, moveHeld(envoy))
    const ran = await run(envoy.kit, everything(envoy), { fetch })
    expect(withVerdict(ran, 'broken', 'not as assumed')).toEqual([])
    expect(withVerdict(ran, 'not observable here')).toEqual(UNSEEN)
    expect(withVerdict(ran, 'skipped')).toEqual(WITH_KEY)
    expect(ran.code).toBe(0)
  })

  it('[product] keeps every rule over sockets; a read-only run writes nothing', async () => {
    const { kit } = createEnvoy()
    const { url, close } = await listening(kit)
    const ran = await run(kit, ['--url', url], { fetch })
    close()
    expect(withVerdict(ran, 'broken', 'not as assumed')).toEqual([])
    expect(ran.code).toBe(0)
    expect(kit.log().filter(({ tool }) => /start|answer/.test(tool ?? ''))).toEqual([])
    expect(kit.log()).toHaveLength(ran.json?.requests ?? 0)
  })

  it('[R-181, R-182, C47] is asked with an installation proof', async () => {
    const { kit } = createEnvoy()
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
    const key = join(folder, 'key.json')
    writeFileSync(key, JSON.stringify(privateKey.export({ format: 'jwk' })))
    const token = kit.tokenOf('demo', { keyBound: true })
    const ran = await run(kit, ['--token', token, '--key', key])
    rmSync(folder, { recursive: true })
    expect(withVerdict(ran, 'broken', 'not as assumed')).toEqual([])
    expect(withVerdict(ran, 'kept', 'as assumed')).toEqual(expect.arrayContaining(WITH_KEY))
  })
})

describe('what is wrong is found', PATIENT, () => {
  it.each(DEVIATIONS)('[product] $name: $breaks', async (deviation) => {
    const envoy = createEnvoy()
    const asked = everything(envoy, LONG ? TAKES_TIME : (deviation.asks?.split(' ') ?? []))
    const fetch = inFront(envoy.kit, deviation, moveHeld(envoy))
    const ran = await run(envoy.kit, asked, { fetch })
    expect(withVerdict(ran, 'broken')).toEqual([...deviation.breaks].sort())
    expect(ran.code).toBe(1)
  })

  it('[product] tells what was sent, expected and came', async () => {
    const { kit } = createEnvoy()
    const wrong = DEVIATIONS.find(({ name }) => name === 'trace_id has capitals') ?? null
    const { text } = await run(kit, ['--only', 'R-145'], { fetch: inFront(kit, wrong) })
    expect(text).toMatch(
      /broken +R-145 .*\n +sent +POST \/tools\/list_purchases \{"limit":1\}\n +expected +32 lowercase hexadecimal digits\n +came +A[0-9A-F]{31}\n/,
    )
  })
})

describe('no verdict without an observation', PATIENT, () => {
  it('[product] an account with nothing in it shows no line, no page and no purchase', async () => {
    const kit = createKit()
    const ran = await run(kit, [])
    const ofRows = ['R-055', 'R-056', 'R-058', 'R-059', 'R-060', 'R-063', 'R-064', 'R-067', 'R-068']
    const more = ['R-069', 'R-070', 'R-071', 'R-023', 'R-025', 'R-026', 'R-027', 'R-167', 'R-174']
    const none = [...ofRows, ...more, 'R-175', 'R-176', 'R-178', 'C1', 'C5', 'C7', 'C22']
    for (const rule of none) {
      const row = ran.json?.rules.find((one) => one.rule === rule)
      expect(row, rule).toMatchObject({ verdict: 'not observable here', seen: 0 })
      expect(row?.why).toBeTruthy()
    }
    expect(ran.code).toBe(0)
  })

  it('[product] every "kept" shows at least one exchange; every other word says why', async () => {
    const { kit } = createEnvoy()
    const { json } = await run(kit, [])
    for (const { verdict, observations, why } of json?.rules ?? []) {
      const seen = verdict === 'kept' || verdict === 'as assumed'
      if (seen) expect(observations.length).toBeGreaterThan(0)
      else expect(why).toBeTruthy()
    }
  })

  it('[R-156] an account that is switched off shows almost nothing, and breaks nothing', async () => {
    const { kit } = createEnvoy()
    kit.world.db.exec("UPDATE accounts SET enabled = 0 WHERE account = 'demo'")
    const ran = await run(kit, ['--write'])
    expect(withVerdict(ran, 'broken', 'not as assumed')).toEqual([])
    expect(withVerdict(ran, 'kept')).toContain('R-156')
    for (const rule of ['R-001', 'R-004', 'R-012', 'R-018', 'R-054', 'R-168', 'R-170']) {
      expect(withVerdict(ran, 'kept')).not.toContain(rule)
    }
  })

  it('[C1, C24] what was only assumed is never broken', async () => {
    const { kit } = createEnvoy()
    const other: Deviation = {
      name: 'other shapes',
      breaks: [],
      make: () => ({
        reply: (back, { tool, body }) => {
          for (const line of back.json?.data?.transactions ?? []) delete line.subtitle
          if (tool !== 'start_purchase' || !back.json?.ok) return
          const fields = [
            { path: 'amount', problem: 'is an object', expected: JSON.stringify(body) },
          ]
          back.status = 400
          back.json = { ...back.json, ok: false, purchase: null, next: null, error: null }
          back.json.error = { code: 'INVALID_INPUT', message: 'Fix it.', fields, reason_code: null }
          Object.assign(back.json.error, { retryable: false, retry_after_seconds: null })
          back.json.next = { action: 'fix_input', tool: null, args: null, instruction: '' }
          Object.assign(back.json.next, { after_seconds: null, by: null })
        },
      }),
    }
    const ran = await run(kit, ['--write'], { fetch: inFront(kit, other) })
    expect(withVerdict(ran, 'not as assumed')).toEqual(['C1', 'C24'])
    expect(withVerdict(ran, 'broken')).toEqual([])
    expect(ran.code).toBe(0)
  })
})
