import type { ReactNode } from 'react'
import { PageBar } from './page-bar'

type Props = {
  title: string
  /** At the right of the title on wide screens. */
  actions?: ReactNode
  /** The same acts as icon buttons in a phone's bar. */
  phoneActions?: ReactNode
}

/** Title and acts of a page, drawn for wide screens and for phones; only one of the two shows. */
export function PageHead({ title, actions, phoneActions }: Props) {
  return (
    <>
      <PageBar title={title} actions={phoneActions} />
      <header className="head pad">
        <h1>{title}</h1>
        {actions ? <div className="right">{actions}</div> : null}
      </header>
    </>
  )
}
