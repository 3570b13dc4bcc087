import { whenIdle } from '@/ui/when-idle'
import { loadFailureNotice } from './failure-notice'
import { loadWaitNotice } from './waiting'

/** To be called while all is well: a failure is the worst moment to ask the network for words. */
export function prefetchNotices() {
  return whenIdle(() => Promise.allSettled([loadFailureNotice(), loadWaitNotice()]))
}
