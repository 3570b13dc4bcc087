import type { Break } from './shape'

/** A8: the envelope of every reply (R-140…R-152). */
export const envelopeBreaks: readonly Break[] = [
  {
    rule: 'R-140',
    file: 'src/sandbox/app.ts',
    find: "return c.req.path.startsWith('/tools')",
    replace: "return c.req.path === '/tools'",
  },
  {
    rule: 'R-140',
    file: 'src/api/envoy/envelope.ts',
    find: '  ok: z.boolean(),',
    replace: '  ok: z.catch(z.boolean(), true),',
  },
  {
    rule: 'R-141',
    file: 'src/sandbox/envelope.ts',
    find: '    follow_ups: [],\n',
    replace: '',
  },
  {
    rule: 'R-142',
    file: 'src/api/envoy/contract.ts',
    find: "CONTRACT = 'envoy@2026-10'",
    replace: "CONTRACT = 'envoy@2026-11'",
  },
  {
    rule: 'R-142',
    file: 'src/api/envoy/asking.ts',
    find: 'meta.contract === CONTRACT ? null : meta.contract',
    replace: 'meta.contract ? null : CONTRACT',
  },
  {
    rule: 'R-143',
    file: 'src/sandbox/envelope.ts',
    find: '    tool,\n    request_id',
    replace: '    tool: null,\n    request_id',
  },
  {
    rule: 'R-143',
    file: 'src/api/envoy/envelope.ts',
    find: 'read?.tool === tool ? read : null',
    replace: 'read?.tool || tool ? read : null',
  },
  {
    rule: 'R-144',
    file: 'src/sandbox/envelope.ts',
    find: 'new Date(now).toISOString()',
    replace: 'new Date(now).toUTCString()',
  },
  {
    rule: 'R-144',
    file: 'src/api/envoy/envelope.ts',
    find: '    serverTime: read.server_time,',
    replace: '    serverTime: read.server_time && read.server_time / 1000,',
  },
  {
    rule: 'R-145',
    file: 'src/sandbox/envelope.ts',
    find: "trace_id: randomBytes(16).toString('hex')",
    replace: "trace_id: randomBytes(24).toString('base64url')",
  },
  {
    rule: 'R-146',
    file: 'src/sandbox/envelope.ts',
    find: 'user_action: outcome.userAction,',
    replace: "user_action: outcome.userAction ?? { message: 'Nothing to do.' },",
  },
  {
    rule: 'R-147',
    file: 'src/sandbox/errors.ts',
    find: '      reason_code: null,\n',
    replace: '',
  },
  {
    rule: 'R-147',
    file: 'src/api/envoy/refusal.ts',
    find: 'says: error.message,',
    replace: 'says: error.code,',
  },
  {
    rule: 'R-148',
    file: 'src/sandbox/errors.ts',
    find: 'fields: details.fields ?? [],',
    replace: "fields: details.fields ?? [{ path: '', problem: row.message, expected: '' }],",
  },
  {
    rule: 'R-149',
    file: 'src/sandbox/tools/list-gift-card-merchants.ts',
    find: 'dataReply({ merchants: giftCardMerchants() })',
    replace: 'dataReply({ payload: { merchants: giftCardMerchants() } })',
  },
  {
    rule: 'R-149',
    file: 'src/api/envoy/tools/list-transactions.ts',
    find: 'if (data === null) return null',
    replace: 'if (data === null) return { lines: [], next: null, more: false, meta }',
  },
  {
    rule: 'R-150',
    file: 'src/api/envoy/tools/list-transactions.ts',
    find: 'const lineSchema = z.object({',
    replace: 'const lineSchema = z.strictObject({',
  },
  {
    rule: 'R-150',
    file: 'src/sandbox/bend.ts',
    find: "name === 'args' ? item : mapObjects(item, change)",
    replace: 'mapObjects(item, change)',
  },
  {
    rule: 'R-151',
    file: 'src/api/envoy/purchase.ts',
    find: 'const funding = z.object({',
    replace: 'const funding = z.strictObject({',
  },
  {
    rule: 'R-152',
    file: 'src/api/envoy/refusal.ts',
    find: "  CLIENT_UPDATE_REQUIRED: 'update_needed',",
    replace: "  CLIENT_UPDATE_REQUIRED: 'not_recognised',",
  },
  {
    rule: 'R-152',
    file: 'src/sandbox/errors.ts',
    find: '      code,\n      message: details.message',
    replace:
      "      code: code === 'STATE_CONFLICT' ? 'IDEMPOTENCY_CONFLICT' : code,\n      message: details.message",
  },
]
