import { parseArgs } from 'node:util'
import type { Need } from './check'
import { ALL_RULES } from './rules'
import type { RuleId } from './verdict'

export type Options = {
  /** The address before `/tools`, without a slash at its end. */
  url: string
  token: string
  otherToken: string | null
  readOnlyToken: string | null
  keyFile: string | null
  jsonFile: string | null
  only: RuleId[]
  write: boolean
  /** The purchase whose open question may be answered. */
  answerOn: string | null
  merchant: string | null
  amount: string
  slow: boolean
  limitTest: boolean
  verbose: boolean
}

export const USAGE = `Asks whether an address keeps Envoy's contract (envoy@2026-10). It only reads, unless --write.

  npm run conformance -- --url URL [--token TOKEN]

  --token TOKEN            a bearer token with agent scope; left out: ENVOY_TOKEN of the environment
  --other-token TOKEN      a token of another account, for what one account must not see of another
  --read-only-token TOKEN  a token that may only read, for what it must not write
  --key FILE               the private key (JWK, P-256) of a key-bound connection
  --only R-051,R-052       these rules only
  --write                  also starts purchases, at addresses under example.test unless --merchant
  --merchant URL           the shop's address for purchases that are started
  --amount RUPEES          their amount (1.00)
  --answer PURCHASE        with --write: also answers the open question of this purchase
  --slow                   also waits for a held read
  --limit-test             also uses the token's budget up, and this address's failing sign-ins
  --json FILE              also writes the report as JSON
  --verbose                shows what was sent and what came for every rule
  --help                   shows this`

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Options, or one sentence about what is wrong with them. */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Options | { sentence: string } {
  const read = parsed(args)
  if ('sentence' in read) return read
  const { values } = read
  const url = values.url ?? ''
  const address = URL.canParse(url) ? new URL(url) : null
  if (!address || !/^https?:$/.test(address.protocol)) {
    return { sentence: '--url must be an http or https address, such as https://api.envoy.money.' }
  }
  if (address.protocol === 'http:' && !LOOPBACK.test(address.hostname)) {
    return { sentence: '--url must be https: a token does not travel in the open.' }
  }
  const token = values.token ?? environment['ENVOY_TOKEN'] ?? ''
  if (token === '') return { sentence: '--token is missing, and ENVOY_TOKEN is not set.' }
  const tokens = [token, values['other-token'], values['read-only-token']]
  if (tokens.some((one) => one !== undefined && !/^[\w.~+/-]{8,}=*$/.test(one))) {
    return { sentence: 'A token is a bearer of at least 8 letters, digits and . _ ~ + / - signs.' }
  }
  const only = values.only?.split(',').map((rule) => rule.trim()) ?? []
  const unknown = only.find((rule) => !ALL_RULES.some((known) => known === rule))
  if (unknown !== undefined) return { sentence: `--only knows no rule ${unknown}.` }
  const amount = values.amount ?? '1.00'
  if (!/^\d{1,6}\.\d{2}$/.test(amount) || Number(amount) === 0) {
    return { sentence: '--amount must be rupees with two decimals, such as 1.00.' }
  }
  if (values.merchant !== undefined && !URL.canParse(values.merchant)) {
    return { sentence: '--merchant must be the address of a shop.' }
  }
  return {
    url: address.origin + address.pathname.replace(/\/+$/, ''),
    token,
    otherToken: values['other-token'] ?? null,
    readOnlyToken: values['read-only-token'] ?? null,
    keyFile: values.key ?? null,
    jsonFile: values.json ?? null,
    only: ALL_RULES.filter((rule) => only.includes(rule)),
    write: values.write ?? false,
    answerOn: values.answer ?? null,
    merchant: values.merchant ?? null,
    amount,
    slow: values.slow ?? false,
    limitTest: values['limit-test'] ?? false,
    verbose: values.verbose ?? false,
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        url: { type: 'string' },
        token: { type: 'string' },
        'other-token': { type: 'string' },
        'read-only-token': { type: 'string' },
        key: { type: 'string' },
        json: { type: 'string' },
        only: { type: 'string' },
        write: { type: 'boolean' },
        answer: { type: 'string' },
        merchant: { type: 'string' },
        amount: { type: 'string' },
        slow: { type: 'boolean' },
        'limit-test': { type: 'boolean' },
        verbose: { type: 'boolean' },
      },
    })
  } catch (error) {
    const [said = ''] = String(error instanceof Error ? error.message : error).split('. ')
    return { sentence: `${said.replace(/\.$/, '')}; --help shows what there is.` }
  }
}

/** Whether the options have what a check needs. */
export function has(options: Options, need: Need): boolean {
  switch (need) {
    case 'write':
      return options.write
    case 'answer':
      return options.answerOn !== null
    case 'other-token':
      return options.otherToken !== null
    case 'read-only-token':
      return options.readOnlyToken !== null
    case 'key':
      return options.keyFile !== null
    case 'slow':
      return options.slow
    case 'limit-test':
      return options.limitTest
  }
}
