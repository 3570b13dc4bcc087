import type { Rule } from './shape'

export const idempotencyRules: readonly Rule[] = [
  {
    id: 'R-035',
    says: 'The same key with the same input gives the same purchase.',
    keepers: ['sandbox'],
  },
  { id: 'R-036', says: 'Such a reply has `replayed: true`.', keepers: ['client', 'sandbox'] },
  { id: 'R-037', says: 'A first reply has `replayed: false`.', keepers: ['sandbox'] },
  {
    id: 'R-038',
    says: 'The same key with another address or amount is an IDEMPOTENCY_CONFLICT.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-039',
    says: 'A lost operation is never recovered with a new key.',
    keepers: ['client', 'page'],
  },
  {
    id: 'R-040',
    says: 'Only `retry_of` goes with a new key, and it names the original purchase.',
    keepers: ['client', 'sandbox'],
  },
  { id: 'R-041', says: '`retry_of` is used only where a reply asks for it.', keepers: ['client'] },
  {
    id: 'R-042',
    says: 'An answer has an idempotency key of its own, and must have one.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-043',
    says: 'An answer repeated with its key is recorded once.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-044',
    says: 'The same key with another answer is an IDEMPOTENCY_CONFLICT.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-045',
    says: 'Keys of answers and keys of starts are apart.',
    keepers: ['client', 'sandbox'],
  },
  { id: 'R-046', says: 'A repetition after a 429 keeps its key.', keepers: ['client'] },
  {
    id: 'R-047',
    says: 'Double click, reload or a second tab: one key, one purchase.',
    keepers: ['client', 'page'],
  },
  { id: 'R-048', says: 'Nothing is paid twice.', keepers: ['client', 'page'] },
  {
    id: 'R-049',
    says: 'A lost reply is never answered by doing the write again.',
    keepers: ['client', 'page'],
  },
  {
    id: 'R-050',
    says: 'After a lost reply the status of the purchase is read, and its `next` followed.',
    keepers: ['client'],
  },
]
