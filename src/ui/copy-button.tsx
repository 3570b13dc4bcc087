import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button'
import { Live } from './live'

type Props = {
  text: string
  /** What is copied, in a sentence: "request id". */
  what: string
  /** Beside the icon, where there is room for a word. */
  worded?: boolean
}

type Outcome = 'copied' | 'failed'

export function CopyButton({ text, what, worded = false }: Props) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const copy = async () => {
    setOutcome(await write(text))
    setTimeout(() => setOutcome(null), 2000)
  }
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        icon={outcome === 'copied' ? Check : Copy}
        {...(worded
          ? { label: 'Copy', 'aria-label': `Copy ${what}` }
          : { label: `Copy ${what}`, iconOnly: true })}
        onPress={copy}
      />
      <Live>{outcome ? SAYS[outcome] : null}</Live>
    </>
  )
}

const SAYS: Record<Outcome, string> = {
  copied: 'Copied',
  failed: 'Could not copy. Select the text and copy it by hand.',
}

async function write(text: string): Promise<Outcome> {
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    return 'failed'
  }
}
