import { TOOLS } from '@/api/envoy/contract'
import type { Envelope } from './envelope'
import type { Fault } from './faults'
import { wireMoney } from './wire-money'

/** What the reply before this one was called; a fault may send it again. */
export type ReplyIds = Pick<Envelope, 'request_id' | 'trace_id'>

type Json = Record<string, unknown>

/** The envelope as the fault sends it: still a readable reply, but with something wrong in it. */
export function bendEnvelope(fault: Fault, envelope: Envelope, previous: ReplyIds | null): unknown {
  switch (fault.fault) {
    case 'other_tool':
      return { ...envelope, tool: TOOLS.find((tool) => tool !== envelope.tool) }
    case 'reused_request_id':
      return { ...envelope, ...previous }
    case 'clock_skew':
      return {
        ...envelope,
        server_time: new Date(Date.parse(envelope.server_time) + fault.ms).toISOString(),
      }
    case 'contract':
      return { ...envelope, contract: fault.value }
    case 'large_reply':
      return { ...envelope, added_later: 'x'.repeat(fault.bytes) }
    case 'unknown_fields':
      return mapObjects(envelope, (object) => ({
        ...object,
        added_later: { note: 'A field of a later revision.', state: 'completed', list: [1, null] },
      }))
    case 'unknown_enums':
      return mapObjects(envelope, withUnknownEnums)
    case 'display_mismatch':
      return mapObjects(envelope, (object) =>
        isMoney(object) ? { ...object, display: wireMoney(object.minor + 100).display } : object,
      )
    case 'currency':
      return mapObjects(envelope, (object) =>
        isMoney(object) ? wireMoney(object.minor, fault.code) : object,
      )
    default:
      return envelope
  }
}

const ENUMS = ['state', 'money', 'checkout_by', 'redeem_at', 'kind']

function withUnknownEnums(object: Json): Json {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      ENUMS.includes(name) && typeof value === 'string' ? 'added_later' : value,
    ]),
  )
}

function isMoney(object: Json): object is { minor: number; currency: string; display: string } {
  return Number.isInteger(object['minor']) && typeof object['currency'] === 'string'
}

/** Applies `change` to every object of a reply but `args`, which a client sends back as they are. */
function mapObjects(value: unknown, change: (object: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change))
  if (typeof value !== 'object' || value === null) return value
  const inside = Object.entries(value).map(([name, item]) => [
    name,
    name === 'args' ? item : mapObjects(item, change),
  ])
  return change(Object.fromEntries(inside))
}
