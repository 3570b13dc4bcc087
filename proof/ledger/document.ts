import type { NamedTest } from './named-tests'
import type { Rule } from './rules/shape'
import { rulesNamed, withoutTags } from './tags'

/** A part of the rules, as the contract has them. */
export type Part = { readonly title: string; readonly rules: readonly Rule[] }

const HEAD = `# The contract, rule by rule

What Envoy's documents ask of us, in our own words: every rule, who keeps it, and the tests that prove
it. \`client\` is what asks Envoy, \`sandbox\` is the local Envoy, \`page\` is what a person sees. A test
proves a rule when its name says so. Made by \`npm run ledger\`; \`npm run check\` fails when a rule has
no test, when a test names a rule that does not exist, or when this page is not what the tests say.

Each rule is also broken on purpose: \`npm run ledger -- --break R-057\` puts a fault of a line or two
into a copy of the code, and a test of that rule has to fail. Every fault stands in \`proof/ledger/breaks/\`.

Where the documents contradict each other or say nothing: [the decisions](contract-decisions.md).`

type State = 'proven' | 'proven in part' | 'not built yet' | 'cannot be tested here' | 'not proven'

function stateOf({ open }: Rule, tests: readonly NamedTest[]): State {
  if (!open) return tests.length > 0 ? 'proven' : 'not proven'
  return tests.length > 0 ? 'proven in part' : open.state
}

/** In code marks, because names have what Markdown would read. */
function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}

function testsOf(id: string, named: readonly NamedTest[]): NamedTest[] {
  return named.filter(({ name }) => rulesNamed(name).includes(id))
}

function ruleLines(rule: Rule, named: readonly NamedTest[]): string[] {
  const tests = testsOf(rule.id, named)
  const open = rule.open ? ` ${rule.open.why}` : ''
  const lines = tests.map(
    ({ file, name }) => `  - \`${file}\` › ${code(withoutTags(name) || name)}`,
  )
  return [
    `- **${rule.id}** ${rule.says} (${rule.keepers.join(', ')}) _${stateOf(rule, tests)}._${open}`,
    ...new Set(lines),
  ]
}

function counts(parts: readonly Part[], named: readonly NamedTest[]): string {
  const rules = parts.flatMap((part) => part.rules)
  const states = rules.map((rule) => stateOf(rule, testsOf(rule.id, named)))
  const count = (state: State) => states.filter((one) => one === state).length
  return [
    `${rules.length} rules`,
    `${count('proven')} proven`,
    `${count('proven in part')} proven in part`,
    `${count('not built yet')} not built yet`,
    `${count('cannot be tested here')} that cannot be tested here`,
  ].join(', ')
}

/** The text of `docs/contract.md`, as Biome leaves Markdown. */
export function contractDocument(parts: readonly Part[], named: readonly NamedTest[]): string {
  const sections = parts.map(({ title, rules }) =>
    [`## ${title}`, '', ...rules.flatMap((rule) => ruleLines(rule, named))].join('\n'),
  )
  return `${[HEAD, `${counts(parts, named)}.`, ...sections].join('\n\n')}\n`
}
