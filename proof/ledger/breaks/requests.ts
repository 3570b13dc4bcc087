import type { Break } from './shape'

export const requestBreaks: readonly Break[] = [
  {
    rule: 'R-001',
    file: 'src/sandbox/strict-json.ts',
    find: "if (typeof value !== 'object' || value === null || Array.isArray(value)) {",
    replace: "if (typeof value !== 'object' || value === null) {",
  },
  {
    rule: 'R-001',
    file: 'src/api/envoy/inputs.ts',
    find: 'const body = JSON.stringify(args)',
    replace: 'const body = JSON.stringify([args])',
  },
  {
    rule: 'R-002',
    file: 'src/sandbox/pipeline.ts',
    find: "!isToolName(called) || c.req.method !== 'POST'",
    replace: "!isToolName(called) || c.req.method === 'GET'",
  },
  {
    rule: 'R-002',
    file: 'src/api/envoy/asking.ts',
    find: 'deps.baseUrl}/',
    replace: 'deps.baseUrl}/v1/',
  },
  {
    rule: 'R-003',
    file: 'src/api/envoy/inputs.ts',
    find: 'return { ...(from && { from }), ...(to && { to }), limit }',
    replace: 'return { from, to, limit }',
  },
  {
    rule: 'R-004',
    file: 'src/sandbox/tools/list-purchases.ts',
    find: 'z.strictObject({ limit:',
    replace: 'z.object({ limit:',
  },
  {
    rule: 'R-005',
    file: 'src/api/envoy/asking.ts',
    find: 'const body = frozenBody(args)',
    replace: "const body = frozenBody({ ...args, client: 'passbook' })",
  },
  {
    rule: 'R-006',
    file: 'src/api/envoy/contract.ts',
    find: 'MAX_BODY_BYTES = 65_536',
    replace: 'MAX_BODY_BYTES = 65_535',
  },
  {
    rule: 'R-006',
    file: 'src/api/envoy/contract.ts',
    find: 'MAX_SENT_BODY_BYTES = 64_000',
    replace: 'MAX_SENT_BODY_BYTES = 66_000',
  },
  {
    rule: 'R-007',
    file: 'src/sandbox/admit.ts',
    find: "if (body.kind === 'too_large') return tooLarge()\n",
    replace: '',
  },
  {
    rule: 'R-008',
    file: 'src/api/envoy/inputs.ts',
    find: 'new TextEncoder().encode(body).length',
    replace: 'body.length',
  },
  {
    rule: 'R-009',
    file: 'src/sandbox/tools/amounts.ts',
    find: 'z.union([z.string(), z.number()])',
    replace: 'z.union([z.string(), z.never()])',
  },
  {
    rule: 'R-010',
    file: 'src/sandbox/tools/amounts.ts',
    find: '(\\d{1,2}))?$/',
    replace: '(\\d{1,3}))?$/',
  },
  {
    rule: 'R-011',
    file: 'src/api/envoy/inputs.ts',
    find: 'amount: decimalString(amountMinor)',
    replace: 'amount: amountMinor / 100',
  },
  {
    rule: 'R-012',
    file: 'src/sandbox/errors.ts',
    find: "return failure('INVALID_INPUT', { fields })",
    replace: "return failure('INVALID_INPUT', { fields: fields.slice(0, 0) })",
  },
  {
    rule: 'R-013',
    file: 'src/sandbox/fields.ts',
    find: "return { path, problem: 'is not a field of this tool', expected }",
    replace: "return { path, problem: 'is not a field of this tool', expected: '' }",
  },
  {
    rule: 'R-013',
    file: 'src/api/envoy/envelope.ts',
    find: 'problem: fieldText, expected: fieldText }',
    replace: "problem: fieldText, expected: z.catch(z.literal(''), '') }",
  },
  {
    rule: 'R-014',
    file: 'src/sandbox/fields.ts',
    find: 'fields: onePerField([...also, ...found]) }',
    replace: 'fields: onePerField([...also, ...found]).slice(0, 1) }',
  },
  {
    rule: 'R-014',
    file: 'src/api/envoy/inputs.ts',
    find: "throw new CallFailure('invalid_input', { fields })",
    replace: "throw new CallFailure('invalid_input', { fields: fields.slice(0, 1) })",
  },
  {
    rule: 'R-015',
    file: 'src/api/envoy/refusal.ts',
    find: "if (failure.kind === 'unavailable') return",
    replace:
      "if (failure.kind === 'invalid_input') return { kind: 'retry_after', seconds: 1, failure }\n  if (failure.kind === 'unavailable') return",
  },
  {
    rule: 'R-016',
    file: 'src/api/envoy/inputs.ts',
    find: 'isLimit(limit, 50) ||',
    replace: 'limit > 0 ||',
  },
]
