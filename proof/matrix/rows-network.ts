import type { Toxic } from '../network/tcp-proxy'
import type { Cause, Row } from './cells'
import { LOST_ON_THE_WAY, LOST_ON_THE_WAY_BACK, NOTHING_HAPPENS, noAnswer } from './usual'

const AT = ['page', 'envoy'] as const

/** The same on both sides of Passbook's server. */
const up = (toxic: Toxic): Cause[] =>
  AT.map((at) => ({ by: 'network', at, toxics: { up: [toxic] } }))
const down = (toxic: Toxic): Cause[] =>
  AT.map((at) => ({ by: 'network', at, toxics: { down: [toxic] } }))

const cutReplies = (at: 'page' | 'envoy', end: 'close' | 'reset') =>
  [1, 2, 3, 4, 5, 6, 7].map((eighth): Cause => ({ by: 'cut', at, share: eighth / 8, end }))

const NEVER = Number.POSITIVE_INFINITY

/** Faults of the network itself, between the page and Passbook and between Passbook and Envoy. */
export const NETWORK: readonly Row[] = [
  {
    fault: 'the connection is refused',
    causes: AT.map((at) => ({ by: 'network', at, toxics: 'refused' })),
    cells: LOST_ON_THE_WAY,
  },
  {
    fault: 'the connection is reset, or ends, within the request',
    causes: [
      ...up({ toxic: 'reset_peer', ms: 0 }),
      ...up({ toxic: 'limit_data', bytes: 40, end: 'close' }),
    ],
    cells: LOST_ON_THE_WAY,
  },
  {
    fault: 'the connection is reset before the reply',
    causes: down({ toxic: 'reset_peer', ms: 0 }),
    cells: LOST_ON_THE_WAY_BACK,
  },
  {
    fault: 'the reply ends at each eighth of its bytes, with a reset or without',
    causes: [...cutReplies('page', 'close'), ...cutReplies('envoy', 'reset')],
    cells: LOST_ON_THE_WAY_BACK,
  },
  {
    fault: 'the request goes nowhere',
    causes: up({ toxic: 'stall', ms: NEVER }),
    cells: noAnswer(0),
  },
  {
    fault: 'the reply goes nowhere, or comes at a byte a second',
    causes: [
      ...down({ toxic: 'stall', ms: NEVER }),
      { by: 'network', at: 'page', toxics: { down: [{ toxic: 'bandwidth', bytesPerS: 1 }] } },
    ],
    cells: noAnswer(1),
  },
  {
    fault: 'two seconds each way',
    causes: AT.map((at) => ({
      by: 'network',
      at,
      toxics: {
        up: [{ toxic: 'latency', ms: 2_000, jitterMs: 500 }],
        down: [{ toxic: 'latency', ms: 2_000, jitterMs: 500 }],
      },
    })),
    cells: {
      ...NOTHING_HAPPENS,
      held: { sent: ['hold 0', 'hold 29'], told: ['seen processing', 'seen completed'] },
    },
  },
  {
    fault: 'request and reply come in pieces of seven bytes',
    causes: AT.map((at) => ({
      by: 'network',
      at,
      toxics: {
        up: [{ toxic: 'slicer', bytes: 7 }],
        down: [{ toxic: 'slicer', bytes: 7 }],
      },
    })),
    cells: NOTHING_HAPPENS,
  },
  {
    fault: 'all connections are lost while Envoy takes ten seconds',
    causes: [{ by: 'meanwhile', what: 'connection_lost' }],
    cells: {
      read: { sent: ['page 0', 'page 1'], waits: ['no_reply 1'], told: ['3 lines'] },
      held: {
        sent: ['hold 0', 'status 1', 'hold 2'],
        told: ['seen processing', 'seen completed'],
      },
      // The server had the call already, and does it although nobody hears of it.
      answer: {
        sent: ['answer 0', 'status 0'],
        told: ['no_reply, maybe done', 'known'],
        effects: 1,
      },
      start: {
        sent: ['start 0', 'status 0'],
        told: ['no_reply, maybe done', 'known'],
        effects: 1,
      },
    },
  },
  {
    fault: 'the browser is offline for 7 s',
    causes: [{ by: 'offline', seconds: 7 }],
    cells: {
      read: { sent: ['page 0', 'page 7'], waits: ['offline'], told: ['3 lines'] },
      held: {
        // The plain read took its six seconds: the next one need not wait.
        sent: ['hold 0', 'status 1', 'status 7', 'hold 7'],
        waits: ['offline'],
        told: ['seen processing', 'seen completed'],
      },
      answer: {
        sent: ['answer 0', 'status 0', 'status 7'],
        waits: ['offline'],
        told: ['no_reply, maybe done', 'still unknown'],
        effects: 0,
      },
      start: {
        sent: ['start 0', 'status 0', 'status 7'],
        waits: ['offline'],
        told: ['no_reply, maybe done', 'still unknown'],
        effects: 0,
      },
    },
  },
  {
    fault: 'nothing is reached, for good',
    causes: [{ by: 'network', at: 'page', toxics: 'refused', calls: NEVER }],
    cells: {
      read: {
        sent: ['page 0', 'page 1', 'page 4'],
        waits: ['no_reply 1', 'no_reply 3'],
        told: ['no_reply'],
      },
      held: {
        sent: [
          'hold 0',
          'status 1',
          'status 2',
          'status 32',
          ...(['status 62', 'status 92', 'status 122'] as const),
          ...(['status 152', 'status 182', 'status 212'] as const),
          ...(['status 272', 'status 302', 'status 332'] as const),
          ...(['status 452', 'status 482', 'status 512'] as const),
        ],
        waits: [
          ...(['no_reply 1', 'no_reply 3', 'breaker 27'] as const),
          ...(['breaker 15', 'no_reply 1', 'breaker 29', 'no_reply 3', 'breaker 27'] as const),
          ...(['no_reply 1', 'breaker 29', 'no_reply 3', 'breaker 27'] as const),
          ...(['no_reply 1', 'breaker 29', 'no_reply 3', 'breaker 27'] as const),
          ...(['no_reply 1', 'breaker 29', 'no_reply 3', 'breaker 27'] as const),
        ],
        told: ['no_reply', 'no_reply', 'no_reply', 'no_reply', 'no_reply'],
      },
      answer: {
        sent: ['answer 0', 'status 0', 'status 1', 'status 31'],
        waits: ['no_reply 1', 'no_reply 3', 'breaker 27'],
        told: ['no_reply, maybe done', 'still unknown'],
        effects: 0,
      },
      start: {
        sent: ['start 0', 'status 0', 'status 1', 'status 31'],
        waits: ['no_reply 1', 'no_reply 3', 'breaker 27'],
        told: ['no_reply, maybe done', 'still unknown'],
        effects: 0,
      },
    },
  },
]

/** The person goes while Envoy takes ten seconds: late replies reach nobody (SR-21). */
export const PEOPLE: readonly Row[] = [
  {
    fault: 'the person signs out while a call is under way',
    causes: [{ by: 'meanwhile', what: 'sign_out' }],
    cells: {
      read: { sent: ['page 0'], told: ['dropped'] },
      held: { sent: ['hold 0'], told: ['dropped'] },
      answer: { sent: ['answer 0'], told: ['no_reply, maybe done', 'dropped'], effects: 1 },
      start: { sent: ['start 0'], told: ['no_reply, maybe done', 'dropped'], effects: 1 },
    },
  },
  {
    fault: 'another account comes while a call is under way',
    causes: [{ by: 'meanwhile', what: 'other_account' }],
    cells: {
      read: { sent: ['page 0', 'page 0'], told: ['dropped', 'own lines only'] },
      held: { sent: ['hold 0', 'page 0'], told: ['dropped', 'own lines only'] },
      answer: {
        sent: ['answer 0', 'page 0'],
        told: ['no_reply, maybe done', 'dropped', 'own lines only'],
        effects: 1,
      },
      start: {
        sent: ['start 0', 'page 0'],
        told: ['no_reply, maybe done', 'dropped', 'own lines only'],
        effects: 1,
      },
    },
  },
  {
    fault: 'what the person sends is larger than 64 KB',
    causes: [{ by: 'large_input' }],
    cells: {
      answer: { sent: [], told: ['invalid_input'], effects: 0 },
      start: { sent: [], told: ['invalid_input'], effects: 0 },
    },
  },
]
