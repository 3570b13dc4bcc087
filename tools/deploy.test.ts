import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { TOOLS, WRITE_TOOLS } from '../src/api/envoy/contract'
import { readSettings } from '../src/server/env'
import { STOP_TIMES } from '../src/server/stop'
import { UPSTREAM_TIMEOUT_MS } from '../src/server/tools'

const read = (file: string) =>
  readFileSync(resolve(import.meta.dirname, '../docs/deploy', file), 'utf8')

const example = Object.fromEntries(
  [...read('passbook.env').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value]) => [name, value]),
)

describe('the example of a deployment', () => {
  it('[product] has settings that start Passbook, once a secret is filled in', () => {
    expect(() => readSettings(example)).toThrow(/SESSION_SECRET/)
    const settings = readSettings({ ...example, SESSION_SECRET: 'x'.repeat(32) })
    expect(settings).toMatchObject({ envoy: { kind: 'sign_in' }, logLevel: 'info' })
  })

  it('[product] lets nginx repeat exactly the tools that read', () => {
    const [, tools = ''] =
      /location ~ \^\/api\/tools\/\(([\w|]+)\)\$ \{/.exec(read('nginx.conf')) ?? []
    const writes: readonly string[] = WRITE_TOOLS
    expect(tools.split('|')).toEqual(TOOLS.filter((tool) => !writes.includes(tool)).toSorted())
  })

  it('[product] waits for longer than Passbook does', () => {
    const [, seconds] = /proxy_read_timeout (\d+)s;/.exec(read('nginx.conf')) ?? []
    expect(Number(seconds) * 1_000).toBeGreaterThan(UPSTREAM_TIMEOUT_MS)
    const [, stop] = /TimeoutStopSec=(\d+)/.exec(read('passbook@.service')) ?? []
    expect(Number(stop) * 1_000).toBeGreaterThan(STOP_TIMES.writesMs)
  })
})
