import type { Deviation } from './deviation'
import { ENVELOPE } from './envelope'
import { FORM } from './form'
import { LIMITS } from './limits'
import { LISTS } from './lists'
import { OWNERS } from './owners'
import { WRITES } from './writes'

/** Everything wrong that the suite is known to find. */
export const DEVIATIONS: readonly Deviation[] = [
  ...FORM,
  ...ENVELOPE,
  ...LIMITS,
  ...LISTS,
  ...WRITES,
  ...OWNERS,
]
