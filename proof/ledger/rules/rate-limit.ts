import type { Rule } from './shape'

export const rateLimitRules: readonly Rule[] = [
  {
    id: 'R-093',
    says: 'An access token has 120 tool requests a minute.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-094',
    says: '`/tools/<tool>` and `/mcp` share that budget.',
    keepers: ['client', 'sandbox'],
    open: { state: 'not built yet', why: 'The sandbox has no `/mcp` yet.' },
  },
  {
    id: 'R-095',
    says: 'Over it: HTTP 429, RATE_LIMITED, and a `next` that says retry.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-096',
    says: '`next.after_seconds` and `error.retry_after_seconds` are both 60.',
    keepers: ['sandbox'],
  },
  { id: 'R-097', says: 'The reply has a `Retry-After` header, in seconds.', keepers: ['sandbox'] },
  { id: 'R-098', says: 'The header counts down to the end of the minute.', keepers: ['sandbox'] },
  { id: 'R-099', says: 'The header is at most 60.', keepers: ['sandbox'] },
  {
    id: 'R-100',
    says: 'The body says 60 also when the header says less.',
    keepers: ['client', 'sandbox'],
  },
  { id: 'R-101', says: 'The wait is at least what the header says.', keepers: ['client'] },
  {
    id: 'R-102',
    says: 'Without a header that can be read, the wait is `next.after_seconds`.',
    keepers: ['client'],
  },
  {
    id: 'R-103',
    says: 'During the wait every call on this token stops, in every tab.',
    keepers: ['client'],
  },
  { id: 'R-104', says: 'Tokens are not switched to get around the limit.', keepers: ['client'] },
  { id: 'R-105', says: 'Another 429 doubles the wait.', keepers: ['client'] },
  { id: 'R-106', says: 'The doubling has a ceiling of a few minutes.', keepers: ['client'] },
  { id: 'R-107', says: 'Every wait has random jitter.', keepers: ['client'] },
  {
    id: 'R-108',
    says: 'Jitter only makes a wait longer, by at most a quarter.',
    keepers: ['client'],
  },
  { id: 'R-109', says: 'Then the same call goes again, unchanged.', keepers: ['client'] },
  {
    id: 'R-110',
    says: 'Held reads are used as `next` directs; nothing polls.',
    keepers: ['client'],
  },
  {
    id: 'R-111',
    says: 'A held read is one request of the budget.',
    keepers: ['client', 'sandbox'],
  },
  { id: 'R-112', says: 'A 429 changed nothing.', keepers: ['client', 'sandbox', 'page'] },
  { id: 'R-113', says: 'Failed sign-ins are limited by address as well.', keepers: ['sandbox'] },
  {
    id: 'R-114',
    says: 'Over that limit a failing request gets a 429, not a 401.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-115',
    says: 'So a 429 does not prove the token; one that stays may be a sign-in problem.',
    keepers: ['client', 'page'],
  },
  {
    id: 'R-116',
    says: 'The client keeps itself below the budget, over all its tabs.',
    keepers: ['client'],
  },
  {
    id: 'R-117',
    says: 'The page shows the real end of a wait and no button around it.',
    keepers: ['page'],
  },
]
