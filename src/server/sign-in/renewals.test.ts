import { describe, expect, it, vi } from 'vitest'
import { IssuerProblem } from './issuer-problem'
import { createRenewals } from './renewals'
import type { Session } from './session'

const SESSION: Session = {
  v: 1,
  sid: 'A'.repeat(22),
  sub: 'person-1',
  name: 'Meera',
  tag: 'B'.repeat(22),
  at: 'access-0',
  at_exp: 0,
  rt: 'refresh-0',
  key: null,
  signed_in_at: 0,
}

/** Every refresh token turns into the next one; access tokens live for `life` seconds. */
function turning(life = 300) {
  const clock = { now: 0 }
  let count = 0
  const ask = vi.fn(async (session: Session): Promise<Session> => {
    count += 1
    const at_exp = clock.now / 1_000 + life
    return { ...session, at: `access-${count}`, rt: `refresh-${count}`, at_exp }
  })
  return { clock, ask, renewals: createRenewals(ask, () => clock.now) }
}

describe('renewals', () => {
  it('[SR-3] keep everything of a session but its tokens', async () => {
    const { renewals } = turning()
    expect(await renewals.renew(SESSION)).toEqual({
      ok: true,
      session: { ...SESSION, at: 'access-1', rt: 'refresh-1', at_exp: 300 },
    })
  })

  it('[SR-3] renew anew what ran out while it was remembered', async () => {
    const { renewals, clock, ask } = turning(30)
    await renewals.renew(SESSION)
    clock.now = 25_000
    expect(await renewals.renew(SESSION)).toMatchObject({ session: { rt: 'refresh-2' } })
    expect(ask.mock.calls.map(([{ rt }]) => rt)).toEqual(['refresh-0', 'refresh-1'])
  })

  it('[SR-3] remember a refusal, and no silence', async () => {
    const { renewals, ask } = turning()
    ask.mockRejectedValueOnce(new IssuerProblem('unreachable'))
    expect(await renewals.renew(SESSION)).toEqual({ ok: false, kind: 'unreachable' })
    ask.mockRejectedValueOnce(new IssuerProblem('refused'))
    expect(await renewals.renew(SESSION)).toEqual({ ok: false, kind: 'refused' })
    expect(await renewals.renew(SESSION)).toEqual({ ok: false, kind: 'refused' })
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('[SR-3] know the newest session, also one on its way', async () => {
    const { renewals } = turning()
    expect(await renewals.newest(SESSION)).toBe(SESSION)
    const renewal = renewals.renew(SESSION)
    expect(await renewals.newest(SESSION)).toMatchObject({ rt: 'refresh-1' })
    await renewal
  })

  it('[product] are remembered for a thousand sessions at most', async () => {
    const { renewals, ask } = turning()
    for (let count = 0; count < 1_500; count += 1) {
      await renewals.renew({ ...SESSION, rt: `other-${count}` })
    }
    await renewals.renew({ ...SESSION, rt: 'other-1499' })
    expect(ask).toHaveBeenCalledTimes(1_500)
    await renewals.renew({ ...SESSION, rt: 'other-0' })
    expect(ask).toHaveBeenCalledTimes(1_501)
  })

  it('[product] are none without a refresh token', async () => {
    const { renewals, ask } = turning()
    expect(await renewals.renew({ ...SESSION, rt: null })).toEqual({ ok: false, kind: 'refused' })
    expect(ask).not.toHaveBeenCalled()
  })
})
