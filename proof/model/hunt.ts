import * as fc from 'fast-check'
import { openPage, reads } from './commands/reads'
import type { Step } from './commands/step'
import { tabsAndAccounts } from './commands/tabs'
import { timeAndLife } from './commands/times'
import { troubles } from './commands/troubles'
import { writes } from './commands/writes'
import { ACCOUNTS } from './envoy'
import type { Sent } from './observer'
import { createTally, type Tally } from './tally'
import { createModelWorld, type ModelWorld, type Settings } from './world'

export type Hunt = {
  readonly runs: number
  readonly seed: number
  /** Ends the search after so many ms of the machine's time; left out: when all runs are done. */
  readonly withinMs?: number
  /** The name of the one rule to look for; left out: all. */
  readonly only?: string
  /** Plays one counterexample again, as the hunt that found it has told it. */
  readonly replay?: Replay
}

type Replay = { readonly path: string; readonly commands: string }

export type Found = {
  readonly runs: number
  readonly counts: ReadonlyMap<string, number>
  /** The shrunk commands and what they break; null: nothing was found. */
  readonly counterexample: string | null
}

const MOST_STEPS = 40
/** Packets that stand below a counterexample. */
const MOST_TRACED = 20

const settings: fc.Arbitrary<Settings> = fc.record({
  requestsPerMinute: fc.constantFrom(12, 30, 120),
  // Proving costs most of a run's time: a part of the runs is enough.
  keyBound: fc.integer({ min: 0, max: 4 }).map((n) => n === 4),
  serverOffMs: fc.constantFrom(0, 86_400_000, -86_400_000),
  pageOpen: fc.boolean(),
  drawn: fc.record({
    random: fc.array(fc.nat(99), { minLength: 1, maxLength: 8 }),
    delays: fc.array(fc.constantFrom(1, 10, 80, 400, 2_500), { minLength: 1, maxLength: 12 }),
  }),
})

const tab = fc.nat(3)
const steps = (replay: Replay | undefined) =>
  fc.commands<object, ModelWorld, false>(
    [
      ...reads(tab),
      ...writes(tab),
      // What needs something to have gone wrong before is drawn more often.
      ...writes(tab),
      ...troubles(tab),
      ...tabsAndAccounts(tab),
      ...timeAndLife(),
    ],
    {
      maxCommands: MOST_STEPS,
      size: 'max',
      ...(replay ? { replayPath: replay.commands } : {}),
    },
  )

async function play(
  given: Settings,
  commands: Iterable<Step>,
  { tally, only }: { readonly tally: Tally; readonly only: string | undefined },
): Promise<void> {
  const world = createModelWorld(given, tally, only)
  try {
    world.browser.cookie = ACCOUNTS[0]
    world.envoy.live()
    world.openTab()
    world.openTab()
    await world.time.pass(10_000)
    if (given.pageOpen) for (const each of openPage) await each.run({}, world)
    await world.time.pass(2_000)
    await fc.asyncModelRun(() => ({ model: {}, real: world }), commands)
    await world.runOut()
    await world.look()
  } catch (error) {
    throw new Error(error instanceof Error ? error.message : String(error), {
      cause: traceOf(world.observer.scene.sent),
    })
  } finally {
    await world.close()
  }
}

/** Looks for a run that breaks a rule. The same seed looks at the same runs. */
export async function hunt({ runs, seed, withinMs, only, replay }: Hunt): Promise<Found> {
  // What is loaded on demand comes in true time, which goes on while a run's own stands still.
  await Promise.all([import('@/api/envoy/writing'), import('@/api/core/held-slots')])
  const tally = createTally()
  const property = fc.asyncProperty(settings, steps(replay), (given, commands) =>
    play(given, commands, { tally, only }),
  )
  const details = await fc.check(property, {
    numRuns: runs,
    seed,
    ...(replay ? { path: replay.path, endOnFailure: true } : {}),
    ...(withinMs === undefined ? {} : { interruptAfterTimeLimit: withinMs }),
  })
  const { failed, counterexample, errorInstance, numRuns } = details
  return {
    runs: numRuns,
    counts: tally.all(),
    counterexample: failed && counterexample ? told(counterexample, errorInstance, details) : null,
  }
}

function told(
  [given, commands]: readonly [Settings, Iterable<unknown>],
  error: unknown,
  { seed, counterexamplePath }: { seed: number; counterexamplePath: string | null },
): string {
  // fast-check wraps each command, and knows which of them came to run before it broke.
  const ran = [...commands].filter((command) => Object(command).hasRan === true)
  return [
    error instanceof Error ? error.message : String(error),
    ...ran.map((command, n) => `  ${n + 1}. ${command}`),
    `  with ${JSON.stringify(given)}`,
    ...(error instanceof Error && typeof error.cause === 'string' ? [error.cause] : []),
    `  seed ${seed}, path ${counterexamplePath}, commands ${replayOf(commands)}`,
  ].join('\n')
}

/** fast-check tells it only at the end of the commands' own text. */
const replayOf = (commands: object) => /replayPath="([^"]*)"/.exec(String(commands))?.[1] ?? ''

/** The last packets of a run, as the observer saw them. */
function traceOf(sent: readonly Sent[]): string {
  return sent
    .slice(-MOST_TRACED)
    .map(({ n, connection, owner, tool, left, answer, givenUp }) => {
      const end = answer ? `${answer.kind} at ${answer.at.real}` : givenUp ? 'given up' : 'open'
      return `    request ${n} of ${owner}, connection ${connection}: ${tool} left at ${left.real}, ${end}`
    })
    .join('\n')
}
