import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon'

type Props = {
  icon: LucideIcon
  title: string
  action?: ReactNode
  /** Dashed: something may be there, it is just not known. */
  dashed?: boolean
  role?: 'alert' | 'status'
  level?: 1 | 2 | 3
  children?: ReactNode
}

export function Empty({ icon, title, action, dashed = false, role, level = 2, children }: Props) {
  const Heading = `h${level}` as const
  return (
    <div className={dashed ? 'empty dash' : 'empty'} role={role}>
      <span className="ic">
        <Icon icon={icon} size={20} />
      </span>
      <Heading className="ttl">{title}</Heading>
      {children ? <p>{children}</p> : null}
      {action ? <div className="acts">{action}</div> : null}
    </div>
  )
}
