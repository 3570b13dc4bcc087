import type { ReactNode } from 'react'
import type { DialogPanelProps } from './dialog-panel'
import { useOnDemand } from './use-on-demand'

type TriggerProps = ReturnType<typeof useOnDemand<DialogPanelProps>>['trigger'] & {
  'aria-haspopup': 'dialog'
}

type Props = {
  title: string
  /** Spread the props on the button that opens it. */
  trigger: (props: TriggerProps) => ReactNode
  /** A `.bd` and a `footer`. */
  children: (close: () => void) => ReactNode
}

const loadPanel = () => import('./dialog-panel').then((part) => part.DialogPanel)

/** A modal dialog whose code is fetched when a pointer or the focus comes near its button. */
export function DialogOnDemand({ title, trigger, children }: Props) {
  const { Part: Panel, setOpen, ...dialog } = useOnDemand(loadPanel)
  const close = () => setOpen(false)
  return (
    <>
      {trigger({ ...dialog.trigger, 'aria-haspopup': 'dialog' })}
      {Panel ? (
        <Panel title={title} onClose={close}>
          {children(close)}
        </Panel>
      ) : null}
    </>
  )
}
