import type { Row } from './cells'
import { NETWORK, PEOPLE } from './rows-network'
import { LIMITS, OUTAGES, REFUSALS } from './rows-refusals'
import { ODD, PAGES, UNUSABLE } from './rows-replies'

/** The whole matrix, in the order of the document. */
export const CHAPTERS: readonly {
  readonly title: string
  readonly rows: readonly Row[]
  /** On a history of several pages. */
  readonly paged?: boolean
}[] = [
  { title: 'Envoy asks to wait', rows: LIMITS },
  { title: 'Envoy is unavailable', rows: OUTAGES },
  { title: 'Envoy refuses', rows: REFUSALS },
  { title: 'What comes back cannot be used', rows: UNUSABLE },
  { title: 'What comes back is odd', rows: ODD },
  { title: 'Pages lead astray', rows: PAGES, paged: true },
  { title: 'The network fails', rows: NETWORK },
  { title: 'The person goes, or sends too much', rows: PEOPLE },
]
