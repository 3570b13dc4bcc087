import type { Page } from '@playwright/test'
import { CANARY } from './hostile-strings'

/** Where a link of Passbook itself may lead. */
const OWN_ADDRESS = /^(?:#main|\/(?:history|purchases)(?:\/pur_[0-9a-f]{32})?(?:\?[^#]*)?)$/
/** What Passbook never draws, so what only a payload could have brought. */
const FOREIGN =
  'img, iframe, object, embed, video, audio, form:not(.ask-f), base, marquee, math, body style, body script, body link, body meta, svg script, svg a, svg foreignObject, [onerror], [onload], [onclick], [onfocus], [onmouseover], [srcdoc]'

/** Notes whatever a payload might do to a page from outside of what is drawn. */
export async function guardPage(page: Page, home: string): Promise<readonly string[]> {
  const problems: string[] = []
  page.on('dialog', (dialog) => {
    problems.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => problems.push(`a window: ${popup.url()}`))
  page.on('download', (download) => problems.push(`a download: ${download.url()}`))
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== home) problems.push(`a request: ${request.url()}`)
  })
  await page.exposeFunction(CANARY, () => {
    problems.push('a payload ran')
  })
  return problems
}

/** What is wrong with what is drawn now: foreign elements, addresses, anything too wide. */
export function drawnProblems(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ own, foreign }) => {
      const problems: string[] = []
      for (const element of document.querySelectorAll(foreign)) {
        problems.push(`foreign: ${element.outerHTML.slice(0, 120)}`)
      }
      for (const link of document.querySelectorAll('[href], [src], [action], [formaction]')) {
        if (!document.body.contains(link)) continue
        const href = link.getAttribute('href') ?? ''
        if (!new RegExp(own).test(href)) problems.push(`an address: ${href.slice(0, 120)}`)
      }
      for (const element of [
        document.documentElement,
        document.body,
        document.querySelector('main'),
        document.querySelector('.panel-body'),
      ]) {
        if (!element || element.scrollWidth <= element.clientWidth) continue
        problems.push(`${element.tagName} is ${element.scrollWidth} px wide by ${widest(element)}`)
      }
      for (const amount of document.querySelectorAll('main .amt, aside .amt')) {
        problems.push(...hidingAmount(amount))
      }
      return problems

      /** What reaches furthest, as far as the boxes around it let it. */
      function widest(box: Element): string {
        const reach = (element: Element) => seenBox(element, box).right
        const [furthest] = [...box.querySelectorAll('*')].sort((a, b) => reach(b) - reach(a))
        return furthest?.outerHTML.slice(0, 160) ?? 'nothing'
      }

      function hidingAmount(amount: Element): string[] {
        const box = amount.getBoundingClientRect()
        if (box.width === 0) return []
        const found: string[] = []
        const words = amount.textContent ?? ''
        if (box.left < 0 || box.right > innerWidth + 0.5) found.push(`${words} is cut off`)
        const around = amount.closest('[role=row], .need, .prow, .pp-head, .panel-body, .callout')
        for (const text of around?.querySelectorAll('bdi, .verbatim') ?? []) {
          if (text === amount || text.contains(amount) || amount.contains(text)) continue
          if (text.closest('.vh')) continue
          const seen = seenBox(text, around)
          const apart =
            seen.right <= box.left + 1 ||
            seen.left >= box.right - 1 ||
            seen.bottom <= box.top + 1 ||
            seen.top >= box.bottom - 1
          if (!apart) found.push(`${words} is under “${text.textContent?.slice(0, 40)}”`)
        }
        return found
      }

      /** An element's box as far as the boxes around it let it be seen. */
      function seenBox(element: Element, until: Element | null) {
        const own = element.getBoundingClientRect()
        const box = { left: own.left, right: own.right, top: own.top, bottom: own.bottom }
        for (let at = element.parentElement; at && at !== until; at = at.parentElement) {
          if (getComputedStyle(at).overflowX === 'visible') continue
          const clip = at.getBoundingClientRect()
          box.left = Math.max(box.left, clip.left)
          box.right = Math.min(box.right, clip.right)
          box.top = Math.max(box.top, clip.top)
          box.bottom = Math.min(box.bottom, clip.bottom)
        }
        return box
      }
    },
    { own: OWN_ADDRESS.source, foreign: FOREIGN },
  )
}
