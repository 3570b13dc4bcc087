import type { StateName } from '@/api/envoy/types'
import { StateGlyph } from './state-glyph'
import { stateLabel } from './state-words'

type Props = { state: StateName; solid: boolean }

export function StateMark({ state, solid }: Props) {
  return (
    <span className={solid ? 'st' : 'st listed'}>
      {/* A new key when the drawing changes lets it fade in; nothing else moves. */}
      <StateGlyph key={`${state} ${solid}`} state={state} solid={solid} />
      {stateLabel(state)}
    </span>
  )
}
