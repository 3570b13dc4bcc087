import { Check, CircleCheck, MessageCircleQuestionMark } from 'lucide-react'
import { useId } from 'react'
import type { Connection } from '@/api/envoy/connection'
import type { PurchaseStatus } from '@/api/envoy/types'
import { Icon } from '@/ui/icon'
import { Live } from '@/ui/live'
import { AnswerForm } from './answer-form'
import type { AnswerState } from './answer-state'
import { CANNOT_CHANGE, noteWords, overWords, spokenWords } from './answer-words'
import { ContainedText } from './contained-text'
import { clockWords } from './freshness'
import { useAnswering } from './use-answering'
import { useHeldFocus } from './use-held-focus'

type Props = { connection: Connection; status: PurchaseStatus }

/** The question of a purchase, from being asked to being answered. */
export function QuestionCard({ connection, status }: Props) {
  const { answering, state } = useAnswering(connection, status)
  const id = useId()
  const { phase, question } = state
  const place = useHeldFocus<HTMLElement>(phase.kind)
  const over = overWords(state)
  return (
    <>
      <Live>{spokenWords(state)}</Live>
      {phase.kind === 'none' ? null : (
        <section
          className={over ? 'card answered' : 'card ask'}
          aria-labelledby={question ? id : `${id}-over`}
          {...place}
        >
          {over ? (
            <p className={phase.kind === 'closed' ? 'ask-k quiet' : 'ask-k pos'} id={`${id}-over`}>
              <Icon icon={phase.kind === 'recorded' ? Check : CircleCheck} size={16} />
              <span>{over.title}</span>
            </p>
          ) : (
            <p className="ask-k">
              <Icon icon={MessageCircleQuestionMark} size={16} />
              <span>Envoy asks</span>
            </p>
          )}
          {question ? (
            <p className="ask-q" id={id}>
              <ContainedText text={question.prompt} />
            </p>
          ) : null}
          {over ? (
            <Over state={state} text={over.text} today={connection.envoy.serverNow()} />
          ) : question ? (
            <AnswerForm
              envoy={connection.envoy}
              answering={answering}
              state={state}
              question={question}
              promptId={id}
            />
          ) : null}
        </section>
      )}
    </>
  )
}

type OverProps = { state: AnswerState; text: string; today: number }

function Over({ state, text, today }: OverProps) {
  const { phase, words } = state
  const note = noteWords(state)
  return (
    <>
      {phase.kind === 'recorded' ? (
        <p className="quo">
          <ContainedText text={words} />
        </p>
      ) : null}
      <p className="hint num">
        {phase.kind === 'recorded' && phase.at !== null
          ? `Recorded at ${clockWords(phase.at, today)} IST. ${CANNOT_CHANGE}`
          : text}
        {note ? ` ${note}` : ''}
      </p>
    </>
  )
}
