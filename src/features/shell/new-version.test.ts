import { beforeEach, expect, it, vi } from 'vitest'
import { isMissingPart, newVersion, watchForNewVersion } from './new-version'

type Listener = (event: { payload: Error }) => Promise<void>

let listener: Listener | undefined

beforeEach(() => {
  vi.stubGlobal('addEventListener', (_type: string, listen: Listener) => {
    listener = listen
  })
})

async function miss(ask: () => Promise<Response>) {
  watchForNewVersion(ask)
  const payload = new TypeError('Failed to fetch dynamically imported module: /assets/x.js')
  await listener?.({ payload })
  return payload
}

it('[product] a part that does not come from a server that is away is no new version', async () => {
  const error = await miss(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(isMissingPart(error)).toBe(true)
  expect(error.message).not.toContain('/assets')
  expect(newVersion.get()).toBe(false)
  await miss(async () => new Response('', { status: 502 }))
  expect(newVersion.get()).toBe(false)
})

it('[product] one that a server which answers no longer has is', async () => {
  const told = vi.fn()
  newVersion.subscribe(told)
  await miss(async () => Response.json({ status: 'ok' }))
  expect(newVersion.get()).toBe(true)
  expect(told).toHaveBeenCalledOnce()
})
