import type { ReactNode } from 'react'
import type { StateName } from '@/api/envoy/types'
import { stateTone } from './state-words'

type Props = {
  state: StateName /** Just checked, or checked and final; dashed otherwise. */
  solid: boolean
}

/** A state's mark: solid is known, dashed is not (design §1). Decoration: the label says the state. */
export function StateGlyph({ state, solid }: Props) {
  const drawing = solid ? SOLID[state] : null
  return (
    <svg
      className={`g ${drawing ? stateTone(state) : 'quiet'}`}
      width="16"
      height="16"
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      {drawing ?? (
        <>
          <circle cx="8" cy="8" r="6.25" className="g-ring" strokeDasharray="2.2 1.73" />
          {DASHED[state]}
        </>
      )}
    </svg>
  )
}

const disc = <circle cx="8" cy="8" r="7" className="g-fill" />
const ring = <circle cx="8" cy="8" r="6.25" className="g-ring" />

const attention = (
  <>
    {disc}
    <path d="M8 4.6v4" className="g-cut" />
    <circle cx="8" cy="11.2" r=".55" className="g-cutdot" />
  </>
)

/** A state that nobody knows is never known: it has no solid mark. */
const SOLID: Record<StateName, ReactNode> = {
  needs_details: attention,
  needs_answer: attention,
  waiting_for_user: attention,
  processing: (
    <>
      {ring}
      <path d="M8 4.5a3.5 3.5 0 0 1 0 7z" className="g-solid" />
    </>
  ),
  ready: (
    <>
      {ring}
      <path d="M8 4.5a3.5 3.5 0 1 1-3.5 3.5H8z" className="g-solid" />
    </>
  ),
  verifying: (
    <>
      {ring}
      <circle cx="8" cy="8" r="2.1" className="g-solid" />
    </>
  ),
  completed: (
    <>
      {disc}
      <path d="m5 8.3 2.1 2.1L11 6.3" className="g-cut" />
    </>
  ),
  failed: (
    <>
      {disc}
      <path d="m5.9 5.9 4.2 4.2m0-4.2-4.2 4.2" className="g-cut" />
    </>
  ),
  cancelled: (
    <>
      {ring}
      <path d="M5.4 8h5.2" className="g-line" />
    </>
  ),
  superseded: (
    <>
      {ring}
      <path d="M5.2 8h5M8.3 5.9 10.4 8l-2.1 2.1" className="g-line" />
    </>
  ),
  not_recognised: null,
}

const listedAttention = (
  <>
    <path d="M8 5v3.3" className="g-line" />
    <circle cx="8" cy="10.8" r=".5" className="g-dot" />
  </>
)

const DASHED: Record<StateName, ReactNode> = {
  needs_details: listedAttention,
  needs_answer: listedAttention,
  waiting_for_user: listedAttention,
  processing: <path d="M8 4.9a3.1 3.1 0 0 1 0 6.2z" className="g-solid" />,
  ready: <path d="M8 4.9A3.1 3.1 0 1 1 4.9 8H8z" className="g-solid" />,
  verifying: <circle cx="8" cy="8" r="1.9" className="g-solid" />,
  completed: <path d="m5.5 8.2 1.8 1.8 3.2-3.5" className="g-line" />,
  failed: <path d="m6.2 6.2 3.6 3.6m0-3.6L6.2 9.8" className="g-line" />,
  cancelled: <path d="M5.7 8h4.6" className="g-line" />,
  superseded: <path d="M5.5 8h4.4M8.2 6.2 10 8l-1.8 1.8" className="g-line" />,
  not_recognised: (
    <>
      <path d="M6.5 6.6a1.5 1.5 0 1 1 2.2 1.4c-.5.2-.7.5-.7 1" className="g-line" />
      <circle cx="8" cy="11" r=".5" className="g-dot" />
    </>
  ),
}
