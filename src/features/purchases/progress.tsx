import type { Check, Sight } from './knowledge'
import { StateGlyph } from './state-glyph'
import { purchaseSteps, type Step, stepNote, stepsNote, stepTime } from './steps'

type Props = { check: Check; seen: readonly Sight[]; solid: boolean; today: number }

export function Progress({ check, seen, solid, today }: Props) {
  const { purchase } = check.status
  const steps = purchaseSteps(purchase, seen)
  return (
    <>
      <ol className="steps">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity but their place
          <li className={step.at} key={index} aria-current={step.at === 'now' ? 'step' : undefined}>
            <span className="n">
              <StepMark step={step} solid={solid} />
            </span>
            <span className="w">
              <bdi>{step.label}</bdi>
              {stepNote(step, steps, today) ? (
                <small>
                  <bdi>{stepNote(step, steps, today)}</bdi>
                </small>
              ) : null}
            </span>
            <time>{stepTime(step, steps, today)}</time>
          </li>
        ))}
      </ol>
      <p className="foot-note">{stepsNote(purchase, steps, today)}</p>
    </>
  )
}

function StepMark({ step, solid }: { step: Step; solid: boolean }) {
  if (step.at === 'now' && step.state) return <StateGlyph state={step.state} solid={solid} />
  return <span className={step.at === 'next' ? 'ringdot' : 'ringdot ok'} />
}
