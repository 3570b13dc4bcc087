import { beforeEach, describe, expect, it, vi } from 'vitest'

const SECRET = new Error('Neem Mart, pur_1234, https://evil.example')

function fakeWindow() {
  const page = new EventTarget()
  return {
    // Only its listeners are used.
    page: page as unknown as Window,
    fire(type: 'unhandledrejection' | 'error', reason: unknown) {
      const event = new Event(type, { cancelable: true })
      page.dispatchEvent(Object.assign(event, { reason, error: reason }))
      return event
    },
  }
}

beforeEach(() => vi.resetModules())

describe('what nothing caught', () => {
  it.each(['unhandledrejection', 'error'] as const)(
    '[SR-15] %s is told on the page and not in the console',
    async (type) => {
      const { somethingFailed, watchForTheUncaught } = await import('./last-resort')
      const { page, fire } = fakeWindow()
      watchForTheUncaught(page, true)
      expect(somethingFailed.get()).toBe(false)
      expect(fire(type, SECRET).defaultPrevented).toBe(true)
      expect(somethingFailed.get()).toBe(true)
    },
  )

  it('[SR-15] while developing, the console says what broke', async () => {
    const { somethingFailed, watchForTheUncaught } = await import('./last-resort')
    const { page, fire } = fakeWindow()
    watchForTheUncaught(page, false)
    expect(fire('error', SECRET).defaultPrevented).toBe(false)
    expect(somethingFailed.get()).toBe(true)
  })

  it.each([
    ['giving up', new DOMException('Stopped', 'AbortError')],
    ['a browser’s own remark', undefined],
    ['a piece of text', 'ResizeObserver loop'],
  ])('[SR-15] %s is no failure', async (_, reason) => {
    const { somethingFailed, watchForTheUncaught } = await import('./last-resort')
    const { page, fire } = fakeWindow()
    watchForTheUncaught(page, true)
    expect(fire('unhandledrejection', reason).defaultPrevented).toBe(true)
    expect(somethingFailed.get()).toBe(false)
  })
})
