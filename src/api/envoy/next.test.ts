import { describe, expect, it } from 'vitest'
import { callKey, callTo, readNext } from './next'
import { callTool, next } from './test-replies'

describe('reading next', () => {
  it('[R-057, R-086] keeps args as the very object that came', () => {
    const raw = callTool(
      'list_transactions',
      { cursor: 'c', limit: 50, '0': 'first', nested: { b: 1, a: null } },
      3,
    )
    const read = readNext(raw, 5)
    expect(read?.call).toEqual({
      tool: 'list_transactions',
      args: raw['args'],
      afterSeconds: 3,
      receivedAt: 5,
    })
    expect(read?.call?.args).toBe(raw['args'])
  })

  it('[R-090] an unknown action means stop, with nothing to call', () => {
    for (const action of ['dance', '', 'RETRY', '__proto__']) {
      const raw = { ...callTool('list_transactions', {}), action }
      expect(readNext(raw, 0)).toMatchObject({ action: 'stop', call: null })
    }
  })

  it.each([null, undefined, 'x', 5, [], {}, { action: 7 }])('[C33] %j is no next at all', (raw) => {
    expect(readNext(raw, 0)).toBeNull()
  })

  it('names no call for an unknown tool, for args that are no object, or beside another action', () => {
    expect(readNext(callTool('delete_everything', {}), 0)?.call).toBeNull()
    for (const args of [null, [], 'x', 5])
      expect(readNext(next('call_tool', { tool: 'list_transactions', args }), 0)?.call).toBeNull()
    expect(readNext(next('retry', { tool: 'list_transactions', args: {} }), 0)?.call).toBeNull()
  })

  it.each(['60', null, true, {}])('[C35] after_seconds %j is no number', (after_seconds) => {
    expect(readNext(next('retry', { after_seconds }), 0)?.afterSeconds).toBeNull()
  })

  it('[R-091] is only followed to the tool that was meant', () => {
    const step = readNext(callTool('start_purchase', {}), 0)
    expect(callTo('list_transactions', step)).toBeNull()
    expect(callTo('start_purchase', null)).toBeNull()
  })

  it('callKey is equal for equal calls only', () => {
    const call = (args: Record<string, unknown>) => ({
      tool: 'list_transactions' as const,
      args,
      afterSeconds: null,
    })
    expect(callKey(call({ cursor: 'a' }))).toBe(callKey(call({ cursor: 'a' })))
    expect(callKey(call({ cursor: 'a' }))).not.toBe(callKey(call({ cursor: 'b' })))
  })
})
