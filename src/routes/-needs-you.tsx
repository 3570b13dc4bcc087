import type { Connection } from '@/api/envoy/connection'
import { useNeedsYou } from '@/features/purchases/use-needs-you'
import { NeedsYouCount } from '@/features/shell/needs-you-count'

/** The navigation's count; a part of its own, since no page waits for it. */
export function NeedsYou({ connection }: { connection: Connection }) {
  return <NeedsYouCount needsYou={useNeedsYou(connection, true)} />
}
