import type { ReactNode, RefObject } from 'react'
import { Dialog, Popover } from 'react-aria-components'

export type PopoverPanelProps = {
  trigger: RefObject<HTMLButtonElement | null>
  label: string
  placement: 'bottom start' | 'bottom end'
  onOpenChange: (open: boolean) => void
  children: ReactNode
}

export function PopoverPanel(props: PopoverPanelProps) {
  const { trigger, label, placement, onOpenChange, children } = props
  return (
    <Popover
      triggerRef={trigger}
      isOpen
      onOpenChange={onOpenChange}
      placement={placement}
      offset={6}
      className="pop-at"
    >
      <Dialog className="pop" aria-label={label}>
        {children}
      </Dialog>
    </Popover>
  )
}
