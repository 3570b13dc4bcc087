import type * as fc from 'fast-check'
import type { Open, Tab } from '../tab'
import type { ModelWorld } from '../world'

export type Step = fc.AsyncCommand<object, ModelWorld>

/** One thing that happens, by name and in full as a counterexample shows it. */
export function step(
  name: string,
  details: string,
  run: (world: ModelWorld, notNow: () => void) => void | Promise<void>,
): Step {
  return {
    check: () => true,
    toString: () => `${name}${details && ` ${details}`}`,
    async run(_, world) {
      let ran = true
      await run(world, () => {
        ran = false
      })
      world.tally.count(`${ran ? 'command' : 'not now'}: ${name}`)
      await world.look()
    },
  }
}

/** Tabs are named by a number that always fits. */
export function tabOf(world: ModelWorld, n: number): Tab | undefined {
  return world.tabs[n % Math.max(1, world.tabs.length)]
}

/** A step of somebody who is signed in, in this tab. */
export function signedInStep(
  name: string,
  tab: number,
  details: string,
  run: (world: ModelWorld, open: Open) => void,
): Step {
  return step(name, `in tab ${tab}${details && `: ${details}`}`, (world, notNow) => {
    const open = tabOf(world, tab)?.open()
    if (open) run(world, open)
    else notNow()
  })
}

/** A step in the first tab, from this one on, that has what it needs: it would seldom fit a drawn one. */
export function stepWith<T>(
  name: string,
  tab: number,
  find: (open: Open, world: ModelWorld) => T | null | undefined,
  run: (world: ModelWorld, open: Open, found: T) => void,
): Step {
  return step(name, `from tab ${tab} on`, (world, notNow) => {
    for (let n = tab; n < tab + world.tabs.length; n += 1) {
      const open = tabOf(world, n)?.open()
      const found = open && find(open, world)
      if (open && found != null) return run(world, open, found)
    }
    notNow()
  })
}
