import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BREAKS } from '../proof/ledger/breaks/all'
import { contractDocument } from '../proof/ledger/document'
import { stale, unbroken, unknown, unproven } from '../proof/ledger/findings'
import { namedTests, namesIn } from '../proof/ledger/named-tests'
import { PARTS, RULES } from '../proof/ledger/rules/all'
import { decisionsNamed } from '../proof/ledger/tags'

const root = resolve(import.meta.dirname, '..')
const named = namedTests(root)
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Put together here, because as one text it would be found as the name of a test. */
const tagged = (...tags: string[]) => `[${tags.join(', ')}] says something`

describe('the rules', () => {
  it('[product] are all there, each once', () => {
    const numbers = Array.from({ length: 214 }, (_, at) => `R-${String(at + 1).padStart(3, '0')}`)
    expect(RULES.map(({ id }) => id).filter((id) => id.startsWith('R-'))).toEqual(numbers)
  })

  it('[product] each has a test, or says why not', () => {
    expect(unproven(RULES, named)).toEqual([])
  })

  it('[product] no test names a rule that does not exist', () => {
    expect(unknown(RULES, named)).toEqual([])
  })

  it('[product] docs/contract.md is what the tests say: npm run ledger makes it anew', () => {
    const stands = read('docs/contract.md')
    const made = contractDocument(PARTS, named)
    // Line by line first: the difference of two long texts takes half a minute to print.
    const lines = new Set(stands.split('\n'))
    expect(made.split('\n').filter((line) => !lines.has(line))).toEqual([])
    expect(stands === made).toBe(true)
  })

  it('[product] a rule without a test and a test without a rule are both found', () => {
    const file = 'src/a.test.ts'
    const tests = [{ file, name: tagged('R-001', 'R-999') }]
    const [first, second] = RULES
    expect(
      unproven(
        [first, second].filter((rule) => rule !== undefined),
        tests,
      ),
    ).toEqual(['R-002'])
    expect(unknown(RULES, tests)).toEqual([`R-999 in ${file} › ${tagged('R-001', 'R-999')}`])
    expect(unknown(RULES, [{ file, name: tagged('R-7') }])).toHaveLength(1)
  })

  it('[product] names are read from code, also from the rows of a table, and not from comments', () => {
    const bare = tagged('R-003').replace(' says something', '')
    const source = `// ${tagged('R-001')}
      it.each([['${tagged('R-002')}'], ['${bare}']])('%s row', () => {})
      describe(\`${tagged('R-004')} \${what}\`, () => {})`
    expect(namesIn('a.test.ts', source)).toEqual([
      tagged('R-002'),
      `${bare} %s row`,
      `${tagged('R-004')} …`,
    ])
  })
})

describe('the patches that break rules', () => {
  it('[product] fit the code: each finds its place exactly once', () => {
    expect(stale(root, RULES, BREAKS)).toEqual([])
  })

  it('[product] every rule with a unit test has one', () => {
    expect(unbroken(RULES, named, BREAKS)).toEqual([])
  })

  it('[product] one that is stale is found', () => {
    const patch = {
      rule: 'R-001',
      file: 'package.json',
      find: 'no such text',
      replace: '',
    } as const
    expect(stale(root, RULES, [patch])).toEqual(['R-001: package.json has "no such text" 0 times'])
    expect(stale(root, RULES, [{ ...patch, file: 'gone.ts' }])).toHaveLength(1)
  })
})

describe('the decisions', () => {
  const lines = [...read('docs/contract-decisions.md').matchAll(/^- \*\*([BC]\d+)\*\* (.*)$/gm)]
  const ids = lines.map(([, id = '']) => id)

  it('[product] all contradictions and silences have one', () => {
    const all = (letter: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${letter}${at + 1}`)
    expect(ids).toEqual([...all('B', 16), ...all('C', 60)])
  })

  it.each(lines.map(([, id = '', text = '']) => [id, text] as const))(
    '[product] %s says where, and what it names exists',
    (_id, text) => {
      const paths = [...text.matchAll(/`((?:src|e2e|tools|docs|proof)\/[\w$./-]+)`/g)].map(
        ([, path = '']) => path,
      )
      expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
      expect(paths.length > 0 || /not built yet/i.test(text)).toBe(true)
    },
  )

  it('[product] no test names a decision that does not exist', () => {
    const unknownDecisions = named.flatMap(({ name }) =>
      decisionsNamed(name).filter((id) => !ids.includes(id)),
    )
    expect(unknownDecisions).toEqual([])
  })
})
