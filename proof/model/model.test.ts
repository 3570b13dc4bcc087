import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { BUGS } from './bugs'
import { type Found, hunt } from './hunt'
import { huntWith } from './load'
import { tableOf } from './tally'

const LONG = process.env['PASSBOOK_PROOF'] === '1'
const RUNS = LONG ? 10_000 : 500
/** The sample looks at the same runs each time; the long search at others. */
const SEED = Number(process.env['PASSBOOK_SEED'] ?? (LONG ? randomInt(2 ** 31) : 20_261_201))
const MINUTE = 60_000
/** Bugs are looked for one after another, and each of them has a minute of its own. */
const BUG_RUNS = 5_000

/** Each in a hundred runs at least so often: a run of the model that leaves one out proves little. */
const LEAST: Readonly<Record<string, number>> = {
  'command: list_transactions': 15,
  'command: list_transactions, next page': 3,
  'command: burst of reads': 15,
  'command: list_purchases': 15,
  'command: get_purchase_status': 15,
  'command: get_purchase_status, held': 3,
  'command: watch': 15,
  'command: stop watching': 5,
  'sent: submit_answer': 10,
  'sent: start_purchase': 15,
  'command: try again': 10,
  'command: check what became of it': 5,
  'command: others use the token': 15,
  'command: Envoy restarts': 15,
  'command: new tab': 15,
  'command: reload': 15,
  'command: close': 10,
  'command: sign out': 15,
  'command: sign in': 15,
  'another account signs in': 5,
  'command: time passes': 50,
  'command: sleep': 15,
  'command: clock jump': 15,
  'command: a purchase moves': 50,
  'fault: 429': 5,
  'fault: 503': 5,
  'fault: lost_before': 5,
  'fault: lost_after': 5,
  'fault: cut': 5,
  'fault: silence': 5,
  'fault: stale': 1,
  'fault: limit used up by others': 5,
  'shown by a watch': 30,
  proofs: 30,
}

function tooRare({ counts }: Found): string[] {
  return Object.entries(LEAST)
    .filter(([what, times]) => (counts.get(what) ?? 0) < (times * RUNS) / 100)
    .map(([what]) => `${what}: ${counts.get(what) ?? 0} times in ${RUNS} runs`)
}

describe('the client, the sandbox and everything that can go wrong between them', () => {
  it(
    '[R-020, R-031, R-034, R-046, R-047, R-049, R-093, R-101, R-103, R-116, R-183] keep their rules in every run, and every command and fault occurs',
    async () => {
      const found = await hunt({ runs: RUNS, seed: SEED })
      process.stdout.write(
        `Proof by search: ${found.runs} runs, PASSBOOK_SEED=${SEED}\n${tableOf(found.counts)}\n`,
      )
      expect(found.counterexample).toBeNull()
      expect(tooRare(found)).toEqual([])
    },
    LONG ? 60 * MINUTE : 10 * MINUTE,
  )

  it(
    '[product] the same seed looks at the same runs',
    async () => {
      const [one, other] = [
        await hunt({ runs: 5, seed: SEED }),
        await hunt({ runs: 5, seed: SEED }),
      ]
      expect([...one.counts]).toEqual([...other.counts])
    },
    MINUTE,
  )
})

describe('a bug that is put in on purpose is found within a minute', () => {
  // A sample is one of them, another one with each seed.
  it.each(LONG ? BUGS : BUGS.filter((_, n) => n === SEED % BUGS.length))(
    '[product] $name',
    async ({ patches, breaks }) => {
      const { counterexample } = await huntWith(patches, {
        runs: BUG_RUNS,
        seed: SEED,
        only: breaks,
        withinMs: MINUTE,
      })
      expect(counterexample ?? 'nothing was found').toContain(breaks)
    },
    3 * MINUTE,
  )

  it(
    '[product] every bug still fits the code',
    async () => {
      const none = { runs: 0, seed: SEED }
      for (const { patches } of BUGS) await huntWith(patches, none)
    },
    2 * MINUTE,
  )
})
