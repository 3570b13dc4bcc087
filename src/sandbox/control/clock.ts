import { z } from 'zod'
import type { World } from '../world'
import { jsonRoute } from './body'
import { flag, instant } from './fields'

const schema = z.strictObject({ now: instant.optional(), freeze: flag.default(false) })

/** `POST /control/clock`: sets the time of data (left out: it stays) and lets it run, or freezes it. */
export function setClockRoute(world: World) {
  return jsonRoute(schema, (input) => {
    world.clock.set(input.now ?? world.clock.now(), input.freeze)
    return { now: new Date(world.clock.now()).toISOString() }
  })
}
