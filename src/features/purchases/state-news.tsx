import { Live } from '@/ui/live'
import type { Check } from './knowledge'
import { stateLabel, stateSentence } from './state-words'

/**
 * Says a state once, when a check brings another one. The text depends on nothing that changes
 * with every check, so that polls stay silent; it is mounted before it speaks.
 */
export function StateNews({ check }: { check: Check | null }) {
  const purchase = check?.status.purchase
  return (
    <Live>{purchase ? `${stateLabel(purchase.state)}. ${stateSentence(purchase)}` : null}</Live>
  )
}
