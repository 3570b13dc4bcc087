import type { Break } from './shape'

/** A10: the list of purchases (R-167…R-179). */
export const purchaseBreaks: readonly Break[] = [
  {
    rule: 'R-167',
    file: 'src/sandbox/tools/list-purchases.ts',
    find: 'ORDER BY created_at DESC, seq DESC',
    replace: 'ORDER BY created_at, seq',
  },
  {
    rule: 'R-167',
    file: 'src/features/purchases/sections.ts',
    find: 'const entries = readable(list).map(',
    replace: 'const entries = readable(list).toReversed().map(',
  },
  {
    rule: 'R-168',
    file: 'src/sandbox/tools/list-purchases.ts',
    find: '.default(10)',
    replace: '.default(20)',
  },
  {
    rule: 'R-168',
    file: 'src/api/envoy/inputs.ts',
    find: 'isLimit(limit, 20)',
    replace: 'isLimit(limit, 50)',
  },
  {
    rule: 'R-169',
    file: 'src/sandbox/tools/list-purchases.ts',
    find: 'rows.slice(0, limit).map(listedView)',
    replace: 'rows.map(listedView)',
  },
  {
    rule: 'R-169',
    file: 'src/api/envoy/tools/list-purchases.ts',
    find: 'purchases: items,',
    replace: 'purchases: z.catch(items, []),',
  },
  {
    rule: 'R-170',
    file: 'src/sandbox/tools/list-purchases.ts',
    find: 'truncated: rows.length > limit,',
    replace: 'truncated: rows.length > limit,\n      next_cursor: null,',
  },
  {
    rule: 'R-170',
    file: 'src/api/envoy/tools/list-purchases.ts',
    find: 'truncated: data.truncated, meta }',
    replace: 'truncated: data.truncated, meta, next: envelope.next }',
  },
  {
    rule: 'R-171',
    file: 'src/sandbox/tools/list-purchases.ts',
    find: 'truncated: rows.length > limit,',
    replace: 'truncated: rows.length === limit,',
  },
  {
    rule: 'R-171',
    file: 'src/api/envoy/tools/list-purchases.ts',
    find: 'truncated: data.truncated,',
    replace: 'truncated: data.truncated && purchases.length >= 20,',
  },
  {
    rule: 'R-171',
    file: 'src/features/purchases/purchase-sections.tsx',
    find: 'More purchases exist that are not shown here.',
    replace: 'These are all purchases.',
    tests: ['e2e/purchases-list.e2e.ts', 'e2e/checked-states.e2e.ts'],
  },
  {
    rule: 'R-172',
    file: 'src/features/purchases/sections.ts',
    find: 'purchase: known?.checked?.status.purchase ?? listed,',
    replace: 'purchase: listed,',
  },
  {
    rule: 'R-173',
    file: 'src/features/purchases/freshness.ts',
    find: 'const FRESH_MS = 30_000',
    replace: 'const FRESH_MS = 300_000',
  },
  {
    rule: 'R-173',
    file: 'src/features/purchases/sections.ts',
    find: 'return isFinal(known?.checked?.status.purchase.state ?? listed)',
    replace:
      "return listed === 'processing' || isFinal(known?.checked?.status.purchase.state ?? listed)",
  },
  {
    rule: 'R-174',
    file: 'src/sandbox/view.ts',
    find: '    state: row.state,',
    replace: '    state: row.state.toUpperCase(),',
  },
  {
    rule: 'R-174',
    file: 'src/api/envoy/schemas.ts',
    find: "?? 'not_recognised'",
    replace: "?? 'processing'",
  },
  {
    rule: 'R-174',
    file: 'src/features/purchases/state-words.ts',
    find: "verifying: 'Confirming',",
    replace: "verifying: 'Working on it',",
  },
  {
    rule: 'R-175',
    file: 'src/sandbox/view.ts',
    find: '    amount: wireMoney(row.amount_minor),',
    replace: '    amount: wireMoney(row.amount_minor).display,',
  },
  {
    rule: 'R-175',
    file: 'src/api/envoy/purchase.ts',
    find: 'const merchant = z.catch(z.object({ name: text, domain: text }), { name: null, domain: null })',
    replace: 'const merchant = z.object({ name: text, domain: text })',
  },
  {
    rule: 'R-176',
    file: 'src/sandbox/purchase-rules.ts',
    find: 'if (!PAYING.includes(state)) return known',
    replace: "if (!PAYING.includes(state)) return { rail: known.rail, checkout_by: 'agent' }",
  },
  {
    rule: 'R-176',
    file: 'src/api/envoy/purchase.ts',
    find: "const checkoutBy = z.catch(z.nullable(oneOf('agent', 'envoy')), null)",
    replace: "const checkoutBy = z.catch(z.nullable(oneOf('agent', 'envoy')), 'agent')",
  },
  {
    rule: 'R-176',
    file: 'src/features/purchases/checkout-words.ts',
    find: "'Agent, one-time card' : 'Not decided yet'",
    replace: "'Agent, one-time card' : 'Agent'",
  },
  {
    rule: 'R-177',
    file: 'src/features/purchases/checkout-words.ts',
    find: 'Do not open the shop’s checkout yourself.',
    replace: 'Finish it in the shop’s checkout.',
  },
  {
    rule: 'R-178',
    file: 'src/sandbox/view.ts',
    find: 'created_at: new Date(row.created_at).toISOString(),',
    replace: 'created_at: String(row.created_at),',
  },
  {
    rule: 'R-178',
    file: 'src/api/envoy/purchase.ts',
    find: 'createdAt: read.created_at,',
    replace: 'createdAt: null,',
  },
  {
    rule: 'R-179',
    file: 'src/sandbox/tools/list-purchases.ts',
    find: 'const { limit } = read.value',
    replace:
      "const { limit } = read.value\n    world.db.exec('UPDATE purchases SET revision = revision + 1')",
  },
  {
    rule: 'R-179',
    file: 'src/api/envoy/tools/list-purchases.ts',
    find: 'readOnly: true,',
    replace: 'readOnly: false,',
  },
]
