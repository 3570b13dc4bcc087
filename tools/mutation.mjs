import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** What has to be killed of each folder's mutants, in percent. */
const WANTED = 90
const FOLDERS = ['src/lib/', 'src/api/core/', 'src/api/envoy/']
/** Small, and every line of it decides about money or waiting: what `npm test` has time for. */
const SAMPLE = ['src/api/core/wait.ts', 'src/api/core/decide.ts']
const KILLED = ['Killed', 'Timeout']
const LIVING = ['Survived', 'NoCoverage']

/** @typedef {{ status: string, mutatorName: string, replacement?: string, location: { start: { line: number } } }} Mutant */

/** Runs the mutants of the given files, or of everything. @param {string[]} files */
function mutate(files) {
  const chosen = files.length > 0 ? ['--mutate', files.join(','), '--force'] : []
  const run = spawnSync(
    process.execPath,
    ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', ...chosen],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  if (run.status !== 0) throw new Error('The mutants could not be run: the reason stands above.')
  /** @type {{ files: Record<string, { mutants: Mutant[] }> }} */
  const report = JSON.parse(readFileSync('mutation/report.json', 'utf8'))
  return Object.entries(report.files).filter(([file]) => files.length === 0 || files.includes(file))
}

/** One line for each folder; false when one is below what is wanted. @param {[string, { mutants: Mutant[] }][]} files */
function judge(files) {
  let good = true
  for (const folder of FOLDERS) {
    const mutants = files.filter(([file]) => file.startsWith(folder)).flatMap(([, f]) => f.mutants)
    const killed = mutants.filter(({ status }) => KILLED.includes(status)).length
    const living = mutants.filter(({ status }) => LIVING.includes(status)).length
    if (killed + living === 0) continue
    const score = (100 * killed) / (killed + living)
    good &&= score >= WANTED
    process.stdout.write(
      `${score >= WANTED ? 'ok   ' : 'BELOW'} ${folder.padEnd(16)} ${killed} of ${killed + living} killed, ${score.toFixed(1)} %\n`,
    )
  }
  return good
}

try {
  const words = process.argv.slice(2)
  const files = mutate(words.includes('--sample') ? SAMPLE : words)
  process.exitCode = judge(files) ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
