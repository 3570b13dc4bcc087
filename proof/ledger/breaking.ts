import type { Break } from './breaks/shape'
import { copyTree } from './copy-tree'
import { isEndToEnd, type NamedTest } from './named-tests'
import { apply } from './patch'
import { type Ran, runTests } from './run-tests'
import { rulesNamed } from './tags'

export type Broken = {
  readonly patch: Break
  readonly verdict: 'killed' | 'survived' | 'no assertion failed' | 'breaks half of the tests'
  /** Names of the rule's tests that failed by an assertion. */
  readonly failing: readonly string[]
  readonly ran: number
  readonly failed: number
  readonly seconds: number
}

/** The test files that are to notice a patch: those of its rule, the browser's only where there are no others. */
export function testsOf({ rule, tests }: Break, named: readonly NamedTest[]): string[] {
  if (tests) return [...tests]
  const files = named.filter(({ name }) => rulesNamed(name).includes(rule)).map(({ file }) => file)
  const unit = files.filter((file) => !isEndToEnd(file))
  return [...new Set(unit.length > 0 ? unit : files)]
}

/** What a run says about a patch. A failure that is no assertion, or of another rule, proves nothing. */
export function judge(rule: string, ran: readonly Ran[]): Pick<Broken, 'verdict' | 'failing'> {
  const own = ran.filter(({ name }) => rulesNamed(name).includes(rule))
  const failing = own.filter(({ how }) => how === 'failed an assertion').map(({ name }) => name)
  const failed = ran.filter(({ how }) => how !== 'passed').length
  if (failing.length > 0) {
    return { verdict: failed * 2 < ran.length ? 'killed' : 'breaks half of the tests', failing }
  }
  const otherwise = own.some(({ how }) => how === 'failed otherwise')
  return { verdict: otherwise || ran.length === 0 ? 'no assertion failed' : 'survived', failing }
}

/**
 * Breaks a copy of the tree, one patch after another, and runs the tests of the rule each time. A test
 * that fails without any patch tells nothing of one: it is left out, and told.
 */
export async function breakRules(
  root: string,
  patches: readonly Break[],
  named: readonly NamedTest[],
  tell: (broken: Broken) => void,
): Promise<Broken[]> {
  const copy = copyTree(root)
  try {
    const files = [...new Set(patches.flatMap((patch) => testsOf(patch, named)))]
    const whole = await runTests(copy.root, files)
    const ill = new Set(whole.filter(({ how }) => how !== 'passed').map(({ name }) => name))
    for (const name of ill) process.stdout.write(`Fails without a patch: ${name}\n`)
    const broken: Broken[] = []
    for (const patch of patches) {
      const start = performance.now()
      const undo = apply(copy.root, patch)
      const all = await runTests(copy.root, testsOf(patch, named)).finally(undo)
      const ran = all.filter(({ name }) => !ill.has(name))
      const one = {
        patch,
        ...judge(patch.rule, ran),
        ran: ran.length,
        failed: ran.filter(({ how }) => how !== 'passed').length,
        seconds: (performance.now() - start) / 1000,
      }
      broken.push(one)
      tell(one)
    }
    return broken
  } finally {
    copy.remove()
  }
}
