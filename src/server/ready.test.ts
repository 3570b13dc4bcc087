import { expect, it } from 'vitest'
import { readiness } from './ready'
import { nowhere, passbookFor, raw } from './test-kit'

it('[product] says whether to send new requests here', async () => {
  const ready = readiness(false)
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
  const stopping = readiness(true)
  expect([stopping.status, await stopping.json()]).toEqual([503, { status: 'stopping' }])
})

it('[product] GET /readyz answers GET and HEAD, and nothing else', async () => {
  const { url } = await passbookFor(await nowhere())
  const reply = await raw(url, { path: '/readyz' })
  expect([reply.status, reply.body.toString()]).toEqual([200, '{"status":"ready"}'])
  const head = await raw(url, { path: '/readyz', method: 'HEAD' })
  expect([head.status, head.body.length]).toEqual([200, 0])
  const post = await raw(url, { path: '/readyz', method: 'POST' })
  expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD'])
})
