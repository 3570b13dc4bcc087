import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { watchPurchase } from '@/api/envoy/watch'
import { advancePurchase, createPurchase } from '@/sandbox/purchases'
import { purchaseIdOf } from './person'
import { openStage } from './stage'

it('[C21] Envoy is stopped while it holds a read, and started again: the watch goes on from there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'passbook-restart-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const stage = await openStage({ dbFile: join(folder, 'sandbox.db') })
  onTestFinished(() => stage.close())
  const { time } = stage
  const page = await time.finish(stage.open())
  const { purchase_id } = createPurchase(stage.sandbox().world, {
    account: page.account,
    merchant: 'Neem Mart',
    agent: 'Errand agent',
    amountMinor: 100,
    state: 'processing',
  })
  const seen: string[] = []
  const watching = (async () => {
    const { signal } = new AbortController()
    const options = { signal, clock: time.clock }
    const { envoy } = page.connection
    for await (const sighting of watchPurchase(envoy, purchaseIdOf(purchase_id), options)) {
      if (sighting.kind === 'failed') seen.push(sighting.failure.kind)
      if (sighting.kind === 'checked') seen.push(sighting.status.purchase.state)
    }
  })()

  let restarted: Promise<void> | null = null
  const holds = () => {
    const last = stage.sandbox().world.log.since(0).at(-1)
    return last?.status === null && 'after_revision' in Object(last.body)
  }
  await time.finish(watching, () => {
    if (restarted || !holds()) return false
    const ended = time.begin()
    restarted = stage.restartSandbox().then(() => {
      advancePurchase(stage.sandbox().world, purchase_id, { state: 'completed', money: 'charged' })
      ended()
    })
    return true
  })
  await restarted
  expect(seen.at(0)).toBe('processing')
  expect(seen.at(-1)).toBe('completed')
  // The hold got its last reply; what came while nobody listened was lost, and asked again.
  expect(new Set(seen)).toEqual(new Set(['processing', 'completed']))
  const bodies = page.sent.map(({ body }) => JSON.parse(body))
  expect(bodies.every(({ purchase }) => purchase === purchase_id)).toBe(true)
  expect(page.sent.length).toBeLessThanOrEqual(5)
})
