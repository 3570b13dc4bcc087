import { type ComponentType, lazy, Suspense, useState } from 'react'
import { writesInDoubt } from '@/api/session/sign-out'
import type { SessionKeeper } from './session-state'
import type { SignOutDialogProps } from './sign-out-dialog'
import type { SessionWatch } from './watch-session'

// Without it nothing is asked, so nothing is forgotten.
const SignOutDialog = lazy<ComponentType<SignOutDialogProps>>(() =>
  import('./sign-out-dialog').then(
    (part) => ({ default: part.SignOutDialog }),
    () => ({ default: () => null }),
  ),
)

/** Signs out, but asks first when that would forget a write of unknown outcome (SR-23). */
export function useSignOut({ storage }: SessionKeeper, watch: SessionWatch, onCancel?: () => void) {
  const [doubt, setDoubt] = useState<ReturnType<typeof writesInDoubt>>([])
  const cancel = () => {
    setDoubt([])
    onCancel?.()
  }
  return {
    /** Returns whether there is something to be asked first. */
    ask() {
      const writes = writesInDoubt(storage)
      if (writes.length === 0) void watch.signOut()
      setDoubt(writes)
      return writes.length > 0
    },
    asking: doubt.length > 0,
    dialog:
      doubt.length > 0 ? (
        <Suspense fallback={null}>
          <SignOutDialog doubt={doubt} cancel={cancel} confirm={() => void watch.signOut()} />
        </Suspense>
      ) : null,
  }
}
