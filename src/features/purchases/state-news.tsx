import { Live } from '@/ui/live'
import type { Knowledge } from './knowledge'
import { stateLabel, stateSentence } from './state-words'

/**
 * Says a state once, when a check brings another one. The text depends on nothing that changes
 * with every check, so that polls stay silent; it is mounted before it speaks.
 */
export function StateNews({ known }: { known: Knowledge | undefined }) {
  const purchase = known?.checked?.status.purchase
  return (
    <Live>{purchase ? `${stateLabel(purchase.state)}. ${stateSentence(purchase)}` : null}</Live>
  )
}
