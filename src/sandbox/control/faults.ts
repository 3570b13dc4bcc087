import { z } from 'zod'
import { faultSchema } from '../faults'
import type { World } from '../world'
import { jsonRoute, plainRoute } from './body'

const schema = z.array(faultSchema, { error: 'must be a list of faults' })

/** `POST /control/faults`: adds faults behind those that wait. */
export function addFaultsRoute(world: World) {
  return jsonRoute(schema, (faults) => ({ active: world.faults.add(faults) }))
}

/** `DELETE /control/faults`: no fault is left. */
export function clearFaultsRoute(world: World) {
  return plainRoute(() => {
    world.faults.clear()
    return { active: world.faults.active() }
  })
}
