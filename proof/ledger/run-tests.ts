import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isEndToEnd } from './named-tests'

export type Ran = {
  /** With the names of the groups it stands in. */
  readonly name: string
  readonly how: 'passed' | 'failed an assertion' | 'failed otherwise'
}

/** A claim that did not hold, also within a property; a TypeError or a timeout proves nothing. */
const ASSERTION = /AssertionError|Property failed|expect\(/

type Program = { readonly args: readonly string[]; readonly env?: Record<string, string> }

type Ended = { readonly code: number | null; readonly said: string }

function run(root: string, { args, env }: Program): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env } })
    let said = ''
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, said }))
  })
}

type UnitReport = {
  testResults: {
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[]
  }[]
}

function how(passed: boolean, message: string): Ran['how'] {
  if (passed) return 'passed'
  return ASSERTION.test(message) ? 'failed an assertion' : 'failed otherwise'
}

/** Takes the report a program leaves, or says what the program said in its place. */
function takeReport(path: string, { said }: Ended): unknown {
  if (!existsSync(path)) throw new Error(`No report of the tests: ${said.slice(-2000)}`)
  const report: unknown = JSON.parse(readFileSync(path, 'utf8'))
  rmSync(path)
  return report
}

async function runUnit(root: string, files: readonly string[]): Promise<Ran[]> {
  const report = join(root, 'ledger-report.json')
  const ended = await run(root, {
    args: [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...files,
      '--reporter=json',
      `--outputFile=${report}`,
      '--maxWorkers=1',
    ],
  })
  // The form of Vitest's own JSON reporter.
  const { testResults } = takeReport(report, ended) as UnitReport
  return testResults
    .flatMap((file) => file.assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed')
    .map(({ fullName, status, failureMessages }) => ({
      name: fullName,
      how: how(status === 'passed', (failureMessages ?? []).join('\n')),
    }))
}

type EndToEndSuite = {
  title: string
  suites?: EndToEndSuite[]
  specs: {
    title: string
    ok: boolean
    tests: { results: { errors: { message?: string }[] }[] }[]
  }[]
}

function ranIn({ suites = [], specs }: EndToEndSuite): Ran[] {
  const own = specs.map(({ title, ok, tests }) => ({
    name: title,
    how: how(
      ok,
      tests
        .flatMap(({ results }) => results.flatMap(({ errors }) => errors))
        .map(({ message = '' }) => message)
        .join('\n'),
    ),
  }))
  return [...own, ...suites.flatMap(ranIn)]
}

async function runEndToEnd(root: string, files: readonly string[]): Promise<Ran[]> {
  const report = join(root, 'ledger-report.json')
  const built = await run(root, { args: ['tools/build.mjs'] })
  if (built.code !== 0) throw new Error(`No build: ${built.said.slice(-2000)}`)
  const ended = await run(root, {
    args: [
      'node_modules/@playwright/test/cli.js',
      'test',
      ...files,
      '--reporter=json',
      '--trace=off',
      '--workers=1',
      '--retries=0',
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  // The form of Playwright's own JSON reporter.
  const { suites } = takeReport(report, ended) as { suites: EndToEndSuite[] }
  return suites.flatMap(ranIn)
}

/** Runs test files of a tree, one after another in one process; those of the browser after a build. */
export async function runTests(root: string, files: readonly string[]): Promise<Ran[]> {
  const unit = files.filter((file) => !isEndToEnd(file))
  const endToEnd = files.filter(isEndToEnd)
  return [
    ...(unit.length > 0 ? await runUnit(root, unit) : []),
    ...(endToEnd.length > 0 ? await runEndToEnd(root, endToEnd) : []),
  ]
}
