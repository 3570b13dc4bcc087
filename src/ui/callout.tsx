import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon'

type Tone = 'neutral' | 'accent' | 'caution' | 'critical'

type Props = {
  tone?: Tone
  icon: LucideIcon
  title: ReactNode
  action?: ReactNode
  role?: 'alert' | 'status' | 'group'
  children?: ReactNode
}

export function Callout({ tone = 'neutral', icon, title, action, role, children }: Props) {
  return (
    <div className={tone === 'neutral' ? 'callout' : `callout ${tone}`} role={role}>
      <Icon icon={icon} size={18} />
      <div>
        <p className="h">{title}</p>
        {typeof children === 'string' ? <p>{children}</p> : children}
        {action ? <div className="acts">{action}</div> : null}
      </div>
    </div>
  )
}
