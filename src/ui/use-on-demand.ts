import { type ComponentType, useRef, useState } from 'react'

/** Something that opens from a button, and whose code is fetched when a pointer or the focus comes near it. */
export function useOnDemand<P>(fetchPart: () => Promise<ComponentType<P>>) {
  const [open, setOpen] = useState(false)
  const [Part, setPart] = useState<ComponentType<P> | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  // Without its code the button stays closed and the page, with all that is typed in it, stays too.
  const load = async () => {
    try {
      const part = await fetchPart()
      setPart(() => part)
    } catch {
      setOpen(false)
    }
  }
  return {
    button,
    setOpen,
    /** Null while closed, or while its code is on the way. */
    Part: open ? Part : null,
    trigger: {
      ref: button,
      'aria-expanded': open,
      onClick: () => {
        load()
        setOpen(!open)
      },
      onPointerEnter: load,
      onFocus: load,
    },
  }
}
