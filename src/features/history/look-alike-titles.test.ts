import { expect, it } from 'vitest'
import { indexPages } from './columns'
import { aLine, aNext, aPage, unreadable } from './lines.fixture'
import { lookAlikeTitles } from './look-alike-titles'
import { inDoubt } from './use-look-alikes'

const lines = (...titles: string[]) => titles.map((title) => aLine({ title }))

it('[SR-29] the less known of two names that look alike is found, as more lines are loaded', () => {
  const first = aPage([unreadable, ...lines('Paytrn', 'Neem Mart')], aNext('a'))
  const second = aPage(lines('Paytm', 'Paytm', 'Neem Mart'))
  const index = indexPages([first], undefined)
  expect([...lookAlikeTitles(index)]).toEqual([])
  const grown = indexPages([first, second], index)
  expect([...lookAlikeTitles(grown)]).toEqual(['Paytrn'])
  // Each line is counted once: looking again changes nothing.
  expect(lookAlikeTitles(grown)).toBe(lookAlikeTitles(grown))
  expect([...lookAlikeTitles(indexPages([first, second], undefined))]).toEqual(['Paytrn'])
})

it('[SR-29] a name in doubt is one and the same each time it is drawn', () => {
  const index = indexPages([aPage(lines('Paytrn'))], undefined)
  const [name] = index.titles.safe
  if (!name) throw new Error('The line has no name')
  expect(inDoubt(name)).toEqual({ ...name, unusual: true })
  expect(inDoubt(name)).toBe(inDoubt(name))
})
