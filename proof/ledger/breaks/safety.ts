import type { Break } from './shape'

/** A13: what may be said of a purchase, its money, its questions and its card (R-200…R-214). */
export const safetyBreaks: readonly Break[] = [
  {
    rule: 'R-201',
    file: 'src/sandbox/purchase-rules.ts',
    find: "if (CHARGED.includes(before) && (after === 'not_charged' || after === 'set_aside')) {",
    replace: "if (CHARGED.includes(before) && after === 'set_aside') {",
  },
  {
    rule: 'R-201',
    file: 'src/api/envoy/schemas.ts',
    find: "?? 'unknown'",
    replace: "?? 'not_charged'",
  },
  {
    rule: 'R-201',
    file: 'src/features/purchases/money-words.ts',
    find: "plain('Envoy cannot tell yet whether you were charged. Do not pay again.')",
    replace: "plain('Nothing has left your account.')",
  },
  {
    rule: 'R-202',
    file: 'src/features/purchases/purchase-notes.tsx',
    find: 'That alone does not prove that a card is blocked.',
    replace: 'The card is blocked.',
  },
  {
    rule: 'R-202',
    file: 'src/features/purchases/steps.ts',
    find: ' || needsSupport || spendingClosed)',
    replace: ' || needsSupport)',
  },
  {
    rule: 'R-203',
    file: 'src/features/purchases/purchase-notes.tsx',
    find: 'Getting money back carries on separately.',
    replace: 'No money comes back.',
  },
  {
    rule: 'R-203',
    file: 'src/sandbox/purchase-change.ts',
    find: 'const money = change.money ?? (',
    replace: 'const money = (before.spending_closed ? before.money : change.money) ?? (',
  },
  {
    rule: 'R-204',
    file: 'src/features/purchases/facts.tsx',
    find: '<dt>Checkout</dt>',
    replace: '<dt title={purchase.purchaseId}>Checkout</dt>',
  },
  {
    rule: 'R-205',
    file: 'src/features/purchases/checkout-words.ts',
    find: "return { text: over ? 'Not decided' : 'Not decided yet', note: null }",
    replace: "return { text: 'Your agent checks out', note: null }",
  },
  {
    rule: 'R-205',
    file: 'src/features/purchases/knowledge.ts',
    find: 'if (before.checked && isOlder(news.status, before.checked.status)) return before',
    replace:
      'if (before.checked && (before.checked.status.purchase.checkoutBy || isOlder(news.status, before.checked.status))) return before',
  },
  {
    rule: 'R-206',
    file: 'src/features/purchases/checkout-words.ts',
    find: "'Once, with a one-time card'",
    replace: "'With a card'",
  },
  {
    rule: 'R-207',
    file: 'src/sandbox/purchase-rules.ts',
    find: 'if (question != null && !asksQuestion(state)) {',
    replace: 'if (question != null && isFinal(state)) {',
  },
  {
    rule: 'R-207',
    file: 'src/api/envoy/purchase.ts',
    find: 'question: read.question,',
    replace: 'question: read.question && { ...read.question, options: [] },',
  },
  {
    rule: 'R-208',
    file: 'src/api/envoy/purchase.ts',
    find: '  prompt: z.string(),',
    replace: '  prompt: z.string().check(z.trim()),',
  },
  {
    rule: 'R-208',
    file: 'src/features/purchases/contained-text.tsx',
    find: '        {text}\n',
    replace: '        {text.trim()}\n',
  },
  {
    rule: 'R-209',
    file: 'src/sandbox/purchase-change.ts',
    find: "rail: draft.rail ?? (funding ? 'gift_card' : null),",
    replace: 'rail: draft.rail ?? null,',
  },
  {
    rule: 'R-209',
    file: 'src/api/envoy/purchase.ts',
    find: 'expiresAt: read.funding.expires_at,',
    replace: 'expiresAt: null,',
  },
  {
    rule: 'R-210',
    file: 'src/sandbox/purchase-rules.ts',
    find: "{ message: 'Pay for the gift card with the link.' }",
    replace: "{ message: 'Approve the gift card with the link.' }",
  },
  {
    rule: 'R-210',
    file: 'src/features/purchases/purchase-notes.tsx',
    find: 'title="Pay for the gift card"',
    replace: 'title="Approve the gift card"',
    tests: ['e2e/links.e2e.ts'],
  },
  {
    rule: 'R-212',
    file: 'src/sandbox/view.ts',
    find: "if (row.state !== 'ready' || ",
    replace: 'if (',
  },
  {
    rule: 'R-212',
    file: 'src/api/envoy/redact.ts',
    find: "key === 'card' && part !== null ? NOT_KEPT",
    replace: "key === 'card' && depth > 1 ? NOT_KEPT",
  },
  {
    rule: 'R-212',
    file: 'src/features/purchases/redact.ts',
    find: 'if (Array.isArray(reply)) return reply.map(withoutCard)',
    replace: 'if (Array.isArray(reply)) return reply',
  },
  {
    rule: 'R-213',
    file: 'src/ui/disclosure.tsx',
    find: '<details className="support"',
    replace: '<details open className="support"',
  },
]
