import { type Cause, envoy, type Row } from './cells'
import { LOST_ON_THE_WAY, LOST_ON_THE_WAY_BACK, NOTHING_HAPPENS, noAnswer } from './usual'

const EIGHTHS = [0, 1, 2, 3, 4, 5, 6, 7].map((eighth) => eighth / 8)

/** Replies that cannot be used. */
export const UNUSABLE: readonly Row[] = [
  {
    fault: "a proxy's page in place of the reply: 500 or 502 in HTML",
    causes: [envoy('html_500'), envoy('html_502')],
    cells: LOST_ON_THE_WAY,
  },
  { fault: 'a 200 without a body', causes: [envoy('empty_200')], cells: LOST_ON_THE_WAY_BACK },
  {
    fault: 'JSON cut at each eighth',
    causes: EIGHTHS.map((at): Cause => envoy('cut_json', { at })),
    cells: LOST_ON_THE_WAY_BACK,
  },
  {
    fault: 'garbage behind the JSON',
    causes: [envoy('trailing_garbage')],
    cells: LOST_ON_THE_WAY_BACK,
  },
  {
    fault: 'said to be gzip, and is not',
    causes: [envoy('gzip_lie')],
    cells: LOST_ON_THE_WAY_BACK,
  },
  {
    fault: "another tool's reply",
    causes: [envoy('other_tool')],
    cells: LOST_ON_THE_WAY_BACK,
  },
  {
    fault: 'Envoy resets the connection before it does anything',
    causes: [envoy('reset', { when: 'before_headers' })],
    cells: LOST_ON_THE_WAY,
  },
  {
    fault:
      'Envoy resets the connection after the call: before the headers, after them, in the body',
    causes: ['after_effect', 'after_headers', 'mid_body'].map((when) => envoy('reset', { when })),
    cells: LOST_ON_THE_WAY_BACK,
  },
  {
    fault: "Envoy's server goes down one second into the call",
    causes: [envoy('restart', { ms: 1_000 })],
    cells: {
      ...LOST_ON_THE_WAY_BACK,
      held: {
        sent: ['hold 0', 'status 2', 'hold 3'],
        told: ['seen processing', 'seen completed'],
      },
    },
  },
  {
    fault: 'Envoy stalls: before the headers, after them, in the body',
    causes: ['before_headers', 'after_headers', 'mid_body'].map((when) =>
      envoy('stall', { when, ms: 600_000 }),
    ),
    cells: noAnswer(1),
  },
  {
    fault: 'the reply drips, a byte a second',
    causes: [envoy('drip', { bytes_per_s: 1 })],
    cells: noAnswer(1),
  },
]

/** Replies with something wrong in them that can be used all the same. */
export const ODD: readonly Row[] = [
  { fault: 'no fault', causes: [envoy('delay', { ms: 0 })], cells: NOTHING_HAPPENS },
  {
    fault: 'called HTML, but is the reply',
    causes: [envoy('wrong_content_type')],
    cells: NOTHING_HAPPENS,
  },
  {
    fault: 'the connection is reset when the whole reply was there',
    causes: [envoy('reset', { when: 'after_body' })],
    cells: NOTHING_HAPPENS,
  },
  {
    fault: 'a reply of more than 64 KB, fields nobody knows everywhere, ids used before',
    causes: [envoy('large_reply'), envoy('unknown_fields'), envoy('reused_request_id')],
    cells: NOTHING_HAPPENS,
  },
  {
    fault: "Envoy's clock a day ahead or behind",
    causes: [envoy('clock_skew', { ms: 86_400_000 }), envoy('clock_skew', { ms: -86_400_000 })],
    cells: NOTHING_HAPPENS,
  },
  {
    fault: 'Envoy words an amount as another one',
    causes: [envoy('display_mismatch')],
    cells: NOTHING_HAPPENS,
  },
  {
    fault: 'the reply comes after 5 s',
    causes: [envoy('delay', { ms: 5_000 })],
    cells: {
      ...NOTHING_HAPPENS,
      held: { sent: ['hold 0', 'hold 30'], told: ['seen processing', 'seen completed'] },
    },
  },
  {
    fault: 'words nobody knows for state, money and kind',
    causes: [envoy('unknown_enums')],
    cells: {
      ...NOTHING_HAPPENS,
      held: { sent: ['hold 0', 'hold 25'], told: ['seen not_recognised', 'seen completed'] },
    },
  },
  {
    fault: 'contract envoy@2027-01',
    causes: [envoy('contract', { value: 'envoy@2027-01' })],
    cells: {
      read: { sent: ['page 0'], told: ['other contract', '3 lines'] },
      held: {
        sent: ['hold 0', 'hold 25'],
        told: ['other contract', 'seen processing', 'seen completed'],
      },
      answer: { sent: ['answer 0'], told: ['other contract', 'recorded'], effects: 1 },
      start: { sent: ['start 0'], told: ['other contract', 'recorded'], effects: 1 },
    },
  },
  {
    fault: 'amounts in dollars',
    causes: [envoy('currency', { code: 'USD' })],
    cells: { ...NOTHING_HAPPENS, read: { sent: ['page 0'], told: ['3 lines, USD'] } },
  },
  {
    fault: 'amounts in no currency',
    causes: [envoy('currency', { code: 'rupees' })],
    cells: { read: { sent: ['page 0'], told: ['0 lines, 3 unreadable'] } },
  },
]

/** Pages that lead astray. The history has 120 lines, 50 to a page; a person always asks for the next. */
export const PAGES: readonly Row[] = [
  {
    fault: 'a cursor that leads back to its own page',
    causes: [envoy('cursor', { kind: 'repeat' })],
    cells: { read: { sent: ['page 0', 'page 0'], told: ['50 lines, stopped'] } },
  },
  {
    fault: 'cursors that lead round in a circle',
    causes: [envoy('cursor', { kind: 'cycle', times: 2 })],
    cells: { read: { sent: ['page 0', 'page 0', 'page 0'], told: ['100 lines, stopped'] } },
  },
  {
    fault: 'an empty page with a cursor',
    causes: [envoy('cursor', { kind: 'empty_page' })],
    cells: { read: { sent: ['page 0'], told: ['0 lines, stopped'] } },
  },
  {
    fault: 'a cursor on the last page',
    causes: [envoy('cursor', { kind: 'on_last' })],
    cells: {
      read: { sent: ['page 0', 'page 0', 'page 0', 'page 0'], told: ['120 lines'] },
    },
  },
  {
    fault: 'a line vanishes between two pages',
    causes: [envoy('vanish_line')],
    cells: { read: { sent: ['page 0', 'page 0', 'page 0'], told: ['120 lines'] } },
  },
]
