import { expect, it, vi } from 'vitest'
import { createPassbookApi } from './passbook-api'

const answering = (body: unknown, status = 200) =>
  vi.fn<typeof fetch>(
    async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
  )
const failing = vi.fn<typeof fetch>(async () => {
  throw new TypeError('Failed to fetch')
})

it('[SR-1] every post carries the static header, and outlives its page', async () => {
  const ask = answering({ signed_out: true })
  await createPassbookApi(ask).refresh()
  await createPassbookApi(ask).signOut(true)
  expect(ask.mock.calls.map(([url, init]) => [url, init?.body])).toEqual([
    ['/auth/refresh', '{}'],
    ['/auth/sign-out', '{"clear":true}'],
  ])
  for (const [, init] of ask.mock.calls) {
    expect(new Headers(init?.headers).get('x-passbook')).toBe('1')
    expect(init).toMatchObject({ method: 'POST', keepalive: true, credentials: 'same-origin' })
  }
})

it.each([
  ['a new session', answering({ signed_in: true, fresh_for_s: 290 }), 'renewed'],
  ['401', answering({ passbook: { kind: 'signed_out' } }, 401), 'signed_out'],
  ['502', answering({ passbook: { kind: 'upstream_unreachable' } }, 502), 'unreachable'],
  ['something else', answering('<html>'), 'unreachable'],
  ['half an answer', answering({ signed_in: true }), 'unreachable'],
  ['no network', failing, 'unreachable'],
])('[SR-3] a renewal answered by %s is %3$s', async (_, ask, kind) => {
  expect((await createPassbookApi(ask).refresh()).kind).toBe(kind)
})

it.each([
  ['its word', answering({ signed_out: true }), true],
  ['403', answering({ passbook: { kind: 'refused' } }, 403), false],
  ['a page of somebody else', answering('<html>signed_out</html>'), false],
  ['502', answering({ signed_out: true }, 502), false],
  ['no network', failing, false],
])('[SR-21] a sign-out answered by %s is confirmed: %3$s', async (_, ask, confirmed) => {
  expect(await createPassbookApi(ask).signOut(false)).toBe(confirmed)
})
