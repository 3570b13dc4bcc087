import { type ComponentType, type ReactNode, type RefObject, useRef, useState } from 'react'
import type { PopoverPanelProps } from './popover-panel'

type TriggerProps = {
  ref: RefObject<HTMLButtonElement | null>
  'aria-haspopup': 'dialog'
  'aria-expanded': boolean
  onClick: () => void
  onPointerEnter: () => void
  onFocus: () => void
}

type Props = {
  /** Accessible name of the dialog. */
  label: string
  placement?: 'bottom start' | 'bottom end'
  /** Spread the props on the button that opens it. */
  trigger: (props: TriggerProps) => ReactNode
  children: (close: () => void) => ReactNode
}

/** A popover whose code is fetched when a pointer or the focus comes near its button. */
export function PopoverOnDemand({ label, placement = 'bottom start', trigger, children }: Props) {
  const [open, setOpen] = useState(false)
  const [Panel, setPanel] = useState<ComponentType<PopoverPanelProps> | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  // Without its code the button stays closed and the page, with all that is typed in it, stays too.
  const load = async () => {
    try {
      const panel = await import('./popover-panel')
      setPanel(() => panel.PopoverPanel)
    } catch {
      setOpen(false)
    }
  }
  const close = () => setOpen(false)
  return (
    <>
      {trigger({
        ref: button,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        onClick: () => {
          load()
          setOpen(!open)
        },
        onPointerEnter: load,
        onFocus: load,
      })}
      {open && Panel ? (
        <Panel trigger={button} label={label} placement={placement} onOpenChange={setOpen}>
          {children(close)}
        </Panel>
      ) : null}
    </>
  )
}
