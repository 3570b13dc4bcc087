/** How many purchases wait for the person, and whether their states were checked or only listed. */
export type NeedsYou = { count: number; checked: boolean }

export function NeedsYouCount({ needsYou }: { needsYou: NeedsYou | null }) {
  if (!needsYou || needsYou.count === 0) return null
  return (
    <span className={needsYou.checked ? 'count' : 'count listed'}>
      <span aria-hidden="true">{needsYou.count}</span>
      <span className="vh">{needsYouWords(needsYou)}</span>
    </span>
  )
}

export function needsYouWords({ count, checked }: NeedsYou) {
  if (!checked) return `${count} may need you, as listed`
  return count === 1 ? '1 needs you' : `${count} need you`
}
