import { expect, it, vi } from 'vitest'
import { createTabChannel, type TabMessage } from './tab-channel'
import { createTestBrowser } from './test-browser'

function twoTabs({ channel = true } = {}) {
  const browser = createTestBrowser()
  const [one, two] = [browser.tab(), browser.tab()]
  const heard: TabMessage[] = []
  const open = (tab: typeof one) => (channel ? tab.open : null)
  const mine = createTabChannel({ ...one, open: open(one) }, () => {})
  const theirs = createTabChannel({ ...two, open: open(two) }, (message) => heard.push(message))
  return { browser, one, two, mine, theirs, heard }
}

it.each([true, false])(
  '[CT-7] tabs hear each other at once; with a channel of the browser: %s',
  (channel) => {
    const { mine, heard } = twoTabs({ channel })
    const messages: TabMessage[] = [
      { type: 'signed-out' },
      { type: 'account', tag: 't'.repeat(22) },
      { type: 'active' },
      { type: 'active' },
      { type: 'locked' },
    ]
    for (const message of messages) mine.say(message)
    expect(heard).toEqual(messages)
  },
)

it.each<[why: string, data: unknown]>([
  ['no text', { type: 'signed-out' }],
  ['no JSON', '{type'],
  ['unknown', '{"type":"pay"}'],
  ['with more than was agreed', '{"type":"signed-out","rows":[1]}'],
  ['without its tag', '{"type":"account"}'],
  ['longer than 200 bytes', `{"type":"account","tag":"${'t'.repeat(200)}"}`],
  ['nothing', null],
])('[CT-1] a message that is %s is ignored', (_, data) => {
  const { browser, two } = twoTabs()
  const heard = vi.fn()
  createTabChannel(two, heard)
  browser.tab().open('passbook/v1').postMessage(data)
  expect(heard).not.toHaveBeenCalled()
})

it('[CT-1] what is said is short and names nobody', () => {
  const { browser, mine } = twoTabs()
  mine.say({ type: 'account', tag: 't'.repeat(22) })
  expect(browser.posted).toEqual([`{"type":"account","tag":"${'t'.repeat(22)}"}`])
})

it('[CT-6] the channel is closed while the page is put away, and open again afterwards', () => {
  const { browser, one, two, mine, heard } = twoTabs()
  two.page.dispatchEvent(new Event('pagehide'))
  expect(browser.openChannels()).toBe(1)
  mine.say({ type: 'locked' })
  expect(heard).toEqual([])
  two.page.dispatchEvent(new Event('pageshow'))
  two.page.dispatchEvent(new Event('pageshow'))
  expect(browser.openChannels()).toBe(2)
  mine.say({ type: 'active' })
  expect(heard).toEqual([{ type: 'active' }])
  one.page.dispatchEvent(new Event('pagehide'))
  // Nobody hears it; nothing breaks.
  mine.say({ type: 'active' })
})

it('[CT-6] a channel that was closed for good stays closed', () => {
  const { browser, two, theirs } = twoTabs()
  theirs.close()
  two.page.dispatchEvent(new Event('pageshow'))
  expect(browser.openChannels()).toBe(1)
})

it('[CT-6] a page that was not put away after all, and is only looked at, hears the others again', () => {
  const { two, mine, heard } = twoTabs()
  two.page.dispatchEvent(new Event('pagehide'))
  two.page.dispatchEvent(new Event('focus'))
  mine.say({ type: 'locked' })
  expect(heard).toEqual([{ type: 'locked' }])
})
