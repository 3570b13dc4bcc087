import { useEffect, useState } from 'react'
import { whenIdle } from '@/ui/when-idle'

/** True once what was waited for is there and painted: only then may code for later be fetched. */
export function useSettled(ready: boolean) {
  const [settled, setSettled] = useState(false)
  useEffect(() => (ready ? whenIdle(() => setSettled(true)) : undefined), [ready])
  return settled
}
