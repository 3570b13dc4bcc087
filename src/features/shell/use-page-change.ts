import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { documentTitle, pageAt } from './pages'

/** The page on screen; on moving to another one, focus goes to its heading. */
export function usePageChange() {
  const router = useRouter()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const page = pageAt(pathname)

  // The title belongs to the document, outside of what React draws.
  useEffect(() => {
    document.title = documentTitle(page)
  }, [page])

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation) return
        const before = pageAt(fromLocation.pathname)
        if (before.key !== pageAt(toLocation.pathname).key) focusHeading()
      }),
    [router],
  )
  return page
}

export function focusHeading() {
  const main = document.getElementById('main')
  // Going back, a list has put the focus where it was.
  if (main?.contains(document.activeElement)) return
  // Each page has one heading for wide screens and one for phones; only one of them is drawn.
  const heading = [...(main?.querySelectorAll('h1') ?? [])].find((h1) => h1.getClientRects().length)
  const target = heading ?? main
  if (!target) return
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}
