import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CURSOR_TTL_MS, isBoundTo, openCursor, sealCursor } from './cursor'
import { createKit, NOW } from './test-kit'

const secret = randomBytes(32)
const binding = { connection: 'con_1', from: '2026-09-01', to: undefined, limit: 10 }
const position = { at: NOW, id: 17 }

describe('cursors', () => {
  it('[R-058, R-059, R-060] give back what they are bound to', () => {
    const content = openCursor(secret, sealCursor(secret, binding, position, NOW), NOW)
    expect(content).toMatchObject({
      connection: 'con_1',
      from: '2026-09-01',
      limit: 10,
      ...position,
    })
    expect(content && isBoundTo(content, binding)).toBe(true)
    for (const other of [
      { ...binding, connection: 'con_2' },
      { ...binding, from: '2026-09-02' },
      { ...binding, from: undefined },
      { ...binding, to: '2026-09-30' },
      { ...binding, limit: 11 },
    ]) {
      expect(content && isBoundTo(content, other)).toBe(false)
    }
  })

  it('[R-062] say nothing about what is in them, and no two are alike', () => {
    const cursor = sealCursor(secret, binding, position, NOW)
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('con_1')
    expect(sealCursor(secret, binding, position, NOW)).not.toBe(cursor)
  })

  it('[C10] are refused with any one character changed, at every place', () => {
    const cursor = sealCursor(secret, binding, position, NOW)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/= .\u20b9'
    for (let at = 0; at < cursor.length; at += 1) {
      for (const other of alphabet) {
        if (other === cursor[at]) continue
        const changed = cursor.slice(0, at) + other + cursor.slice(at + 1)
        expect(openCursor(secret, changed, NOW)).toBeNull()
      }
    }
  })

  it('[C10] are refused when cut, lengthened or made up', () => {
    const cursor = sealCursor(secret, binding, position, NOW)
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.string({ minLength: 1 }), (cut, text) => {
        expect(openCursor(secret, cursor.slice(0, cut), NOW)).toBeNull()
        expect(openCursor(secret, cursor + text, NOW)).toBeNull()
        expect(openCursor(secret, text, NOW)).toBeNull()
      }),
    )
  })

  it('[C10] of another sandbox are refused', () => {
    const cursor = sealCursor(randomBytes(32), binding, position, NOW)
    expect(openCursor(secret, cursor, NOW)).toBeNull()
  })

  it('[C10] live for 15 minutes', () => {
    const cursor = sealCursor(secret, binding, position, NOW)
    expect(openCursor(secret, cursor, NOW + CURSOR_TTL_MS)).not.toBeNull()
    expect(openCursor(secret, cursor, NOW + CURSOR_TTL_MS + 1)).toBeNull()
  })
})

describe('a refused cursor', () => {
  async function firstPage() {
    const kit = createKit()
    kit.lines(Array.from({ length: 25 }, (_, index) => NOW - index * 60_000))
    const from = '2026-11-01'
    const { reply } = await kit.call('list_transactions', { from, limit: 10 })
    return { kit, args: reply.next?.args ?? {}, cursor: String(reply.data.next_cursor) }
  }

  it('[R-058, R-059, R-060, R-061] [C11] is INVALID_INPUT on the field "cursor"', async () => {
    const { kit, args } = await firstPage()
    const other = kit.tokenOf('demo')
    const refused = [
      await kit.call('list_transactions', { ...args, limit: 11 }),
      await kit.call('list_transactions', { ...args, from: '2026-11-02' }),
      await kit.call('list_transactions', { ...args, to: '2026-11-30' }),
      await kit.call('list_transactions', { limit: 10, cursor: args['cursor'] }),
      await kit.call('list_transactions', args, { token: other }),
      await kit.call('list_transactions', { ...args, cursor: 'x' }),
      await kit.call('list_transactions', { ...args, cursor: '' }),
      await kit.call('list_transactions', { ...args, cursor: 7 }),
      await kit.call('list_transactions', { ...args, cursor: '+/=%🙂'.repeat(500) }),
    ]
    for (const { status, reply } of refused) {
      expect(status).toBe(400)
      expect(reply.error?.code).toBe('INVALID_INPUT')
      expect(reply.error?.fields.map(({ path }) => path)).toEqual(['cursor'])
    }
    expect((await kit.call('list_transactions', args)).status).toBe(200)
  })

  it('[C10] dies of age by the time of data', async () => {
    const { kit, args } = await firstPage()
    kit.world.clock.set(NOW + CURSOR_TTL_MS + 1_000, false)
    const { reply } = await kit.call('list_transactions', args)
    expect(reply.error?.fields.map(({ path }) => path)).toEqual(['cursor'])
  })

  it('[R-014] is one more field among the others', async () => {
    const { kit } = await firstPage()
    const { reply } = await kit.call('list_transactions', {
      from: '2026-02-30',
      to: '2026-1-1',
      limit: 51,
      cursor: 'made-up',
      page: 2,
    })
    expect(reply.error?.fields.map(({ path }) => path).sort()).toEqual([
      'cursor',
      'from',
      'limit',
      'page',
      'to',
    ])
  })

  it('[R-014] is not blamed for a field that is wrong by itself', async () => {
    const { kit, args } = await firstPage()
    const { reply } = await kit.call('list_transactions', { ...args, limit: 51 })
    expect(reply.error?.fields.map(({ path }) => path)).toEqual(['limit'])
  })
})
