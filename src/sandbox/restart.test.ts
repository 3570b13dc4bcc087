import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { faultSchema } from './faults'
import { createPurchase } from './purchases'
import { type RunningSandbox, startSandboxWith } from './start'
import { keyNamed, NOW, startInput } from './test-kit'

/** A machine on which nobody wakes before the test says so. */
function stoppedMachine() {
  const asleep = new Map<number, () => void>()
  return {
    wall: () => NOW,
    mono: () => 0,
    sleep: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        asleep.set(ms, resolve)
        signal.addEventListener('abort', () => {
          asleep.delete(ms)
          resolve()
        })
      }),
    /** Who sleeps, by how long. */
    asleep,
  }
}

let machine: ReturnType<typeof stoppedMachine>
let sandbox: RunningSandbox

beforeEach(async () => {
  machine = stoppedMachine()
  sandbox = await startSandboxWith({ port: 0, lines: 0, machine })
})
afterEach(() => sandbox.close())

const post = (tool: string, body: unknown) =>
  fetch(`${sandbox.url}/tools/${tool}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${sandbox.demoToken()}`,
    },
    body: JSON.stringify(body),
  })

const restart = (tool: string) =>
  sandbox.world.faults.add([faultSchema.parse({ fault: 'restart', tool, ms: 3_000 })])

const held = () => {
  const { purchase_id: purchase } = createPurchase(sandbox.world, {
    account: 'demo',
    merchant: 'Neem Mart',
    agent: 'Errand agent',
    amountMinor: 100,
  })
  return post('get_purchase_status', { purchase, after_revision: 1 })
}

it('[C21] a held read ends with the connection when its server goes down', async () => {
  restart('get_purchase_status')
  const reply = held()
  await vi.waitFor(() => expect([...machine.asleep.keys()].sort()).toEqual([25_000, 3_000]))
  machine.asleep.get(3_000)?.()
  await expect(reply).rejects.toThrow()
  expect(sandbox.world.log.since(0).at(-1)).toMatchObject({
    fault: 'restart',
    status: null,
    held_ms: 0,
    aborted: false,
  })
  expect(machine.asleep.size).toBe(0)
})

it('[R-082] a write that was done before its server went down has happened', async () => {
  restart('start_purchase')
  await expect(post('start_purchase', startInput('a'))).rejects.toThrow()
  const read = await post('get_purchase_status', { purchase: keyNamed('a') })
  expect(read.status).toBe(200)
})

it('[product] holds and faults wait on the clock the sandbox was given', async () => {
  const reply = held()
  await vi.waitFor(() => expect([...machine.asleep.keys()]).toEqual([25_000]))
  machine.asleep.get(25_000)?.()
  expect((await reply).status).toBe(200)
})
