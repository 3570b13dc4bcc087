import { Check, Clock, type LucideIcon, TriangleAlert } from 'lucide-react'
import { Icon } from '@/ui/icon'
import type { Freshness } from './freshness'

const ICONS: Partial<Record<Freshness['kind'], LucideIcon>> = {
  now: Check,
  older: Clock,
  failed: TriangleAlert,
}

const CLASSES: Partial<Record<Freshness['kind'], string>> = {
  now: 'fresh now',
  listed: 'fresh old',
}

export function FreshnessText({ freshness }: { freshness: Freshness }) {
  const icon = ICONS[freshness.kind]
  return (
    // Its right edge stays and its width changes: a new node fades in where an old one would move.
    <span className={CLASSES[freshness.kind] ?? 'fresh'} key={freshness.text}>
      {icon ? <Icon icon={icon} size={14} /> : null}
      {freshness.kind === 'checking' ? <span className="spin tiny" /> : null}
      <span>
        {freshness.text}
        {freshness.older ? <small>{freshness.older}</small> : null}
      </span>
    </span>
  )
}
