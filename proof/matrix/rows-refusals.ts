import { type Cause, envoy, type Row, type SandboxFault } from './cells'
import { againFrom, refused, waitedOut } from './usual'

const limited = (parameters: Record<string, unknown>) => envoy('status_429', parameters)

/** A 429 whose header depends on the time. */
const limitedAt = (header: (now: number) => string, after: number): Cause => ({
  by: 'envoy',
  faults: (now): SandboxFault[] => [
    { fault: 'status_429', retry_after: header(now), after_seconds: after },
  ],
})

/** A limit: `max(Retry-After, next.after_seconds)`, at least 1 s, doubled each time in a row (B1). */
export const LIMITS: readonly Row[] = [
  {
    fault: '429, header and body say 60',
    causes: [limited({ retry_after: 60, after_seconds: 60 })],
    cells: waitedOut('rate_limited', 60),
  },
  {
    fault: '429, header 60, body 1',
    causes: [limited({ retry_after: 60, after_seconds: 1 })],
    cells: waitedOut('rate_limited', 60),
  },
  {
    fault: '429, header 1, body 60',
    causes: [limited({ retry_after: 1, after_seconds: 60 })],
    cells: waitedOut('rate_limited', 60),
  },
  {
    fault: '429, header and body say 1, or 0',
    causes: [
      limited({ retry_after: 1, after_seconds: 1 }),
      limited({ retry_after: 0, after_seconds: 0 }),
    ],
    cells: waitedOut('rate_limited', 1),
  },
  {
    fault:
      '429, no usable header (none, text, negative, a fraction, a Unix time, a date that is over), body 5',
    causes: [
      limited({ retry_after: 'absent', after_seconds: 5 }),
      limited({ retry_after: 'soon', after_seconds: 5 }),
      limited({ retry_after: -60, after_seconds: 5 }),
      limited({ retry_after: 90.5, after_seconds: 5 }),
      limited({ retry_after: 1_796_000_000, after_seconds: 5 }),
      limitedAt((now) => new Date(now - 90_000).toUTCString(), 5),
    ],
    cells: waitedOut('rate_limited', 5),
  },
  {
    fault: '429, header is a date 90 s ahead, body 5',
    causes: [limitedAt((now) => new Date(now + 90_000).toUTCString(), 5)],
    cells: {
      ...waitedOut('rate_limited', 90),
      // The date was written a second before the held read left.
      held: waitedOut('rate_limited', 89).held,
    },
  },
  {
    fault: '429 before the sign-in is looked at',
    causes: [envoy('auth_429')],
    cells: waitedOut('rate_limited', 60),
  },
  {
    fault: '429, header 30, body says no number (null, or the text "30")',
    causes: [
      limited({ retry_after: 30, after_seconds: null }),
      limited({ retry_after: 30, after_seconds: '30' }),
    ],
    cells: againFrom('rate_limited', 30),
  },
  {
    fault: '429, body says a thousand million seconds',
    causes: [limited({ retry_after: 60, after_seconds: 1e9 })],
    cells: againFrom('rate_limited', 3600),
  },
  {
    fault: '429 five times in a row',
    causes: [limited({ retry_after: 60, after_seconds: 60, times: 5 })],
    cells: {
      read: {
        sent: ['page 0', 'page 60', 'page 180', 'page 420'],
        waits: ['rate_limited 60', 'rate_limited 120', 'rate_limited 240'],
        told: ['rate_limited, again from 660'],
      },
      held: {
        sent: ['hold 0', 'hold 60', 'hold 180', 'hold 420'],
        waits: ['rate_limited 60', 'rate_limited 120', 'rate_limited 240'],
        told: ['rate_limited, again from 660'],
      },
      answer: {
        sent: ['answer 0', 'answer 60', 'answer 180', 'answer 420'],
        waits: ['rate_limited 60', 'rate_limited 120', 'rate_limited 240'],
        told: ['rate_limited, again from 660'],
        effects: 0,
      },
      start: {
        sent: ['start 0', 'start 60', 'start 180', 'start 420'],
        waits: ['rate_limited 60', 'rate_limited 120', 'rate_limited 240'],
        told: ['rate_limited, again from 660'],
        effects: 0,
      },
    },
  },
]

const UNAVAILABLE_AGAIN = ['unavailable 5', 'unavailable 5', 'unavailable 5'] as const
/** After three in a row nobody sends for 30 s; each wait of 5 s is over long before that. */
const UNAVAILABLE_AND_REST = [
  ...UNAVAILABLE_AGAIN,
  'breaker 25',
  'unavailable 5',
  'breaker 25',
] as const

/** Unavailable: repeated only where retryable, `next` and a number all say so (B7). */
export const OUTAGES: readonly Row[] = [
  {
    fault: '503, retryable, after 5 s',
    causes: [envoy('status_503', { retryable: true, after_seconds: 5 })],
    cells: waitedOut('unavailable', 5),
  },
  {
    fault: '503, retryable, after 400 s',
    causes: [envoy('status_503', { retryable: true, after_seconds: 400 })],
    cells: againFrom('unavailable', 400),
  },
  {
    fault: '503, retryable, after null',
    causes: [envoy('status_503', { retryable: true, after_seconds: null })],
    cells: refused('unavailable'),
  },
  {
    fault: '503, not retryable; a write is told to read its purchase. Also as a 200',
    causes: [envoy('status_503', { retryable: false }), envoy('ok_false_200')],
    cells: {
      read: { sent: ['page 0'], told: ['unavailable'] },
      held: { sent: ['hold 0'], told: ['unavailable'] },
      answer: {
        sent: ['answer 0', 'status 0'],
        told: ['unavailable, maybe done', 'still unknown'],
        effects: 0,
      },
      start: {
        sent: ['start 0', 'status 0'],
        told: ['unavailable, maybe done', 'still unknown'],
        effects: 0,
      },
    },
  },
  {
    fault: '503, not retryable, but the write had happened',
    causes: [envoy('status_503', { retryable: false, after_effect: true })],
    cells: {
      answer: {
        sent: ['answer 0', 'status 0'],
        told: ['unavailable, maybe done', 'known'],
        effects: 1,
      },
      start: {
        sent: ['start 0', 'status 0'],
        told: ['unavailable, maybe done', 'known'],
        effects: 1,
      },
    },
  },
  {
    fault: '503, retryable, after 5 s, four times in a row',
    causes: [envoy('status_503', { retryable: true, after_seconds: 5, times: 4 })],
    cells: {
      read: {
        sent: ['page 0', 'page 5', 'page 10', 'page 40', 'page 70'],
        waits: UNAVAILABLE_AND_REST,
        told: ['3 lines'],
      },
      held: {
        sent: ['hold 0', 'hold 5', 'hold 10', 'hold 40', 'hold 70'],
        waits: UNAVAILABLE_AND_REST,
        told: ['seen completed'],
      },
      answer: {
        sent: ['answer 0', 'answer 5', 'answer 10', 'answer 40', 'answer 70'],
        waits: UNAVAILABLE_AND_REST,
        told: ['recorded'],
        effects: 1,
      },
      start: {
        sent: ['start 0', 'start 5', 'start 10', 'start 40', 'start 70'],
        waits: UNAVAILABLE_AND_REST,
        told: ['recorded'],
        effects: 1,
      },
    },
  },
  {
    fault: 'a failure without next, or with a next nobody knows',
    causes: [envoy('next_null'), envoy('unknown_action')],
    cells: refused('unavailable'),
  },
]

/** The other codes: nothing is repeated, whatever the HTTP status is. */
export const REFUSALS: readonly Row[] = [
  {
    fault: '401: the connection has ended',
    causes: [envoy('status_401'), envoy('unknown_code', { action: 'reconnect' })],
    cells: refused('signed_out'),
  },
  {
    fault: '403 NOT_ALLOWED',
    causes: [envoy('status_403', { code: 'NOT_ALLOWED' })],
    cells: refused('not_allowed'),
  },
  {
    fault: '403 SERVICE_NOT_ENABLED',
    causes: [envoy('status_403', { code: 'SERVICE_NOT_ENABLED' })],
    cells: refused('not_enabled'),
  },
  { fault: '404', causes: [envoy('status_404')], cells: refused('not_found') },
  {
    fault: '409 STATE_CONFLICT',
    causes: [envoy('status_409', { code: 'STATE_CONFLICT' })],
    cells: refused('state_conflict'),
  },
  {
    fault: '409 IDEMPOTENCY_CONFLICT',
    causes: [envoy('status_409', { code: 'IDEMPOTENCY_CONFLICT' })],
    cells: refused('idempotency_conflict'),
  },
  {
    fault: '409 ACTIVE_PURCHASE_EXISTS',
    causes: [envoy('status_409', { code: 'ACTIVE_PURCHASE_EXISTS' })],
    cells: refused('active_purchase'),
  },
  {
    fault: '413, or a code nobody knows that asks to mend the input',
    causes: [envoy('status_413'), envoy('unknown_code', { action: 'fix_input' })],
    cells: refused('invalid_input'),
  },
  { fault: '422 NO_RAIL', causes: [envoy('status_422')], cells: refused('no_rail') },
  {
    fault: '426, or a code nobody knows that asks for an update',
    causes: [envoy('status_426'), envoy('unknown_code', { action: 'update_client' })],
    cells: refused('update_needed'),
  },
  {
    fault: 'a code nobody knows',
    causes: [envoy('unknown_code')],
    cells: refused('not_recognised'),
  },
]
