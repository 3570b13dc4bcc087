import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKeyring } from './keyring'
import { seal, unseal } from './seal'

const ring = createKeyring(['first secret that is long enough!'])
const anyObject = fc.dictionary(fc.string(), fc.jsonValue())
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'

describe('seal', () => {
  it('[product] opens what was sealed, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(anyObject, async (payload) => {
        const opened = await unseal(ring, 'session', await seal(ring, 'session', payload))
        expect(opened).toEqual(JSON.parse(JSON.stringify(payload)))
      }),
      { numRuns: 50 },
    )
  })

  it('[SR-1] opens nothing in which one character was changed, taken away or added', async () => {
    const sealed = await seal(ring, 'session', { v: 1, name: 'Meera' })
    const change = fc.record({
      at: fc.nat(sealed.length - 1),
      by: fc.constantFrom(...ALPHABET, ''),
      added: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(change, async ({ at, by, added }) => {
        const changed = sealed.slice(0, at) + by + sealed.slice(added ? at : at + 1)
        fc.pre(changed !== sealed)
        expect(await unseal(ring, 'session', changed)).toBeNull()
      }),
      { numRuns: 300 },
    )
  })

  it('[SR-1] opens no second spelling of the same bytes', async () => {
    const sealed = await seal(ring, 'session', { v: 1 })
    const last = sealed.at(-1) ?? ''
    for (const character of ALPHABET) {
      if (character === last) continue
      expect(await unseal(ring, 'session', sealed.slice(0, -1) + character)).toBeNull()
    }
  })

  it('[SR-1] opens nothing for another purpose or another secret', async () => {
    const sealed = await seal(ring, 'sign-in', { v: 1 })
    expect(await unseal(ring, 'session', sealed)).toBeNull()
    const other = createKeyring(['another secret that is long enough'])
    expect(await unseal(other, 'sign-in', sealed)).toBeNull()
    expect(await unseal(ring, 'sign-in', sealed)).toEqual({ v: 1 })
  })

  it('[product] never makes the same twice, and shows nothing', async () => {
    const sealed = [
      await seal(ring, 'session', { a: 'word' }),
      await seal(ring, 'session', { a: 'word' }),
    ]
    expect(sealed[0]).not.toBe(sealed[1])
    expect(Buffer.from(sealed.join('').replaceAll('.', ''), 'base64url').toString()).not.toContain(
      'word',
    )
  })

  it('[product] a replaced secret still opens', async () => {
    const old = ['old secret that is still long enough', 'older secret that is still long enough']
    const both = createKeyring(['new secret that is also long enough', ...old])
    for (const secret of old) {
      const sealed = await seal(createKeyring([secret]), 'session', { v: 1 })
      expect(await unseal(both, 'session', sealed)).toEqual({ v: 1 })
    }
    expect(() => createKeyring([])).toThrow()
  })
})
