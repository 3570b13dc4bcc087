import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PurchaseId } from '@/lib/ids'

/** Where a purchase is shown: a link to another one stays there. */
export type Place = 'page' | 'panel'

type Props = { place: Place; purchaseId: PurchaseId; className?: string; children: ReactNode }

export function PurchaseLink({ place, purchaseId, className = 'link', children }: Props) {
  if (place === 'page') {
    return (
      <Link to="/purchases/$purchaseId" params={{ purchaseId }} className={className}>
        {children}
      </Link>
    )
  }
  return (
    <Link to="/history/$purchaseId" params={{ purchaseId }} search={true} className={className}>
      {children}
    </Link>
  )
}
