import type { RuleId } from '../verdict'
import { type Back, type Deviation, deviation, spoiling } from './deviation'

const limited = (name: string, breaks: readonly RuleId[], spoil: (back: Back) => void) =>
  deviation(
    name,
    breaks,
    spoiling((back) => {
      if (back.status === 429) spoil(back)
    }),
    '--limit-test',
  )

export const LIMITS: readonly Deviation[] = [
  limited('a 429 without Retry-After', ['R-097'], ({ headers }) => headers.delete('retry-after')),
  limited('Retry-After above 60', ['R-099'], ({ headers }) =>
    headers.set('retry-after', String(Number(headers.get('retry-after')) + 61)),
  ),
  limited('Retry-After that does not count down', ['R-098'], ({ headers }) =>
    headers.set('retry-after', '60'),
  ),
  limited('next.after_seconds is not error.retry_after_seconds', ['R-096'], ({ json }) => {
    json.next.after_seconds = 61
  }),
  limited('the body counts down with the header', ['R-096', 'R-100'], ({ json, headers }) => {
    json.next.after_seconds = Number(headers.get('retry-after'))
    json.error.retry_after_seconds = json.next.after_seconds
  }),
]
