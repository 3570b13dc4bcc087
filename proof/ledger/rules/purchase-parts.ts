import type { Rule } from './shape'

export const purchasePartsRules: readonly Rule[] = [
  {
    id: 'R-200',
    says: 'Over MCP a purchase is in one of nine situations.',
    keepers: ['client', 'sandbox', 'page'],
    open: { state: 'not built yet', why: 'It is a field of MCP, and there is no `/mcp` yet.' },
  },
  {
    id: 'R-201',
    says: 'Money is not_charged, set_aside, charged, refunding, refunded or unknown.',
    keepers: ['client', 'sandbox', 'page'],
  },
  {
    id: 'R-202',
    says: 'spending_closed means no further card details, not that the card is blocked.',
    keepers: ['page'],
  },
  {
    id: 'R-203',
    says: 'Getting money back goes on apart from spending_closed.',
    keepers: ['page'],
  },
  { id: 'R-204', says: 'A purchase id is handed on, never shown.', keepers: ['client', 'page'] },
  {
    id: 'R-205',
    says: 'checkout_by can change: the latest reply counts.',
    keepers: ['client', 'page'],
  },
  {
    id: 'R-206',
    says: 'checkout_by agent means to pay once, with the one-time card.',
    keepers: ['client', 'page'],
  },
  {
    id: 'R-207',
    says: 'A question has id, kind and prompt, and stands only while it is open.',
    keepers: ['client', 'sandbox', 'page'],
  },
  { id: 'R-208', says: 'The prompt is shown word for word.', keepers: ['page'] },
  {
    id: 'R-209',
    says: 'funding is an address to pay at, an amount and an end.',
    keepers: ['client', 'sandbox', 'page'],
  },
  { id: 'R-210', says: 'funding is never called an approval.', keepers: ['sandbox', 'page'] },
  {
    id: 'R-211',
    says: "A follow-up is optional; the person's words go in as the answer.",
    keepers: ['client', 'page'],
    open: {
      state: 'not built yet',
      why: 'It is a field of MCP; over HTTP its form is not known, and the client ignores it.',
    },
  },
  {
    id: 'R-212',
    says: 'A card stands only while ready, and is never kept, logged or passed on.',
    keepers: ['client', 'sandbox', 'page'],
  },
  {
    id: 'R-213',
    says: 'A support reference is given only to a person who asks for help.',
    keepers: ['page'],
  },
  {
    id: 'R-214',
    says: 'Account, transactions, merchants and next_cursor may each be absent.',
    keepers: ['client'],
    open: { state: 'not built yet', why: 'They are parts of MCP, and nothing reads those yet.' },
  },
]
