import { CircleAlert } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import type { Question } from '@/api/envoy/types'
import { Icon } from '@/ui/icon'
import { ContainedText } from './contained-text'

type Props = {
  question: Question
  /** The element that holds the prompt. */
  promptId: string
  words: string
  /** What is wrong with them; null: nothing. */
  problem: string | null
  /** The words are not to be changed now. */
  fixed: boolean
  first: Ref<HTMLInputElement & HTMLTextAreaElement>
  onWords: (words: string) => void
}

/** Choices where Envoy names them, else a field for words. */
export function AnswerField(props: Props) {
  const { question, problem, promptId } = props
  const problemId = `${promptId}-problem`
  const Field = question.options.length > 0 ? Choices : Words
  return (
    <>
      <Field {...props} problemId={problemId} />
      {problem === null ? null : (
        <p className="hint bad" id={problemId}>
          <Icon icon={CircleAlert} size={15} />
          <span className="prose">{problem}</span>
        </p>
      )}
    </>
  )
}

type FieldProps = Props & { problemId: string }

function Words({ promptId, words, problem, problemId, fixed, first, onWords }: FieldProps) {
  const id = `${promptId}-answer`
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        Your answer
      </label>
      <textarea
        className="area"
        id={id}
        rows={3}
        dir="auto"
        placeholder="Type an answer"
        autoComplete="off"
        ref={first}
        value={words}
        readOnly={fixed}
        aria-required="true"
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? promptId : `${promptId} ${problemId}`}
        onChange={(event) => onWords(event.target.value)}
        onKeyDown={sendOnEnter}
      />
    </div>
  )
}

/** Enter alone is a new line. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

function Choices({ question, promptId, words, problem, problemId, ...props }: FieldProps) {
  // Two options may read the same: they are then the same answer.
  const options = [...new Set(question.options)]
  return (
    <div
      className="chs"
      role="radiogroup"
      aria-labelledby={promptId}
      aria-required="true"
      aria-invalid={problem !== null || undefined}
      aria-describedby={problem === null ? undefined : problemId}
      aria-readonly={props.fixed || undefined}
    >
      {options.map((option, index) => (
        <label className="ch" key={option}>
          <input
            className="radio"
            type="radio"
            name={`${promptId}-answer`}
            ref={index === 0 ? props.first : null}
            checked={words === option}
            onChange={() => props.onWords(option)}
          />
          <span>
            <ContainedText text={option} />
          </span>
        </label>
      ))}
    </div>
  )
}
