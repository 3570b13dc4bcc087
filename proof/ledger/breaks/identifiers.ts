import type { Break } from './shape'

export const identifierBreaks: readonly Break[] = [
  {
    rule: 'R-017',
    file: 'src/api/envoy/inputs.ts',
    find: 'idempotency_key: idempotencyKey,\n    merchant_url',
    replace: 'idempotency_key: idempotencyKey.toUpperCase(),\n    merchant_url',
  },
  {
    rule: 'R-018',
    file: 'src/api/envoy/keys.ts',
    find: '{16,64}',
    replace: '{8,64}',
  },
  {
    rule: 'R-018',
    file: 'src/sandbox/tools/references.ts',
    find: '{16,64}',
    replace: '{4,64}',
  },
  {
    rule: 'R-019',
    file: 'src/api/envoy/keys.ts',
    find: ' && !/^pur_/i.test(text)',
    replace: '',
  },
  {
    rule: 'R-019',
    file: 'src/sandbox/tools/references.ts',
    find: '  .regex(/^(?!pur_)/)\n',
    replace: '',
  },
  {
    rule: 'R-020',
    file: 'src/api/envoy/write-keys.ts',
    find: 'journal.record(wanted)',
    replace: 'void wanted',
  },
  {
    rule: 'R-021',
    file: 'src/sandbox/tools/references.ts',
    find: 'z.union([z.string().regex(PURCHASE_ID_PATTERN), idempotencyKey])',
    replace: 'z.string().regex(PURCHASE_ID_PATTERN)',
  },
  {
    rule: 'R-021',
    file: 'src/api/envoy/inputs.ts',
    find: 'isPurchaseId(reference) || isIdempotencyKey(reference)',
    replace: 'isPurchaseId(reference)',
  },
  {
    rule: 'R-022',
    file: 'src/sandbox/purchases.ts',
    find: "reference.startsWith('pur_')",
    replace: "reference.startsWith('pur-')",
  },
  {
    rule: 'R-023',
    file: 'src/api/envoy/purchase.ts',
    find: 'purchaseId: read.purchase_id,',
    replace: "purchaseId: read.purchase_id.replace('pur_', '') as PurchaseId,",
  },
  {
    rule: 'R-023',
    file: 'src/sandbox/view.ts',
    find: 'purchase_id: row.purchase_id,\n    state',
    replace: 'purchase_id: row.purchase_id.slice(4),\n    state',
  },
  {
    rule: 'R-024',
    file: 'src/api/envoy/unresolved.ts',
    find: 'if (purchaseId !== null && isPurchaseId(purchaseId)) return purchaseId\n',
    replace: '',
  },
  {
    rule: 'R-025',
    file: 'src/lib/ids.ts',
    find: '/^pur_[a-f0-9]{32}$/',
    replace: '/^pur_[a-f0-9]{32}/',
  },
  {
    rule: 'R-025',
    file: 'src/api/envoy/contract.ts',
    find: '/^pur_[a-f0-9]{32}$/',
    replace: '/^pur_[a-f0-9]{32}$/i',
  },
  {
    rule: 'R-026',
    file: 'src/sandbox/purchase-change.ts',
    find: 'revision: before.revision + 1',
    replace: 'revision: before.revision + 2',
  },
  {
    rule: 'R-027',
    file: 'src/sandbox/view.ts',
    find: 'after_revision: row.revision }',
    replace: 'after_revision: row.revision - 1 }',
  },
  {
    rule: 'R-027',
    file: 'src/api/envoy/watch.ts',
    find: 'await envoy.followStatus(next, { signal })',
    replace:
      'await envoy.followStatus({ ...next, args: { ...next.args, after_revision: 1 } }, { signal })',
  },
  {
    rule: 'R-028',
    file: 'src/sandbox/envelope.ts',
    find: "trace_id: randomBytes(16).toString('hex')",
    replace: "trace_id: '0'.repeat(32)",
  },
  {
    rule: 'R-029',
    file: 'src/api/envoy/keys.ts',
    find: ' && !SUPPORT_REFERENCE.test(text)',
    replace: '',
  },
  {
    rule: 'R-030',
    file: 'src/api/envoy/keys.ts',
    find: ' && !SUPPORT_REFERENCE.test(text)',
    replace: '',
  },
  {
    rule: 'R-031',
    file: 'src/sandbox/purchases.ts',
    find: 'return row?.account === account ? row : null',
    replace: 'return row',
  },
  {
    rule: 'R-032',
    file: 'src/features/shell/session-keeper.ts',
    find: 'if (opened?.connection.account.tag === account.tag) {',
    replace: 'if (opened) {',
  },
  {
    rule: 'R-033',
    file: 'src/notices/failure-words.ts',
    find: 'Not finding it here says nothing about the purchase itself.',
    replace: 'The purchase does not exist.',
  },
  {
    rule: 'R-034',
    file: 'src/api/core/stored.ts',
    find: 'createStoredJournal(storage: TextStorage, accountTag: string): WriteJournal {',
    replace:
      "createStoredJournal(storage: TextStorage, accountTag: string): WriteJournal {\n  accountTag = 'all'",
  },
]
