import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Broken, breakRules } from './breaking'
import { BREAKS } from './breaks/all'
import type { Break } from './breaks/shape'
import { contractDocument } from './document'
import { namedTests } from './named-tests'
import { PARTS } from './rules/all'
import { sample } from './sample'

function row({ patch, verdict, failing, ran, failed, seconds }: Broken): string {
  const place = `${patch.rule.padEnd(6)} ${seconds.toFixed(1).padStart(6)} s  ${patch.file}`
  const first = failing[0] ?? ''
  return verdict === 'killed'
    ? `ok     ${place}: ${failing.length} of the rule's tests, ${failed} of ${ran} in all: ${first}`
    : `FAILED ${place}: ${verdict} (${failed} of ${ran} failed)\n         - ${patch.find}\n         + ${patch.replace}`
}

/** Breaks rules in a copy of the tree and tells what the tests said. False when one was not noticed. */
async function breakSome(root: string, patches: readonly Break[]): Promise<boolean> {
  if (patches.length === 0) throw new Error('There is no patch to apply.')
  const broken = await breakRules(root, patches, namedTests(root), (one) =>
    process.stdout.write(`${row(one)}\n`),
  )
  const killed = broken.filter(({ verdict }) => verdict === 'killed')
  process.stdout.write(`${killed.length} of ${broken.length} patches were noticed.\n`)
  return killed.length === broken.length
}

function chosen(root: string, rules: readonly string[], size: number, seed: number): Break[] {
  const unknown = rules.filter((id) => !BREAKS.some(({ rule }) => rule === id))
  if (unknown.length > 0) throw new Error(`No patch for ${unknown.join(', ')}`)
  const wanted = BREAKS.filter(({ rule }) => rules.length === 0 || rules.includes(rule))
  if (size === 0) return wanted
  process.stdout.write(`Rules drawn with --seed ${seed}\n`)
  return sample(wanted, namedTests(root), size, seed)
}

/**
 * `npm run ledger` writes `docs/contract.md`; with `--break [rules]` it breaks rules on purpose,
 * with `--sample 10 [--seed 1]` some of them. False when a patch was not noticed.
 */
export async function ledger(root: string, args: readonly string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      break: { type: 'boolean', default: false },
      sample: { type: 'string', default: '0' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  })
  if (values.break) {
    return breakSome(root, chosen(root, positionals, Number(values.sample), Number(values.seed)))
  }
  writeFileSync(join(root, 'docs/contract.md'), contractDocument(PARTS, namedTests(root)))
  return true
}
