import { CircleAlert, CircleArrowUp, MessageCircleQuestionMark } from 'lucide-react'
import { useRef, useSyncExternalStore } from 'react'
import type { EnvoyClient } from '@/api/envoy/client'
import type { CallFailure } from '@/api/envoy/failure'
import type { Question } from '@/api/envoy/types'
import { FailureNotice } from '@/notices/failure-notice'
import { waitToShow, waitWords } from '@/notices/wait-words'
import { Button } from '@/ui/button'
import { Callout } from '@/ui/callout'
import { useStore } from '@/ui/use-store'
import { AnswerField } from './answer-field'
import type { AnswerState } from './answer-state'
import {
  doubtWords,
  noteWords,
  notKeptWords,
  problemWords,
  RECORDED_ONCE,
  wordsStayHere,
  writesOffWords,
} from './answer-words'
import { type Answering, isNotKept } from './answering'

type Props = {
  envoy: EnvoyClient
  answering: Answering
  state: AnswerState
  question: Question
  promptId: string
}

/** The way to answer an open question. */
export function AnswerForm({ envoy, answering, state, question, promptId }: Props) {
  const { phase } = state
  const first = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const off = useStore(envoy.contractMismatch) !== null
  const problem = phase.kind === 'open' ? phase.problem : null
  const choice = question.options.length > 0
  const note = noteWords(state)
  // With words of an earlier page there is nothing to send again: the field comes after the read.
  const wordless = state.words === '' && (phase.kind === 'reading' || phase.kind === 'unread')
  return (
    <form
      className="ask-f"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!off && !answering.send()) first.current?.focus()
      }}
    >
      <Doubt state={state} onCheck={answering.check} />
      {note ? <p className="hint">{note}</p> : null}
      {wordless ? null : (
        <AnswerField
          question={question}
          promptId={promptId}
          words={state.words}
          problem={problem ? problemWords(problem, choice) : null}
          fixed={phase.kind !== 'open'}
          first={first}
          onWords={answering.type}
        />
      )}
      {phase.kind === 'open' && phase.failure ? (
        <Failed failure={phase.failure} onRetry={answering.send} onCheck={answering.check} />
      ) : null}
      {off ? (
        <Callout tone="accent" icon={CircleArrowUp} title={writesOffWords.title}>
          {writesOffWords.text}
        </Callout>
      ) : (
        <Acts envoy={envoy} answering={answering} state={state} />
      )}
    </form>
  )
}

function Doubt({ state, onCheck }: { state: AnswerState; onCheck: () => void }) {
  const words = doubtWords(state)
  if (!words) return null
  return (
    <>
      <Callout tone="caution" icon={MessageCircleQuestionMark} title={words.title}>
        {words.text}
      </Callout>
      {state.phase.kind === 'unread' ? (
        <FailureNotice failure={state.phase.failure} onRetry={onCheck} />
      ) : null}
    </>
  )
}

type FailedProps = { failure: CallFailure; onRetry: () => void; onCheck: () => void }

function Failed({ failure, onRetry, onCheck }: FailedProps) {
  if (isNotKept(failure)) {
    return (
      <Callout tone="caution" icon={CircleAlert} title={notKeptWords.title} role="alert">
        {notKeptWords.text}
      </Callout>
    )
  }
  // After a conflict there is something to look at, and nothing to send again.
  const isConflict = failure.kind === 'state_conflict' || failure.kind === 'idempotency_conflict'
  return (
    <>
      <FailureNotice failure={failure} onRetry={isConflict ? onCheck : onRetry} />
      {failure.kind === 'signed_out' ? <p className="hint">{wordsStayHere}</p> : null}
    </>
  )
}

type ActsProps = { envoy: EnvoyClient; answering: Answering; state: AnswerState }

function Acts({ envoy, answering, state }: ActsProps) {
  const { phase } = state
  const wait = useWaitWords(envoy, state)
  switch (phase.kind) {
    case 'open':
    case 'sending':
      return (
        <div className="ask-act">
          <Button
            type="submit"
            variant="primary"
            label={
              phase.kind === 'sending' && phase.back === 'still_open'
                ? 'Send the same answer again'
                : 'Send answer'
            }
            working={phase.kind === 'sending'}
          />
          {wait === null ? null : (
            <Button variant="ghost" label="Cancel" onPress={answering.cancel} />
          )}
          <span className="hint">{wait ?? RECORDED_ONCE}</span>
        </div>
      )
    case 'still_open':
      return (
        <div className="ask-act">
          <Button type="submit" variant="primary" label="Send the same answer again" />
          <Button label="Check the purchase" onPress={answering.check} />
        </div>
      )
    default:
      return null
  }
}

/** Why a sending has not left yet; null: it has, or nothing holds it up. */
function useWaitWords(envoy: EnvoyClient, { phase }: AnswerState): string | null {
  const waits = useStore(envoy.waits)
  const { entries } = envoy.requests
  const onItsWay = useSyncExternalStore(entries.subscribe, () =>
    entries.get().some(({ call, outcome }) => call === 'submit_answer' && outcome === 'in_flight'),
  )
  const wait = waitToShow(waits)
  if (phase.kind !== 'sending' || onItsWay || wait === null) return null
  const unchanged = phase.doubt ? '' : ' Nothing was changed.'
  return `${waitWords(wait).title} Your answer has not left yet.${unchanged}`
}
