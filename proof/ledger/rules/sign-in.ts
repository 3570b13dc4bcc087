import type { Rule } from './shape'

export const signInRules: readonly Rule[] = [
  {
    id: 'R-180',
    says: 'A call carries a Central Auth bearer with the agent scope.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-181',
    says: 'A key-bound connection also sends Envoy-Installation-Proof.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-182',
    says: 'A proof covers this very request and is made for each attempt.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-183',
    says: '"The same call" is the same tool and body; bearer and proof are made anew.',
    keepers: ['client'],
  },
  {
    id: 'R-184',
    says: 'UNAUTHENTICATED says reconnect, is not retryable and names no wait.',
    keepers: ['client', 'sandbox'],
  },
  {
    id: 'R-185',
    says: 'After a reconnect a read goes again once, a write only by its owner and its old key.',
    keepers: ['client', 'page'],
  },
]
