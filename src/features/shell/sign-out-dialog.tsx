import { doubtWords } from '@/notices/session-words'
import { Button } from '@/ui/button'
import { DialogPanel } from '@/ui/dialog-panel'

export type SignOutDialogProps = {
  /** At least one write of unknown outcome. */
  doubt: readonly { tool: string }[]
  cancel: () => void
  confirm: () => void
}

/** SR-23: nothing is forgotten unasked. */
export function SignOutDialog({ doubt, cancel, confirm }: SignOutDialogProps) {
  const words = doubtWords(doubt)
  return (
    <DialogPanel title={words.title} onClose={cancel}>
      <div className="bd">
        <p className="muted">{words.text}</p>
      </div>
      <footer>
        <Button variant="ghost" label="Cancel" onPress={cancel} />
        <Button variant="danger" label="Sign out anyway" onPress={confirm} />
      </footer>
    </DialogPanel>
  )
}
