import type { Rule } from './shape'

export const codesRules: readonly Rule[] = [
  {
    id: 'R-153',
    says: 'INVALID_INPUT (400, or 413 for size): correct the fields listed, call once more.',
    keepers: ['client', 'sandbox', 'page'],
  },
  {
    id: 'R-154',
    says: 'UNAUTHENTICATED (401): reconnect, then this call again.',
    keepers: ['client', 'sandbox', 'page'],
  },
  {
    id: 'R-155',
    says: 'NOT_ALLOWED (403): say so, do not repeat.',
    keepers: ['client', 'sandbox', 'page'],
  },
  {
    id: 'R-156',
    says: 'SERVICE_NOT_ENABLED (403): say so, do not repeat.',
    keepers: ['client', 'sandbox', 'page'],
  },
  {
    id: 'R-157',
    says: "NOT_FOUND (404): absent or another account's, never a reason for a new purchase.",
    keepers: ['client', 'sandbox', 'page'],
  },
  {
    id: 'R-158',
    says: 'IDEMPOTENCY_CONFLICT (409): the first inputs unchanged, or a new key for a new purchase.',
    keepers: ['client', 'sandbox', 'page'],
  },
  {
    id: 'R-159',
    says: 'ACTIVE_PURCHASE_EXISTS (409): show the message of user_action, then stop.',
    keepers: ['client', 'sandbox', 'page'],
  },
  {
    id: 'R-160',
    says: 'STATE_CONFLICT (409): say so, do not repeat.',
    keepers: ['client', 'sandbox', 'page'],
  },
  {
    id: 'R-161',
    says: 'NO_RAIL (422): nothing was made; say why, neither repeat nor split.',
    keepers: ['client', 'sandbox', 'page'],
  },
  {
    id: 'R-162',
    says: 'RATE_LIMITED (429): wait, then the same call unchanged.',
    keepers: ['client', 'sandbox', 'page'],
  },
  {
    id: 'R-163',
    says: 'UNAVAILABLE (503): follow retryable and next, pay nowhere else meanwhile.',
    keepers: ['client', 'sandbox', 'page'],
  },
  {
    id: 'R-164',
    says: 'CLIENT_UPDATE_REQUIRED (426): say that an update is needed, without a loop.',
    keepers: ['client', 'sandbox', 'page'],
  },
  { id: 'R-165', says: 'A 409 is never repeated blindly.', keepers: ['client'] },
  {
    id: 'R-166',
    says: 'A code that is not known falls back on `next`, and without one on stop.',
    keepers: ['client'],
  },
]
