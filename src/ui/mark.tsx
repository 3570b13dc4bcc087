import type { CSSProperties } from 'react'
import { monogram, type SafeName } from '@/lib/names'

type Props = { name: string | SafeName; size?: 'normal' | 'large' | 'small' }

const SIZES = { normal: '', large: ' lg', small: ' sm' }

/** A merchant's monogram: decoration, since the name always stands beside it. */
export function Mark({ name, size = 'normal' }: Props) {
  const { letters, hue, lang } = monogram(typeof name === 'string' ? name : name.full)
  // React's CSSProperties does not know custom properties.
  const style = { '--h': hue } as CSSProperties
  return (
    <span className={`mark${SIZES[size]}`} style={style} lang={lang} aria-hidden="true">
      {letters}
    </span>
  )
}
