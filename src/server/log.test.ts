import { describe, expect, it } from 'vitest'
import { createLog, type EventFields, type LogLevel } from './log'

const AT = Date.parse('2026-11-30T20:15:00.250Z')

function logAt(level: LogLevel) {
  const lines: string[] = []
  const log = createLog({ level, write: (line) => lines.push(line), now: () => AT })
  return { log, lines }
}

const LINE = {
  id: 'id',
  trace: 'trace',
  method: 'POST',
  route: '/api/tools/list_purchases',
  status: 200,
  ms: 12,
}

describe('createLog', () => {
  it('[product] writes a request as one line of JSON', () => {
    const { log, lines } = logAt('info')
    log.request('info', LINE)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^\{[^\n]*\}\n$/)
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      time: '2026-11-30T20:15:00.250Z',
      level: 'info',
      msg: 'request',
      ...LINE,
    })
  })

  it.each([
    ['silent', 0],
    ['error', 1],
    ['warn', 2],
    ['info', 3],
    ['debug', 4],
  ] as const)('[product] at %s lets %d of four levels through', (level, count) => {
    const { log, lines } = logAt(level)
    for (const each of ['error', 'warn', 'info', 'debug'] as const) log.request(each, LINE)
    expect(lines).toHaveLength(count)
  })

  it('[product] says what happened to the server, and only with the fields it knows', () => {
    const { log, lines } = logAt('info')
    log.event('sign-in failed', { kind: 'refused' })
    log.event('Envoy refused the bearer')
    log.event('stopped', { ms: 12, unanswered: 0 })
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', msg: 'sign-in failed', kind: 'refused' },
      { level: 'warn', msg: 'Envoy refused the bearer' },
      { level: 'info', msg: 'stopped', ms: 12, unanswered: 0 },
    ])
  })

  it.each(['denied', 'expired', 'unknown_attempt'] as const)(
    '[product] makes no warning of a sign-in that a person gave up or left lying (%s)',
    (kind) => {
      const { log, lines } = logAt('info')
      log.event('sign-in failed', { kind })
      log.event('refresh failed', { kind })
      expect(lines.map((line) => JSON.parse(line).level)).toEqual(['info', 'warn'])
    },
  )

  it('[product] leaves out what the types would not let in', () => {
    const { log, lines } = logAt('info')
    const slipped: unknown = { kind: 'Bearer abc', port: 'abc', ms: Number.NaN, token: 'abc' }
    // What a caught value can look like once a type has been cast away.
    log.event('sign-in failed', slipped as EventFields)
    expect(Object.keys(JSON.parse(lines[0] ?? '')).sort()).toEqual(['level', 'msg', 'time'])
  })
})
