import { describe, expect, it } from 'vitest'
import { checked, failed, NOON } from './fixtures'
import { learn } from './knowledge'
import { screenOf } from './screen'

describe('screenOf', () => {
  it('[R-173] shows no state before a check came back', () => {
    expect(screenOf(undefined)).toEqual({ kind: 'loading' })
    expect(screenOf(learn(undefined, failed()))).toMatchObject({ kind: 'failed' })
  })

  it('[product] keeps the last known state when a later check fails', () => {
    const known = learn(learn(undefined, checked()), failed('offline', NOON + 1))
    expect(screenOf(known)).toMatchObject({ kind: 'shown', failure: { kind: 'offline' } })
  })

  it('[R-033] shows nothing from memory once the purchase is not found', () => {
    const known = learn(learn(undefined, checked()), failed('not_found', NOON + 1))
    expect(screenOf(known)).toEqual({ kind: 'not_found' })
  })
})
