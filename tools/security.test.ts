import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const REQUIREMENTS = Array.from({ length: 31 }, (_, index) => `SR-${index + 1}`)

type Row = { requirement: string; tests: string[] }

/** The rows of the requirements' table in docs/security.md: a requirement and the files that test it. */
function rows(): Row[] {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8')
  return [...text.matchAll(/^\| (SR-\d+) +\|.*\|([^|]+)\|$/gm)].map(([, requirement, cell]) => ({
    requirement: requirement ?? '',
    tests: [...(cell ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''),
  }))
}

/** Whether a test of the file carries the requirement in its name, and not only in a comment. */
function proves(file: string, requirement: string): boolean {
  const source = readFileSync(join(root, file), 'utf8')
  const names = source.matchAll(/\b(?:it|test)(?:\.\w+(?:\([^)]*\))?)?\(\s*(['"`])(.*?)\1/gs)
  return [...names].some(([, , name]) => name?.includes(`[${requirement}]`))
}

it('[product] docs/security.md names a test for each security requirement, and each test names it back', () => {
  expect(rows().map((row) => row.requirement)).toEqual(REQUIREMENTS)
  const unproven = rows().flatMap(({ requirement, tests }) => [
    ...(tests.length === 0 ? [`${requirement} has no test`] : []),
    ...tests
      .filter((file) => !proves(file, requirement))
      .map((file) => `${file} has no test named [${requirement}]`),
  ])
  expect(unproven).toEqual([])
})
