import { type ReactNode, useEffect, useRef } from 'react'
import { BrandMark } from './brand'
import { ThemeSwitch } from './theme-switch'

type Props = {
  /** It took the place of a page: the focus goes where that was. */
  focused?: boolean
  children: ReactNode
}

/** One message on a page without navigation. */
export function FullPage({ focused = false, children }: Props) {
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    if (focused) main.current?.focus()
  }, [focused])
  return (
    <div className="full">
      <header className="full-bar">
        <span className="brand">
          <BrandMark />
          <span>Passbook</span>
        </span>
        <ThemeSwitch />
      </header>
      <main className="main middle" id="main" tabIndex={-1} ref={main}>
        {children}
      </main>
    </div>
  )
}
