import { createContext, type ReactNode, use } from 'react'

/** What the frame adds at the end of a phone's title bar: theme and account. */
export const PageBarEnd = createContext<ReactNode>(null)

type Props = {
  title: string
  /** A back link ("btn ghost icon"): the bar of a detail, with a line under it. */
  back?: ReactNode
  actions?: ReactNode
  /** The heading of the page stands elsewhere: the title is only text. */
  plainTitle?: boolean
}

/** Phones: the title bar of a page. Wider screens show the page's own head instead. */
export function PageBar({ title, back, actions, plainTitle = false }: Props) {
  const end = use(PageBarEnd)
  return (
    <header className={back ? 'mbar sub' : 'mbar'}>
      {back}
      {plainTitle ? <span className="ttl">{title}</span> : <h1 className="ttl">{title}</h1>}
      {actions}
      {end}
    </header>
  )
}
