import { z } from 'zod'
import { SEEDED_ACCOUNTS } from '../accounts'
import { reset } from '../seed/reset'
import type { World } from '../world'
import { jsonRoute } from './body'
import { flag, instant, whole } from './fields'

const schema = z.strictObject({
  lines: whole(0, 1_000_000).optional(),
  seed: whole(0, Number.MAX_SAFE_INTEGER).optional(),
  now: instant.optional(),
  freeze: flag.default(false),
  keep_tokens: flag.default(false),
})

/** `POST /control/reset`: what is left out is as the sandbox was started. */
export function resetRoute(world: World) {
  return jsonRoute(schema, (input) => {
    reset(world, {
      lines: input.lines ?? world.settings.lines,
      seed: input.seed ?? world.settings.seed,
      now: input.now ?? null,
      freeze: input.freeze,
      keepTokens: input.keep_tokens,
    })
    return {
      accounts: Object.keys(SEEDED_ACCOUNTS),
      now: new Date(world.clock.now()).toISOString(),
    }
  })
}
