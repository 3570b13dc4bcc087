import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { createRequestLog, type LogRow } from './log'
import { createSchema } from './store/schema'

const row: Omit<LogRow, 'id'> = {
  at: '2026-11-29T09:00:00.000Z',
  mono_ms: 1,
  service: 'envoy',
  transport: 'http',
  tool: 'list_purchases',
  account: 'demo',
  connection: 'con_1',
  token_hash: 'abc',
  body: {},
  idempotency_key: null,
  proof_jti: null,
  status: null,
  code: null,
  held_ms: null,
  aborted: false,
  fault: null,
}

function createLog() {
  const db = new Database(':memory:')
  createSchema(db)
  return { db, log: createRequestLog(db, () => 0) }
}

describe('request log', () => {
  it('[product] gives rows after an id, oldest first, with what became of them', () => {
    const { log } = createLog()
    const [first, second] = [log.add(row), log.add(row)]
    log.update(second, { status: 200, held_ms: 12 })
    expect(log.since(first)).toEqual([{ ...row, id: second, status: 200, held_ms: 12 }])
    expect(log.since(0).map(({ id }) => id)).toEqual([first, second])
  })

  it('[product] never gives an id twice, not after it was cleared either', () => {
    const { log } = createLog()
    const before = log.add(row)
    log.clear()
    expect(log.since(0)).toEqual([])
    expect(log.add(row)).toBeGreaterThan(before)
  })

  it('keeps the newest rows only', () => {
    const { log } = createLog()
    for (let added = 0; added < 22_000; added += 1) log.add(row)
    expect(log.since(0)).toHaveLength(20_000)
  })

  it('a row that ends after the database was closed harms nobody', () => {
    const { db, log } = createLog()
    const id = log.add(row)
    db.close()
    expect(() => log.update(id, { aborted: true })).not.toThrow()
  })
})
