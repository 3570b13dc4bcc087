import { CircleAlert } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button } from '@/ui/button'
import { Callout } from '@/ui/callout'
import type { FailureProps } from './told-failure'

export const loadFailureNotice = () =>
  import('./told-failure').then(
    (part) => ({ default: part.ToldFailure }),
    () => ({ default: BriefFailure }),
  )
const ToldFailure = lazy(loadFailureNotice)

/** A failed call: what happened, whether anything changed, what happens next. */
export function FailureNotice(props: FailureProps) {
  return (
    <Suspense fallback={null}>
      <ToldFailure {...props} />
    </Suspense>
  )
}

/** When even the words cannot be fetched: no claim about what happened, and the way on. */
function BriefFailure({ onRetry, working = false }: FailureProps) {
  const press = onRetry ?? (() => location.reload())
  const label = onRetry ? 'Try again' : 'Reload'
  return (
    <Callout
      tone="caution"
      icon={CircleAlert}
      title="This could not be shown"
      role="alert"
      action={<Button size="small" label={label} working={working} onPress={press} />}
    >
      What is on screen may be out of date. Do not buy anything again elsewhere.
    </Callout>
  )
}
