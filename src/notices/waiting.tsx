import { type ComponentType, lazy, Suspense, useState } from 'react'
import { Live } from '@/ui/live'
import type { WaitProps } from './wait-notice'

/** The words and their drawing: no page waits for them before its first rows. */
export const loadWaitNotice = () => import('./wait-notice')

const WaitNotice = lazy<ComponentType<WaitProps>>(() =>
  loadWaitNotice().then(
    (part) => ({ default: part.WaitNotice }),
    () => ({ default: BriefWait }),
  ),
)
const WaitNews = lazy<ComponentType<WaitProps>>(() =>
  loadWaitNotice().then(
    (part) => ({ default: part.WaitNews }),
    () => ({ default: BriefWait }),
  ),
)

/**
 * What is being waited for. Render it always, also without waits: its live region says the start
 * and the end of a wait, once each, and must stand before it speaks.
 */
export function Waiting({ waits, ...more }: WaitProps) {
  const [waited, setWaited] = useState(false)
  if (waits.length > 0 && !waited) setWaited(true)
  return (
    <>
      <Live>
        {waited ? (
          <Suspense fallback={null}>
            <WaitNews waits={waits} />
          </Suspense>
        ) : null}
      </Live>
      {waits.length > 0 ? (
        <Suspense fallback={null}>
          <WaitNotice waits={waits} {...more} />
        </Suspense>
      ) : null}
    </>
  )
}

/** When even the words cannot be fetched. */
function BriefWait({ waits }: WaitProps) {
  return waits.length > 0 ? <p>Waiting. Passbook goes on by itself.</p> : null
}
