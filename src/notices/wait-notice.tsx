import { CloudOff, Hourglass, type LucideIcon, Timer } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import type { Wait, WaitReason } from '@/api/core/waits'
import { Button } from '@/ui/button'
import { Callout } from '@/ui/callout'
import { formatLeft } from '@/ui/countdown'
import { Live } from '@/ui/live'
import { useNow } from '@/ui/use-now'
import { waitOverWords, waitToShow, waitWords } from './wait-words'

type Props = { waits: readonly Wait[]; now?: () => number }

/**
 * What is being waited for. Render it always, also without waits: its live region says the start
 * and the end of a wait, once each, and must stand before it speaks.
 */
export function WaitNotice({ waits, now = Date.now }: Props) {
  const wait = waitToShow(waits)
  const said = useSaid(wait)
  return (
    <>
      <Live>{said}</Live>
      {wait ? <WaitCallout wait={wait} now={now} /> : null}
    </>
  )
}

function WaitCallout({ wait, now }: { wait: Wait; now: () => number }) {
  const { title, text } = waitWords(wait)
  return (
    <Callout
      tone={wait.reason === 'offline' ? 'neutral' : 'caution'}
      icon={ICONS[wait.reason]}
      title={title}
      action={wait.tryNow ? <Button size="small" label="Try now" onPress={wait.tryNow} /> : null}
    >
      {wait.until === null ? (
        <p>{text}</p>
      ) : (
        <Left since={wait.since} until={wait.until} now={now} text={text} />
      )}
    </Callout>
  )
}

type LeftProps = { since: number; until: number; now: () => number; text: string }

function Left({ since, until, now, text }: LeftProps) {
  const left = Math.max(0, until - useNow(now, 500))
  // React's CSSProperties does not know custom properties.
  const share = { '--v': Math.min(1, left / Math.max(1, until - since)) } as CSSProperties
  return (
    <p>
      <span className="num" role="timer" aria-live="off">
        {formatLeft(left)} left.
      </span>{' '}
      {text}
      <span className="progress cd" aria-hidden="true">
        <i style={share} />
      </span>
    </p>
  )
}

/** One message when a wait begins, one when the last has ended, nothing in between. */
function useSaid(wait: Wait | null) {
  const reason = wait?.reason ?? null
  const [before, setBefore] = useState<WaitReason | null>(null)
  const [said, setSaid] = useState('')
  if (reason !== before) {
    setBefore(reason)
    setSaid(wait ? waitWords(wait).title : waitOverWords)
  }
  return said
}

const ICONS: Record<WaitReason, LucideIcon> = {
  rate_limited: Timer,
  unavailable: Hourglass,
  breaker: Hourglass,
  no_reply: Hourglass,
  offline: CloudOff,
}
