import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Break } from './breaks/shape'
import { isEndToEnd, type NamedTest } from './named-tests'
import { found } from './patch'
import type { Rule } from './rules/shape'
import { misnamed, rulesNamed } from './tags'

/** Rules that nothing proves and that do not say why. */
export function unproven(rules: readonly Rule[], named: readonly NamedTest[]): string[] {
  const proven = new Set(named.flatMap(({ name }) => rulesNamed(name)))
  return rules.filter(({ id, open }) => !open && !proven.has(id)).map(({ id }) => id)
}

/** Tests that name a rule that does not exist, or do not write it as rules are written. */
export function unknown(rules: readonly Rule[], named: readonly NamedTest[]): string[] {
  const known = new Set<string>(rules.map(({ id }) => id))
  return named.flatMap(({ file, name }) =>
    [...rulesNamed(name).filter((id) => !known.has(id)), ...misnamed(name)].map(
      (id) => `${id} in ${file} › ${name}`,
    ),
  )
}

/** Rules that have a unit test and no patch that breaks them. */
export function unbroken(
  rules: readonly Rule[],
  named: readonly NamedTest[],
  breaks: readonly Break[],
): string[] {
  const tested = named
    .filter(({ file }) => !isEndToEnd(file))
    .flatMap(({ name }) => rulesNamed(name))
  const broken = new Set<string>(breaks.map(({ rule }) => rule))
  return rules.map(({ id }) => id).filter((id) => tested.includes(id) && !broken.has(id))
}

/** Patches that no longer fit: their place is gone, stands twice, or nothing would change. */
export function stale(root: string, rules: readonly Rule[], breaks: readonly Break[]): string[] {
  const known = new Set<string>(rules.map(({ id }) => id))
  return breaks.flatMap(({ rule, file, find, replace, tests = [] }) => {
    const path = join(root, file)
    const times = existsSync(path) ? found(readFileSync(path, 'utf8'), find) : 0
    const missing = tests.filter((test) => !existsSync(join(root, test)))
    return [
      ...(known.has(rule) ? [] : [`${rule} is no rule`]),
      ...(times === 1 ? [] : [`${rule}: ${file} has ${JSON.stringify(find)} ${times} times`]),
      ...(find === replace ? [`${rule}: ${file} stays as it is`] : []),
      ...missing.map((test) => `${rule}: there is no ${test}`),
    ]
  })
}
