import { type Deviation, deviation, spoiling } from './deviation'

export const ENVELOPE: readonly Deviation[] = [
  deviation(
    'replayed is missing',
    ['R-036', 'R-037', 'R-043', 'R-141'],
    spoiling(({ json }) => delete json?.replayed),
  ),
  deviation(
    'a failure has data',
    ['R-146'],
    spoiling(({ json }) => {
      if (json?.error) json.data = {}
    }),
  ),
  deviation(
    'server_time has no zone',
    ['R-144'],
    spoiling(({ json }) => {
      if (json) json.server_time = json.server_time.replace('Z', '')
    }),
  ),
  deviation(
    'server_time is of India',
    ['R-144'],
    spoiling(({ json }) => {
      if (json) json.server_time = json.server_time.replace('Z', '+05:30')
    }),
  ),
  deviation(
    'trace_id has capitals',
    ['R-145'],
    spoiling(({ json }) => {
      if (json) json.trace_id = `A${json.trace_id.slice(1).toUpperCase()}`
    }),
  ),
  deviation(
    'tool is another one',
    ['R-143'],
    spoiling(({ json }) => {
      if (json?.tool === 'list_purchases') json.tool = 'list_transactions'
    }),
  ),
  deviation(
    'a 409 is sent as a 400',
    ['R-158', 'R-159', 'R-160'],
    spoiling((back) => {
      if (back.status === 409) back.status = 400
    }),
  ),
  deviation(
    'a code of its own',
    ['R-152', 'R-157'],
    spoiling(({ json }) => {
      if (json?.error?.code === 'NOT_FOUND') json.error.code = 'MISSING'
    }),
  ),
  deviation(
    'NOT_FOUND is to be retried',
    ['R-079'],
    spoiling(({ json }) => {
      if (json?.error?.code === 'NOT_FOUND') json.error.retryable = true
    }),
  ),
  deviation(
    'UNAUTHENTICATED says stop',
    ['R-184'],
    spoiling(({ json }) => {
      if (json?.error?.code === 'UNAUTHENTICATED') json.next.action = 'stop'
    }),
  ),
]
