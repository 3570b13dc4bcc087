import { describe, expect, it, vi } from 'vitest'
import { watchPresence } from './presence'

function setUp() {
  const page = new EventTarget()
  const document = Object.assign(new EventTarget(), { hidden: false })
  let steady = 0
  // Nothing else of a window is used.
  const window = Object.assign(page, { document }) as unknown as Window
  const presence = watchPresence(window, () => steady)
  const heard = vi.fn()
  const stop = presence.subscribe(heard)
  return {
    presence,
    heard,
    stop,
    say: (type: string, key?: string | null) =>
      page.dispatchEvent(Object.assign(new Event(type), key === undefined ? {} : { key })),
    show(hidden: boolean) {
      document.hidden = hidden
      document.dispatchEvent(new Event('visibilitychange'))
    },
    pass(ms: number) {
      steady += ms
    },
  }
}

describe('[CT-2] limits are looked at again', () => {
  it.each(['pageshow', 'focus', 'online'])('on %s', (type) => {
    const { heard, say } = setUp()
    say(type)
    expect(heard).toHaveBeenCalledOnce()
  })

  it('when the page is seen, and when it is hidden', () => {
    const { heard, presence, show } = setUp()
    show(true)
    expect(presence.hidden()).toBe(true)
    show(false)
    expect(presence.hidden()).toBe(false)
    expect(heard).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['passbook.gate.mine', 1],
    ['passbook.starts.mine.7', 1],
    [null, 1],
    ['passbook.active', 0],
    ['theme', 0],
  ])('[CT-1] when another tab wrote %s: %i', (key, times) => {
    const { heard, say } = setUp()
    say('storage', key)
    expect(heard).toHaveBeenCalledTimes(times)
  })

  it('not any more once nobody wants to know', () => {
    const { heard, say, stop } = setUp()
    stop()
    say('focus')
    expect(heard).not.toHaveBeenCalled()
  })
})

describe('[CT-6] a page that is put away', () => {
  it('is away at once, and there again when it is shown', () => {
    const { heard, presence, say } = setUp()
    heard.mockImplementationOnce(() => expect(presence.away()).toBe(true))
    say('pagehide')
    expect(heard).toHaveBeenCalledOnce()
    say('pageshow')
    expect(presence.away()).toBe(false)
  })

  it.each(['focus', 'seen', 'time'])('is not dead if only %s tells that it is back', (how) => {
    const { presence, say, show, pass } = setUp()
    say('pagehide')
    if (how === 'focus') say('focus')
    else if (how === 'seen') show(false)
    else pass(2_000)
    expect(presence.away()).toBe(false)
  })

  it('does not come back by being hidden as well', () => {
    const { presence, say, show } = setUp()
    say('pagehide')
    show(true)
    expect(presence.away()).toBe(true)
  })
})
