import type { ReactNode } from 'react'
import type { PopoverPanelProps } from './popover-panel'
import { useOnDemand } from './use-on-demand'

type TriggerProps = ReturnType<typeof useOnDemand<PopoverPanelProps>>['trigger'] & {
  'aria-haspopup': 'dialog'
}

type Props = {
  /** Accessible name of the dialog. */
  label: string
  placement?: 'bottom start' | 'bottom end'
  /** Spread the props on the button that opens it. */
  trigger: (props: TriggerProps) => ReactNode
  children: (close: () => void) => ReactNode
}

const loadPanel = () => import('./popover-panel').then((part) => part.PopoverPanel)

/** A popover whose code is fetched when a pointer or the focus comes near its button. */
export function PopoverOnDemand({ label, placement = 'bottom start', trigger, children }: Props) {
  const { Part: Panel, setOpen, button, ...popover } = useOnDemand(loadPanel)
  return (
    <>
      {trigger({ ...popover.trigger, 'aria-haspopup': 'dialog' })}
      {Panel ? (
        <Panel trigger={button} label={label} placement={placement} onOpenChange={setOpen}>
          {children(() => setOpen(false))}
        </Panel>
      ) : null}
    </>
  )
}
