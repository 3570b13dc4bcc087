import { CloudOff, Hourglass, type LucideIcon, Timer } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import type { RequestLog } from '@/api/core/journal'
import type { Wait, WaitReason } from '@/api/core/waits'
import { Button } from '@/ui/button'
import { Callout } from '@/ui/callout'
import { formatLeft } from '@/ui/countdown'
import { useNow } from '@/ui/use-now'
import { useRefusedAgain } from './refused-again'
import { endedWords } from './session-words'
import { SignInLink } from './sign-in-link'
import { waitOverWords, waitToShow, waitWords } from './wait-words'

export type WaitProps = {
  waits: readonly Wait[]
  /** What was asked so far. */
  requests?: RequestLog
}
type Props = WaitProps & { now?: () => number }

/** The one wait that a person is told of, with what is left of it. */
export function WaitNotice({ waits, requests, now = Date.now }: Props) {
  const wait = waitToShow(waits)
  const again = useRefusedAgain(requests)
  return wait ? <WaitCallout wait={wait} again={again} now={now} /> : null
}

/** For a live region: one message when a wait begins, one when the last has ended, nothing in between. */
export function WaitNews({ waits }: Pick<WaitProps, 'waits'>) {
  const wait = waitToShow(waits)
  const reason = wait?.reason ?? null
  const [before, setBefore] = useState<WaitReason | null>(null)
  const [said, setSaid] = useState('')
  if (reason !== before) {
    setBefore(reason)
    setSaid(wait ? waitWords(wait).title : waitOverWords)
  }
  return said
}

type CalloutProps = {
  wait: Wait
  /** Not the first wait in a row that Envoy asks for. */
  again: boolean
  now: () => number
}

function WaitCallout({ wait, again, now }: CalloutProps) {
  const { title, text } = waitWords(wait)
  const reconnect = again && wait.reason === 'rate_limited'
  return (
    <Callout
      tone={wait.reason === 'offline' ? 'neutral' : 'caution'}
      icon={ICONS[wait.reason]}
      title={title}
      action={
        wait.tryNow ? (
          <Button size="small" label="Try now" onPress={wait.tryNow} />
        ) : reconnect ? (
          <SignInLink label={endedWords.act} className="btn small" />
        ) : null
      }
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

const ICONS: Record<WaitReason, LucideIcon> = {
  rate_limited: Timer,
  unavailable: Hourglass,
  breaker: Hourglass,
  no_reply: Hourglass,
  offline: CloudOff,
}
