import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { type AskerSettings, createAsker, NotAnswered } from './asker'
import type { Writing } from './check'
import { CHECKS } from './checks/all'
import { everyReply } from './every-reply'
import { has, type Options, readOptions, USAGE } from './options'
import { readProofKey } from './proof'
import type { Reply } from './reply'
import { type Row, rowsOf, totalsOf, writeReport } from './report'
import { createCollector, runChecks } from './run'
import { createSeen } from './seen'

/** What the command uses of the world; tests hand in a clock of their own. */
export type Outside = {
  environment: Readonly<Record<string, string | undefined>>
  out(text: string): void
  /** What is not the report: waits, and why it could not be asked. */
  say(text: string): void
  clock: AskerSettings['clock']
  fetch: typeof fetch
}

const OUTSIDE: Outside = {
  environment: process.env,
  out: (text) => process.stdout.write(text),
  say: (text) => process.stderr.write(text),
  clock: {
    now: () => performance.now(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    wall: () => Date.now(),
    random: () => Math.random(),
  },
  fetch,
}

/** It could not be asked; the message is one sentence for whoever runs it. */
class CannotAsk extends Error {
  override readonly name = 'CannotAsk'
}

/** Runs the command. The exit code: 0 nothing is broken, 1 a rule is broken, 2 it could not be asked. */
export async function main(args: readonly string[], outside: Outside = OUTSIDE): Promise<number> {
  if (args.includes('--help')) {
    outside.out(`${USAGE}\n`)
    return 0
  }
  const options = readOptions(args, outside.environment)
  if ('sentence' in options) {
    outside.say(`${options.sentence}\n`)
    return 2
  }
  // Whatever came is shown in parts, and a token could come back in one of them.
  const clean = withoutTokens(options)
  try {
    const report = await conformance(options, outside, (text) => outside.say(clean(text)))
    outside.out(clean(writeReport(report.rows, { ...options, requests: report.requests })))
    if (options.jsonFile !== null) save(options.jsonFile, clean(jsonOf(report, options)))
    for (const failure of report.failures) outside.say(clean(`A check failed itself: ${failure}\n`))
    if (report.rows.some(({ verdict }) => verdict === 'broken')) return 1
    return report.failures.length > 0 ? 2 : 0
  } catch (error) {
    if (!(error instanceof CannotAsk)) throw error
    outside.say(clean(`${error.message}\n`))
    return 2
  }
}

function save(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch {
    throw new CannotAsk(`--json ${file} cannot be written: the report stands above.`)
  }
}

type Report = { rows: Row[]; requests: number; failures: string[] }

async function conformance(
  options: Options,
  outside: Outside,
  say: Outside['say'],
): Promise<Report> {
  const collector = createCollector(options.only)
  const { ask, requests } = createAsker({
    url: options.url,
    tokens: tokensOf(options),
    mayWrite: options.write,
    proofKey: keyOf(options),
    clock: outside.clock,
    fetch: outside.fetch,
    onReply(reply) {
      for (const verdict of everyReply(reply)) collector.add(verdict)
    },
    onWait: (seconds, why) => say(`Waiting ${seconds} s: ${why}.\n`),
  })
  canBeAsked(options, await firstReply(options, ask('list_purchases', { limit: 1 })))
  const asking = { ask, seen: createSeen(ask), clock: outside.clock, writing: writingOf(options) }
  const { rules, failures } = await runChecks(CHECKS, asking, collector, (need) =>
    has(options, need),
  )
  return { rows: rowsOf(rules), requests: requests(), failures }
}

async function firstReply(options: Options, asked: Promise<Reply>): Promise<Reply> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof NotAnswered)) throw error
    throw new CannotAsk(`${options.url} cannot be asked: ${error.message}.`)
  }
}

function canBeAsked({ url }: Options, reply: Reply): void {
  if (reply.status === 401 || reply.code === 'UNAUTHENTICATED') {
    throw new CannotAsk(`${url} refused the token (${reply.summary}): take a new one.`)
  }
  if (reply.json === null) {
    throw new CannotAsk(`${url} does not answer like Envoy (${reply.summary}): check --url.`)
  }
}

function keyOf({ keyFile }: Options) {
  if (keyFile === null) return null
  try {
    return readProofKey(readFileSync(keyFile, 'utf8'))
  } catch {
    // The reason could quote the key.
    throw new CannotAsk('--key must name a file with a private P-256 key as a JWK.')
  }
}

function tokensOf(options: Options): AskerSettings['tokens'] {
  return {
    owner: options.token,
    ...(options.otherToken === null ? {} : { other: options.otherToken }),
    ...(options.readOnlyToken === null ? {} : { reader: options.readOnlyToken }),
  }
}

function writingOf({ write, merchant, amount, answerOn }: Options): Writing {
  // Of this run alone: another run's purchases may still be in progress.
  const run = randomBytes(5).toString('hex')
  return {
    allowed: write,
    merchantUrl: (n) => merchant ?? `https://shop-${run}-${n}.example.test/cart`,
    amount,
    key: (name, length = 40) => `${run}-${name}`.padEnd(length, '-').slice(0, length),
    answerOn: answerOn ?? '',
  }
}

function withoutTokens({ token, otherToken, readOnlyToken }: Options) {
  const secrets = [token, otherToken, readOnlyToken].filter((secret) => secret !== null)
  return (text: string) =>
    secrets.reduce((cleaned, secret) => cleaned.replaceAll(secret, '[token]'), text)
}

function jsonOf({ rows, requests }: Report, options: Options): string {
  const { url, write, slow, limitTest } = options
  const about = { url, contract: 'envoy@2026-10', requests, write, slow, limit_test: limitTest }
  return `${JSON.stringify({ ...about, totals: totalsOf(rows), rules: rows }, null, 2)}\n`
}
