import { useRef } from 'react'

/** A place for "For support", and the way to open it from elsewhere on the page. */
export function useSupportPlace() {
  const place = useRef<HTMLDivElement>(null)
  const open = () => {
    const details = place.current?.querySelector('details')
    if (!details) return
    details.open = true
    const summary = details.querySelector('summary')
    summary?.focus({ preventScroll: true })
    summary?.scrollIntoView({ block: 'start' })
  }
  return { place, open }
}
