import { MessageCircleQuestionMark } from 'lucide-react'
import { useId } from 'react'
import type { Question } from '@/api/envoy/types'
import { Icon } from '@/ui/icon'
import { ContainedText } from './contained-text'

type Props = { question: Question /** Safe to show; null: not named. */; agent: string | null }

export function QuestionCard({ question, agent }: Props) {
  const id = useId()
  return (
    <section className="card ask" aria-labelledby={id}>
      <p className="ask-k">
        <Icon icon={MessageCircleQuestionMark} size={16} />
        <span>Envoy asks</span>
      </p>
      <p className="ask-q" id={id}>
        <ContainedText text={question.prompt} />
      </p>
      {question.options.length > 0 ? (
        <ul className="ask-o" aria-label="Possible answers">
          {question.options.map((option, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two answers may read the same
            <li key={index}>
              <ContainedText text={option} />
            </li>
          ))}
        </ul>
      ) : null}
      <p className="hint">
        Answer where you talk to the agent that asked
        {agent ? (
          <>
            , <bdi>{agent}</bdi>
          </>
        ) : null}
        . The answer goes to Envoy through that agent.
      </p>
    </section>
  )
}
