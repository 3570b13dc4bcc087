export type PageName = {
  /** Two addresses with one key are one page: a detail opening beside its list moves no focus. */
  key: 'history' | 'purchases' | 'purchase' | 'none'
  /** What kind of page it is; never a merchant's name. */
  title: string
}

const NO_PAGE: PageName = { key: 'none', title: 'Not found' }

/** Which page an address shows. */
export function pageAt(pathname: string): PageName {
  const [section, id, more] = pathname.split('/').filter(Boolean)
  if (more) return NO_PAGE
  if (section === 'history') return { key: 'history', title: id ? 'Purchase' : 'History' }
  if (section === 'purchases' && id) return { key: 'purchase', title: 'Purchase' }
  if (section === 'purchases') return { key: 'purchases', title: 'Purchases' }
  return NO_PAGE
}

export function documentTitle(page: PageName) {
  return `${page.title} · Passbook`
}
