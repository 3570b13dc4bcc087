import type { Rule } from './shape'

export const purchasesRules: readonly Rule[] = [
  { id: 'R-167', says: 'Purchases are listed newest first.', keepers: ['sandbox', 'page'] },
  {
    id: 'R-168',
    says: '`limit` is a whole number from 1 to 20, 10 if left out.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-169',
    says: '`purchases` is required and has at most 20.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-170',
    says: 'The list has no cursor and no pages.',
    keepers: ['client', 'sandbox', 'page'],
  },
  {
    id: 'R-171',
    says: '`truncated` says that there are more than were returned, and the page says it too.',
    keepers: ['sandbox', 'page'],
  },
  { id: 'R-172', says: 'Listed states may be out of date.', keepers: ['client', 'page'] },
  {
    id: 'R-173',
    says: 'A state is checked with get_purchase_status before a person is told it.',
    keepers: ['client', 'page'],
  },
  {
    id: 'R-174',
    says: 'A purchase is in one of ten states.',
    keepers: ['client', 'sandbox', 'page'],
  },
  { id: 'R-175', says: '`merchant` and `amount` are required.', keepers: ['client', 'sandbox'] },
  { id: 'R-176', says: '`checkout_by` is agent, envoy or null.', keepers: ['client', 'sandbox'] },
  {
    id: 'R-177',
    says: "Where Envoy checks out, the merchant's checkout is never opened.",
    keepers: ['client', 'page'],
  },
  {
    id: 'R-178',
    says: '`created_at` is required, a date and time.',
    keepers: ['client', 'sandbox'],
  },
  { id: 'R-179', says: 'list_purchases only reads.', keepers: ['client', 'sandbox'] },
]
