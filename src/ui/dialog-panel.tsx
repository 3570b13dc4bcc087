import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'

export type DialogPanelProps = {
  title: string
  onClose: () => void
  /** A `.bd` and a `footer`. */
  children: ReactNode
}

export function DialogPanel({ title, onClose, children }: DialogPanelProps) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      className="scrim"
    >
      <Modal className="dialog-at">
        <Dialog className="dialog">
          <header>
            <Heading slot="title">{title}</Heading>
          </header>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
