import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { judge, testsOf } from './breaking'
import { BREAKS } from './breaks/all'
import type { NamedTest } from './named-tests'
import { apply } from './patch'
import type { Ran } from './run-tests'
import { sample } from './sample'

/** Put together here, because as one text it would be found as the name of a test. */
const tagged = (rule: string) => `[${rule}] says something`
const ran = (how: Ran['how'], rule = 'R-001'): Ran => ({ name: tagged(rule), how })
const passed = Array<Ran>(9).fill(ran('passed', 'R-002'))

describe('a patch', () => {
  it.each<[string, Ran[], string]>([
    ['an assertion of the rule', [...passed, ran('failed an assertion')], 'killed'],
    ['nothing', [...passed, ran('passed')], 'survived'],
    ['another rule’s test', [...passed, ran('failed an assertion', 'R-002')], 'survived'],
    ['a TypeError', [...passed, ran('failed otherwise')], 'no assertion failed'],
    ['no test at all', [], 'no assertion failed'],
    ['half of the tests', [ran('failed an assertion'), ran('passed')], 'breaks half of the tests'],
  ])('[product] that breaks %s is judged so', (_, all, verdict) => {
    expect(judge('R-001', all).verdict).toBe(verdict)
  })

  it('[product] is put in where it fits once, and taken back to the byte', () => {
    const root = mkdtempSync(join(tmpdir(), 'passbook-patch-'))
    const read = () => readFileSync(join(root, 'a.ts'), 'utf8')
    writeFileSync(join(root, 'a.ts'), 'one two two')
    const undo = apply(root, { rule: 'R-001', file: 'a.ts', find: 'one', replace: "$&$'" })
    expect(read()).toBe("$&$' two two")
    undo()
    expect(read()).toBe('one two two')
    const twice = { rule: 'R-001', file: 'a.ts', find: 'two', replace: '' } as const
    expect(() => apply(root, twice)).toThrow('2 times')
    rmSync(root, { recursive: true })
  })

  it('[product] is noticed by unit tests where the rule has some, else by the browser’s', () => {
    const patch = { rule: 'R-001', file: 'a.ts', find: 'a', replace: 'b' } as const
    const unit: NamedTest = { file: 'src/a.test.ts', name: tagged('R-001') }
    const browser: NamedTest = { file: 'e2e/a.e2e.ts', name: tagged('R-001') }
    expect(testsOf(patch, [browser, unit, unit])).toEqual([unit.file])
    expect(testsOf(patch, [browser])).toEqual([browser.file])
    expect(testsOf({ ...patch, tests: ['src/b.test.ts'] }, [unit])).toEqual(['src/b.test.ts'])
  })
})

it('[product] the same seed draws the same rules, another one others', () => {
  const named = BREAKS.map(({ rule }) => ({ file: 'src/a.test.ts', name: tagged(rule) }))
  const drawn = (seed: number) => [
    ...new Set(sample(BREAKS, named, 10, seed).map(({ rule }) => rule)),
  ]
  expect(drawn(1)).toHaveLength(10)
  expect(drawn(1)).toEqual(drawn(1))
  expect(drawn(1)).not.toEqual(drawn(2))
})
