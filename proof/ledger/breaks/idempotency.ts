import type { Break } from './shape'

export const idempotencyBreaks: readonly Break[] = [
  {
    rule: 'R-035',
    file: 'src/sandbox/idempotency.ts',
    find: "? { kind: 'same', purchaseId: row.purchase_id } : { kind: 'other' }",
    replace: "? { kind: 'other' } : { kind: 'other' }",
  },
  {
    rule: 'R-036',
    file: 'src/sandbox/tools/start-purchase.ts',
    find: 'purchaseReply(world, known, true)',
    replace: 'purchaseReply(world, known)',
  },
  {
    rule: 'R-036',
    file: 'src/api/envoy/tools/start-purchase.ts',
    find: 'replayed: reply.envelope.replayed',
    replace: 'replayed: false',
  },
  {
    rule: 'R-037',
    file: 'src/sandbox/envelope.ts',
    find: 'replayed: outcome.ok && outcome.replayed',
    replace: 'replayed: outcome.ok',
  },
  {
    rule: 'R-038',
    file: 'src/sandbox/tools/start-purchase.ts',
    find: '    amount: wanted.amount,\n    rail',
    replace: '    rail',
  },
  {
    rule: 'R-039',
    file: 'src/api/envoy/unresolved.ts',
    find: 'if (isIdempotencyKey(key)) return key',
    replace: 'if (isIdempotencyKey(key)) return key.toUpperCase() as IdempotencyKey',
  },
  {
    rule: 'R-040',
    file: 'src/sandbox/tools/start-purchase.ts',
    find: 'retryOf: original?.purchase_id ?? null',
    replace: 'retryOf: null',
  },
  {
    rule: 'R-040',
    file: 'src/api/envoy/inputs.ts',
    find: '...(retryOf !== undefined && { retry_of: retryOf }),',
    replace: '',
  },
  {
    rule: 'R-041',
    file: 'src/api/envoy/inputs.ts',
    find: '...(retryOf !== undefined && { retry_of: retryOf }),',
    replace: 'retry_of: retryOf ?? null,',
  },
  {
    rule: 'R-042',
    file: 'src/sandbox/tools/submit-answer.ts',
    find: 'idempotency_key: idempotencyKey,\n})',
    replace: "idempotency_key: idempotencyKey.default('a_key_of_everybody'),\n})",
  },
  {
    rule: 'R-042',
    file: 'src/api/envoy/inputs.ts',
    find: 'answer, idempotency_key: idempotencyKey }',
    replace: 'answer }',
  },
  {
    rule: 'R-043',
    file: 'src/sandbox/tools/submit-answer.ts',
    find: "if (use.kind === 'same') return purchaseReply(world, purchase, true)\n",
    replace: '',
  },
  {
    rule: 'R-044',
    file: 'src/sandbox/tools/submit-answer.ts',
    find: '    answer: given.answer,\n',
    replace: '',
  },
  {
    rule: 'R-045',
    file: 'src/sandbox/idempotency.ts',
    find: '.get(scope.account, scope.tool, scope.key)',
    replace: ".get(scope.account, 'start_purchase', scope.key)",
  },
  {
    rule: 'R-046',
    file: 'src/api/core/attempts.ts',
    find: 'exchange(call.request, {',
    replace: 'exchange({ ...call.request, body: call.request.body.padEnd(999 * attempts) }, {',
  },
  {
    rule: 'R-047',
    file: 'src/api/envoy/writing.ts',
    find: 'if (current) return current\n',
    replace: '',
  },
  {
    rule: 'R-048',
    file: 'src/sandbox/tools/start-purchase.ts',
    find: "if (original && isFinal(original.state) && !['failed'",
    replace: "if (original?.state === 'superseded' && !['failed'",
  },
  {
    rule: 'R-049',
    file: 'src/api/core/decide.ts',
    find: 'if (!now.readOnly || now.held) return',
    replace: 'if (now.held) return',
    tests: ['src/api/core/decide.test.ts'],
  },
  {
    rule: 'R-050',
    file: 'src/api/envoy/unresolved.ts',
    find: 'purchase.question?.id !== write.questionId',
    replace: 'purchase.question?.id === write.questionId',
  },
]
