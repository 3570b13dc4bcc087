import type { LucideIcon } from 'lucide-react'

type Props = { icon: LucideIcon; size?: number; className?: string }

export function Icon({ icon: Glyph, size = 16, className = '' }: Props) {
  return (
    <Glyph
      className={`i ${className}`}
      width={size}
      height={size}
      strokeWidth={1.75}
      aria-hidden="true"
    />
  )
}
