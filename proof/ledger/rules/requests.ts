import type { Rule } from './shape'

export const requestsRules: readonly Rule[] = [
  {
    id: 'R-001',
    says: 'The body of every tool call is exactly one JSON object.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-002',
    says: 'A tool is called with POST on `/tools/<tool>`.',
    keepers: ['client', 'sandbox'],
  },
  { id: 'R-003', says: 'Only fields that the tool declares are sent.', keepers: ['client'] },
  {
    id: 'R-004',
    says: 'A field that the tool does not declare is refused, not ignored.',
    keepers: ['sandbox'],
  },
  { id: 'R-005', says: 'The client adds no field of its own to a body.', keepers: ['client'] },
  {
    id: 'R-006',
    says: 'A body has at most 64 KB, whatever the tool.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-007',
    says: 'A larger body is answered with HTTP 413 and INVALID_INPUT.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-008',
    says: 'The size is counted in UTF-8 bytes, before anything is sent.',
    keepers: ['client'],
  },
  {
    id: 'R-009',
    says: 'Amounts are rupees, as a string or a number.',
    keepers: ['client', 'sandbox'],
  },
  { id: 'R-010', says: 'An amount has at most two decimals.', keepers: ['client', 'sandbox'] },
  {
    id: 'R-011',
    says: 'Amounts are sent as strings made from whole paise, never from a float.',
    keepers: ['client'],
  },
  {
    id: 'R-012',
    says: 'A bad field is answered with INVALID_INPUT and `error.fields`.',
    keepers: ['sandbox'],
  },
  {
    id: 'R-013',
    says: 'Each bad field has one entry with `path`, `problem` and `expected`.',
    keepers: ['client', 'sandbox'],
  },
  { id: 'R-014', says: 'All bad fields are reported together.', keepers: ['client', 'sandbox'] },
  {
    id: 'R-015',
    says: 'A corrected call is sent once more; nothing loops.',
    keepers: ['client', 'page'],
  },
  {
    id: 'R-016',
    says: 'The client checks the same rules before it sends.',
    keepers: ['client', 'page'],
  },
]
