import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Icon } from './icon'

type Props = Omit<ComponentProps<'button'>, 'children' | 'disabled' | 'onClick'> & {
  /** What the button does; the visible text, or the accessible name when `iconOnly`. */
  label: string
  variant?: 'secondary' | 'primary' | 'ghost' | 'danger'
  size?: 'small' | 'normal'
  icon?: LucideIcon
  iconSize?: number
  iconOnly?: boolean
  /** Keeps focus and place, shows the spinner, takes no presses. */
  working?: boolean
  disabled?: boolean
  onPress?: () => void
}

export function Button({
  label,
  variant = 'secondary',
  size = 'normal',
  icon,
  iconSize = size === 'small' ? 14 : 16,
  iconOnly = false,
  working = false,
  disabled = false,
  onPress,
  className = '',
  ...rest
}: Props) {
  const classes = [
    'btn',
    variant === 'secondary' ? '' : variant,
    iconOnly ? 'icon' : '',
    size === 'small' ? 'small' : '',
    className,
  ]
  return (
    <button
      type="button"
      {...rest}
      className={classes.filter(Boolean).join(' ')}
      disabled={disabled}
      aria-busy={working || undefined}
      aria-label={iconOnly ? label : rest['aria-label']}
      title={iconOnly ? label : rest.title}
      onClick={() => {
        if (!working) onPress?.()
      }}
    >
      {working ? <span className="spin" /> : icon ? <Icon icon={icon} size={iconSize} /> : null}
      {iconOnly ? null : label}
    </button>
  )
}
