import { ChevronDown, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon'

type Props = {
  icon: LucideIcon
  label: string
  note?: string
  onToggle?: (open: boolean) => void
  children: ReactNode
}

export function Disclosure({ icon, label, note, onToggle, children }: Props) {
  return (
    <details className="support" onToggle={(event) => onToggle?.(event.currentTarget.open)}>
      <summary>
        <Icon icon={icon} size={16} />
        <span>{label}</span>
        {note ? <small className="only-d">{note}</small> : null}
        <span className="chev">
          <Icon icon={ChevronDown} size={16} />
        </span>
      </summary>
      <div className="in">{children}</div>
    </details>
  )
}
