import type { Rule } from './shape'

export const nextRules: readonly Rule[] = [
  { id: 'R-077', says: 'A call is repeated only if `next` says so.', keepers: ['client'] },
  {
    id: 'R-078',
    says: '`retry` means: wait `next.after_seconds`, then the same call unchanged.',
    keepers: ['client'],
  },
  {
    id: 'R-079',
    says: '`retry` is for RATE_LIMITED and an UNAVAILABLE that is retryable, and for nothing else.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-080',
    says: 'An UNAVAILABLE that is not retryable is not repeated.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-081',
    says: 'After a failed call with `call_tool`, the purchase it names is read before anything else.',
    keepers: ['client'],
  },
  { id: 'R-082', says: 'In that case the write may have happened.', keepers: ['client', 'page'] },
  {
    id: 'R-083',
    says: '`stop`, `reconnect`, `fix_input` and `update_client` are done as they say, without a loop.',
    keepers: ['client', 'page'],
  },
  {
    id: 'R-084',
    says: 'There are six actions: retry, call_tool, stop, reconnect, fix_input, update_client.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-085',
    says: '`next` has action, tool, args, instruction, after_seconds and by.',
    keepers: ['client', 'sandbox'],
  },
  { id: 'R-086', says: '`next.args` is handed on as it came.', keepers: ['client'] },
  {
    id: 'R-087',
    says: 'What happens depends on `error.code` and `next`, not on the HTTP status.',
    keepers: ['client'],
  },
  { id: 'R-088', says: 'A failure carries `error` and exactly one `next`.', keepers: ['sandbox'] },
  {
    id: 'R-089',
    says: 'A failure has `ok: false` and changed nothing, unless its `next` is `call_tool`.',
    keepers: ['client', 'sandbox'],
  },
  { id: 'R-090', says: 'An action that is not known means stop.', keepers: ['client'] },
  {
    id: 'R-091',
    says: "A `next` that writes is followed only after a person's own gesture.",
    keepers: ['client', 'page'],
  },
  {
    id: 'R-092',
    says: 'A chain of `next` without a person has an end, in steps and in time.',
    keepers: ['client'],
  },
]
