import {
  Ban,
  CircleAlert,
  CircleArrowUp,
  CircleQuestionMark,
  CloudOff,
  Hourglass,
  type LucideIcon,
  MessageCircleQuestionMark,
  Timer,
  Unplug,
} from 'lucide-react'
import type { RequestLog } from '@/api/core/journal'
import type { CallFailure, FailureKind } from '@/api/envoy/failure'
import { Button } from '@/ui/button'
import { Callout } from '@/ui/callout'
import { Empty } from '@/ui/empty'
import { useNow } from '@/ui/use-now'
import { failureWords } from './failure-words'
import { useRefusedAgain } from './refused-again'
import { endedWords } from './session-words'
import { SignInLink } from './sign-in-link'

export type FailureProps = {
  failure: CallFailure
  /** Without it, a step that would ask again has no button. */
  onRetry?: () => void
  working?: boolean
  as?: 'callout' | 'page'
  /** What was asked for. */
  about?: 'purchase' | 'list'
  /** What was asked so far. */
  requests?: RequestLog
}

/** A failed call: what happened, whether anything changed, what happens next. */
export function ToldFailure(props: FailureProps) {
  const { failure, onRetry, working = false, as = 'callout', about, requests } = props
  const words = failureWords(failure, about)
  const again = useRefusedAgain(requests)
  const act = words.act
  const press = act?.do === 'reload' ? () => location.reload() : onRetry
  const action =
    act?.do === 'reconnect' ? (
      <SignInLink
        label={act.label}
        className={as === 'page' ? 'btn primary reconnect' : 'btn primary small reconnect'}
      />
    ) : act && press ? (
      <>
        <ActButton
          label={act.label}
          press={press}
          working={working}
          until={failure.until}
          as={as}
          main={words.tone === 'accent'}
        />
        {again && failure.kind === 'rate_limited' ? (
          <SignInLink label={endedWords.act} className={as === 'page' ? 'btn' : 'btn small'} />
        ) : null}
      </>
    ) : null
  const icon = ICONS[failure.kind]
  if (as === 'page') {
    return (
      <Empty icon={icon} title={words.title} level={1} role="alert" action={action}>
        <bdi className="prose">{words.text}</bdi> {words.step}
      </Empty>
    )
  }
  return (
    <Callout
      tone={words.tone}
      icon={icon}
      title={words.title}
      action={action}
      role={words.tone === 'caution' || words.tone === 'critical' ? 'alert' : 'status'}
    >
      <p>
        <bdi className="prose">{words.text}</bdi> {words.step}
      </p>
    </Callout>
  )
}

type ActProps = {
  label: string
  press: () => void
  working: boolean
  /** Until then the button takes no presses (epoch ms). */
  until: number | null
  as: 'callout' | 'page'
  /** Nothing else goes on before this is pressed. */
  main: boolean
}

function ActButton({ label, press, working, until, as, main }: ActProps) {
  const now = useNow(Date.now, 500, until !== null)
  const early = until !== null && now < until
  return (
    <Button
      label={label}
      variant={main ? 'primary' : 'secondary'}
      size={as === 'page' ? 'normal' : 'small'}
      disabled={early}
      working={working}
      onPress={press}
    />
  )
}

const ICONS: Record<FailureKind, LucideIcon> = {
  signed_out: Unplug,
  not_allowed: Ban,
  not_enabled: Ban,
  not_found: CircleQuestionMark,
  invalid_input: CircleAlert,
  cursor_refused: CircleQuestionMark,
  idempotency_conflict: MessageCircleQuestionMark,
  active_purchase: CircleAlert,
  state_conflict: CircleAlert,
  no_rail: Ban,
  rate_limited: Timer,
  unavailable: Hourglass,
  update_needed: CircleArrowUp,
  no_reply: Hourglass,
  offline: CloudOff,
  refused: Ban,
  not_recognised: CircleQuestionMark,
}
