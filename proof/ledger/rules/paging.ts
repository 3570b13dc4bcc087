import type { Rule } from './shape'

export const pagingRules: readonly Rule[] = [
  { id: 'R-051', says: '`from` and `to` are optional.', keepers: ['client', 'sandbox'] },
  {
    id: 'R-052',
    says: 'Dates are YYYY-MM-DD and real days of the calendar.',
    keepers: ['client', 'sandbox', 'page'],
  },
  {
    id: 'R-053',
    says: '`from` is not after `to`; the same day is fine.',
    keepers: ['client', 'sandbox', 'page'],
  },
  { id: 'R-054', says: '`limit` is a whole number from 1 to 50.', keepers: ['client', 'sandbox'] },
  {
    id: 'R-055',
    says: 'More lines mean `data.next_cursor` and a `next` that calls list_transactions.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-056',
    says: 'That `next` has the same `from`, `to` and `limit`, and the cursor.',
    keepers: ['sandbox'],
  },
  { id: 'R-057', says: 'It is followed unchanged.', keepers: ['client'] },
  { id: 'R-058', says: 'A cursor is bound to its connection.', keepers: ['client', 'sandbox'] },
  {
    id: 'R-059',
    says: 'A cursor is bound to its dates: other dates drop it.',
    keepers: ['client', 'sandbox', 'page'],
  },
  {
    id: 'R-060',
    says: 'A cursor is bound to its page size: another size drops it.',
    keepers: ['client', 'sandbox', 'page'],
  },
  {
    id: 'R-061',
    says: 'A reconnect drops all cursors.',
    keepers: ['client'],
    open: {
      state: 'not built yet',
      why: 'A tab that outlives a reconnect of the same account asks with its old cursor once, is refused, and starts anew.',
    },
  },
  {
    id: 'R-062',
    says: 'A cursor is opaque: never read, built, shown or put in an address.',
    keepers: ['client', 'page'],
  },
  {
    id: 'R-063',
    says: 'Without dates the history begins with the newest line.',
    keepers: ['sandbox', 'page'],
  },
  {
    id: 'R-064',
    says: 'The last page has no cursor and no `next` to list_transactions.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-065',
    says: 'Whether there is more is told by `next`, never by the number of rows.',
    keepers: ['client'],
  },
  { id: 'R-066', says: 'The lines are those of the Envoy app.', keepers: ['sandbox', 'page'] },
  { id: 'R-067', says: 'A purchase is one line.', keepers: ['sandbox', 'page'] },
  { id: 'R-068', says: 'The title of a line is the merchant.', keepers: ['sandbox', 'page'] },
  { id: 'R-069', says: 'The subtitle of a line is the agent.', keepers: ['sandbox', 'page'] },
  { id: 'R-070', says: 'The amount of a line is the net amount.', keepers: ['sandbox', 'page'] },
  {
    id: 'R-071',
    says: 'Purchases that were refunded in full are left out.',
    keepers: ['sandbox', 'page'],
  },
  {
    id: 'R-072',
    says: 'A line is described as the app does, without a state or an id.',
    keepers: ['page'],
  },
  {
    id: 'R-073',
    says: 'The history never proves that a purchase under way was paid.',
    keepers: ['client', 'page'],
  },
  { id: 'R-074', says: 'get_purchase_status tells that.', keepers: ['client', 'page'] },
  {
    id: 'R-075',
    says: 'No mark such as "paid" is drawn from a line that is there or is not.',
    keepers: ['page'],
  },
  {
    id: 'R-076',
    says: 'A line may be gone at the next read, and that is no error.',
    keepers: ['client', 'page'],
  },
]
