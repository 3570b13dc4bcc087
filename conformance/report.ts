import { says, usuallyUnseen } from './rules'
import type { Observation, RuleResult } from './run'
import { isAssumption, type RuleId } from './verdict'

export type Word =
  | 'kept'
  | 'broken'
  | 'as assumed'
  | 'not as assumed'
  | 'not observable here'
  | 'skipped'

/** A rule's line of the report. */
export type Row = {
  rule: RuleId
  says: string
  verdict: Word
  /** Why there is no verdict, or what a part of it was not asked for. */
  why: string | null
  /** How often it was seen. */
  seen: number
  /** What was seen: the exchanges that broke it, else one for each check that saw it. */
  observations: Observation[]
}

const MOST_SHOWN = 3

/** One verdict for each rule. "Kept" takes at least one observation, and none against it. */
export function rowsOf(results: readonly RuleResult[]): Row[] {
  return results.map((result) => {
    const { rule, observations } = result
    const broken = observations.filter(({ kind }) => kind === 'broken')
    const verdict = wordOf(result, broken.length)
    return {
      rule,
      says: says(rule),
      verdict,
      why: whyOf(result, verdict),
      seen: observations.length,
      observations: (broken.length > 0 ? broken : oneOfEach(observations)).slice(0, MOST_SHOWN),
    }
  })
}

function wordOf({ rule, observations, unseen, skipped }: RuleResult, broken: number): Word {
  if (broken > 0) return isAssumption(rule) ? 'not as assumed' : 'broken'
  if (observations.length > 0) return isAssumption(rule) ? 'as assumed' : 'kept'
  return unseen.length === 0 && skipped.length > 0 ? 'skipped' : 'not observable here'
}

function whyOf({ rule, unseen, skipped }: RuleResult, verdict: Word): string | null {
  const needs = [
    ...new Set(skipped.map((one) => one.needs.map((need) => `--${need}`).join(' and '))),
  ]
  if (verdict === 'skipped') return `needs ${needs.join(', or ')}`
  if (verdict === 'not observable here') return unseen[0] ?? usuallyUnseen(rule)
  const [first] = skipped
  return first ? `not asked: ${first.check} (needs ${needs[0]})` : null
}

function oneOfEach(observations: readonly Observation[]): Observation[] {
  return [...new Map(observations.map((one) => [one.check, one])).values()]
}

export type Totals = Partial<Record<Word, number>>

export function totalsOf(rows: readonly Row[]): Totals {
  const totals: Totals = {}
  for (const { verdict } of rows) totals[verdict] = (totals[verdict] ?? 0) + 1
  return totals
}

/** What a report says besides its rows. */
export type About = { url: string; requests: number; verbose: boolean }

/** The report for people: what is broken first, then every rule in its order. */
export function writeReport(rows: readonly Row[], { url, requests, verbose }: About): string {
  const broken = rows.filter(({ verdict }) => verdict === 'broken')
  const rules = rows.filter(({ rule }) => !isAssumption(rule))
  const assumed = rows.filter(({ rule }) => isAssumption(rule))
  const lines = [
    `Conformance of ${url} to envoy@2026-10`,
    '',
    ...section('Broken', broken, true),
    ...section('Rules', rules, verbose),
    ...section('Assumed, because the documents leave it open (never broken)', assumed, verbose),
    totalLine(rows),
    `${requests} requests were sent.`,
  ]
  return `${lines.join('\n')}\n`
}

function section(title: string, rows: readonly Row[], details: boolean): string[] {
  if (rows.length === 0) return []
  return [title, ...rows.flatMap((row) => rowLines(row, details)), '']
}

function rowLines(row: Row, details: boolean): string[] {
  const why = row.why === null ? '' : ` (${row.why})`
  const line = `  ${row.verdict.padEnd(19)}  ${row.rule.padEnd(5)}  ${row.says}${why}`
  const always = row.verdict === 'not as assumed'
  return details || always ? [line, ...row.observations.flatMap(exchange)] : [line]
}

function exchange({ sent, expected, came }: Observation): string[] {
  return [`      sent      ${sent}`, `      expected  ${expected}`, `      came      ${came}`]
}

const ORDER: readonly Word[] = [
  'kept',
  'broken',
  'not observable here',
  'skipped',
  'as assumed',
  'not as assumed',
]

function totalLine(rows: readonly Row[]): string {
  const totals = totalsOf(rows)
  return `${ORDER.flatMap((word) => (totals[word] ? `${totals[word]} ${word}` : [])).join(', ')}.`
}
