import type { Rule } from './shape'

export const envelopeRules: readonly Rule[] = [
  { id: 'R-140', says: 'Every reply uses the shared envelope.', keepers: ['client', 'sandbox'] },
  {
    id: 'R-141',
    says: 'Every reply has all thirteen fields of the envelope.',
    keepers: ['sandbox'],
  },
  { id: 'R-142', says: '`contract` is envoy@2026-10.', keepers: ['client', 'sandbox'] },
  {
    id: 'R-143',
    says: '`tool` names the tool that was called, and the client checks it.',
    keepers: ['client', 'sandbox'],
  },
  { id: 'R-144', says: '`server_time` is RFC 3339 in UTC.', keepers: ['client', 'sandbox'] },
  { id: 'R-145', says: 'A trace id is 32 lowercase hexadecimal digits.', keepers: ['sandbox'] },
  {
    id: 'R-146',
    says: 'A failure has no purchase, no data and no follow-ups, and a user_action only where its code needs one.',
    keepers: ['sandbox'],
  },
  {
    id: 'R-147',
    says: '`error` has code, message, fields, reason_code, retryable and retry_after_seconds.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-148',
    says: '`error.fields` is empty unless fields are at fault.',
    keepers: ['sandbox'],
  },
  { id: 'R-149', says: 'What a tool returns stands in `data`.', keepers: ['client', 'sandbox'] },
  { id: 'R-150', says: 'Fields that are not known are ignored.', keepers: ['client'] },
  { id: 'R-151', says: 'Input is strict, output is read leniently.', keepers: ['client'] },
  {
    id: 'R-152',
    says: 'Every tool may answer with any of the twelve codes.',
    keepers: ['client', 'sandbox'],
  },
]
