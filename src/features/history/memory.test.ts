import { describe, expect, it } from 'vitest'
import { createPlaces } from './memory'

const place = { scroll: 1, offset: 0, slot: 2, focused: true }

describe('remembered places', () => {
  it('[cases] come back by history entry', () => {
    const places = createPlaces()
    places.keep('a', place)
    expect(places.get('a')).toBe(place)
    expect(places.get('b')).toBeUndefined()
  })

  it('are forgotten, the one unused longest first, when there are too many', () => {
    const places = createPlaces()
    for (let entry = 0; entry < 200; entry += 1) places.keep(String(entry), place)
    places.keep('0', place)
    places.keep('200', place)
    expect(places.get('0')).toBe(place)
    expect(places.get('1')).toBeUndefined()
  })
})
