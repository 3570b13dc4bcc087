import { spawnSync } from 'node:child_process'

const ARGUMENTS = ['audit', '--omit=dev', '--audit-level=high', '--json']

/** @typedef {{ severity: string, via?: unknown[] }} Finding */

/**
 * What `npm audit` found out about what runs: `failed` when there is something high or critical.
 * A registry that keeps no advisories answers with an error instead of a report: that is said, and
 * is no failure of the project.
 * @param {string} output @returns {{ failed: boolean, sentences: string[] }}
 */
export function judgeAudit(output) {
  const report = parse(output)
  const findings = report?.vulnerabilities
  if (typeof findings !== 'object' || findings === null) {
    const status = report?.statusCode ? ` (it answered ${report.statusCode})` : ''
    return {
      failed: false,
      sentences: [
        `NOT CHECKED for known vulnerabilities: this registry gave no advisories${status}. Run "npm audit --omit=dev" where one does.`,
      ],
    }
  }
  const serious = Object.entries(findings)
    .filter(([, { severity }]) => ['high', 'critical'].includes(severity))
    .map(([name, { severity }]) => `${name} has a known vulnerability: ${severity}.`)
  const count = Object.keys(findings).length
  return serious.length > 0
    ? { failed: true, sentences: [...serious, 'Run "npm audit" for the details.'] }
    : {
        failed: false,
        sentences: [`No high or critical advisory for what runs (${count} lower).`],
      }
}

/** @param {string} output @returns {{ vulnerabilities?: Record<string, Finding>, statusCode?: number } | null} */
function parse(output) {
  try {
    return JSON.parse(output)
  } catch {
    return null
  }
}

if (import.meta.filename === process.argv[1]) {
  // No fix and no fetching twice: a closed network must not hold up the tests.
  const { stdout } = spawnSync(
    'npm',
    [...ARGUMENTS, '--fetch-retries=0', '--fetch-timeout=20000'],
    {
      encoding: 'utf8',
      timeout: 60_000,
    },
  )
  const { failed, sentences } = judgeAudit(stdout ?? '')
  process.stdout.write(`${sentences.join('\n')}\n`)
  process.exitCode = failed ? 1 : 0
}
