import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SCREENS } from './screens'

const folder = join(import.meta.dirname, '../../e2e')
const specs = readdirSync(folder)
  .filter((name) => name.endsWith('.e2e.ts'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n')
  // Regular expressions write a full stop with a backslash.
  .replaceAll('\\.', '.')

it.each(SCREENS.map(({ name, words }) => [name, words] as const))(
  '[product] a browser shows %s: %s',
  (_, words) => {
    // Compared here: a test that fails would print all of them.
    expect(specs.includes(words)).toBe(true)
  },
)

it('[product] the matrix leads to every kind of wait, and to more than twelve kinds of failure', () => {
  const names = SCREENS.map(({ name }) => name)
  expect(names.filter((name) => name.startsWith('wait: '))).toHaveLength(5)
  expect(names.filter((name) => /^(?:list|purchase): /.test(name)).length).toBeGreaterThan(12)
})
