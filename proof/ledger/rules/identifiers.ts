import type { Rule } from './shape'

export const identifiersRules: readonly Rule[] = [
  { id: 'R-017', says: 'The caller chooses the idempotency key of a start.', keepers: ['client'] },
  {
    id: 'R-018',
    says: 'An idempotency key has 16 to 64 characters.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-019',
    says: 'An idempotency key does not begin with `pur_`.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-020',
    says: 'The key of a start is kept before its first byte is sent.',
    keepers: ['client'],
  },
  {
    id: 'R-021',
    says: 'A key and a purchase id both work as the `purchase` argument.',
    keepers: ['client', 'sandbox'],
  },
  { id: 'R-022', says: 'The prefix `pur_` tells the two apart.', keepers: ['sandbox'] },
  {
    id: 'R-023',
    says: 'The purchase id comes from `purchase.purchase_id` of the reply.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-024',
    says: 'Every later call about a purchase names it by its purchase id.',
    keepers: ['client'],
  },
  {
    id: 'R-025',
    says: 'A purchase id is `pur_` and 32 lowercase hexadecimal digits.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-026',
    says: 'The revision of a purchase is what a held read goes on from.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-027',
    says: '`next.args` carries the revision; the client does not work it out.',
    keepers: ['client', 'sandbox'],
  },
  { id: 'R-028', says: 'Every reply has a `request_id` and a `trace_id`.', keepers: ['sandbox'] },
  {
    id: 'R-029',
    says: 'Those two are for support and for nothing else.',
    keepers: ['client', 'page'],
  },
  {
    id: 'R-030',
    says: 'A request id or a trace id is no `purchase` argument, also for the compiler.',
    keepers: ['client'],
  },
  {
    id: 'R-031',
    says: 'References belong to the account that made them.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-032',
    says: 'After a reconnect the owners are compared before a kept reference is read.',
    keepers: ['client', 'page'],
  },
  {
    id: 'R-033',
    says: 'NOT_FOUND under another account says nothing about the purchase.',
    keepers: ['client', 'page'],
  },
  {
    id: 'R-034',
    says: 'Kept references carry an account tag; another account neither sees nor deletes them.',
    keepers: ['client'],
  },
]
