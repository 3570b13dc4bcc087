import { expect, it } from 'vitest'
import { connectionLine } from './connection-line'

const wait = (reason: 'rate_limited' | 'unavailable' | 'no_reply' | 'breaker' | 'offline') => ({
  reason,
})

it('[product] says "Connected" only after Envoy has answered', () => {
  const quiet = { online: true, ended: false, waits: [] }
  expect(connectionLine({ ...quiet, last: null }).text).toBe('Connecting to Envoy')
  expect(connectionLine({ ...quiet, last: 'no_reply' }).text).toBe('Envoy did not answer')
  expect(connectionLine({ ...quiet, last: 'done' })).toEqual({
    text: 'Connected to Envoy',
    dot: 'good',
  })
})

it.each([
  ['rate_limited', 'Waiting, as Envoy asked'],
  ['breaker', 'Envoy is not answering'],
  ['unavailable', 'Envoy is not answering'],
  ['no_reply', 'Reconnecting to Envoy'],
  ['offline', 'You are offline'],
] as const)('[product] a wait for %s says %s, whatever came before', (reason, text) => {
  const line = connectionLine({
    online: true,
    ended: false,
    waits: [wait(reason)],
    last: 'done',
  })
  expect(line.text).toBe(text)
  expect(line.dot).not.toBe('good')
})

it('[product] offline wins over every wait', () => {
  const waits = [wait('rate_limited'), wait('no_reply')]
  expect(connectionLine({ online: false, ended: true, waits, last: 'done' }).text).toBe(
    'You are offline',
  )
})

it('[R-154] a sign-in that has ended is not called connected, whatever was answered before', () => {
  const line = connectionLine({ online: true, ended: true, waits: [], last: 'done' })
  expect(line).toEqual({ text: 'Reconnect needed', dot: 'waiting' })
})

it.each([
  ['rate_limited', 'Envoy asked us to wait'],
  ['retry_after', 'Envoy is not answering'],
] as const)(
  '[product] after %s, with nobody waiting any more, it is not called connected',
  (last, text) => {
    const line = connectionLine({ online: true, ended: false, waits: [], last })
    expect(line).toEqual({ text, dot: 'waiting' })
  },
)
