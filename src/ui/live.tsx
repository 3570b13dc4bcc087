import type { ReactNode } from 'react'

type Props = { urgent?: boolean; children?: ReactNode }

/** A live region, mounted before it speaks: render it always, give it text when there is news. */
export function Live({ urgent = false, children }: Props) {
  return (
    <div className="vh" aria-live={urgent ? 'assertive' : 'polite'} aria-atomic="true">
      {children}
    </div>
  )
}
