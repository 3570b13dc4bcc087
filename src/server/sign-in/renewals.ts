import { createHash } from 'node:crypto'
import { type IssuerProblemKind, problemOf } from './issuer-problem'
import { freshFor, type Session } from './session'

/** What became of a refresh token. */
type Renewal =
  | { readonly ok: true; readonly session: Session }
  | { readonly ok: false; readonly kind: IssuerProblemKind }

/** So long the old cookie of a request that was on its way still leads to the new session. */
const KEPT_MS = 60_000
const MOST = 1_000
/** More renewals of one session than fit into the time they are kept. */
const LONGEST_CHAIN = 100

type Entry = { readonly renewal: Promise<Renewal>; until: number }

export type Renewals = {
  /**
   * The newest session after this one; asks the issuer once per refresh token, whoever asks here, at
   * the same time or within a minute: issuers end everything when a refresh token comes twice (SR-3).
   */
  renew(session: Session): Promise<Renewal>
  /** The newest session that is known, also one that is on its way. */
  newest(session: Session): Promise<Session>
}

/** `ask` gives the refresh token of a session for a new session; rejects with IssuerProblem. */
export function createRenewals(
  ask: (session: Session) => Promise<Session>,
  now: () => number,
): Renewals {
  const entries = new Map<string, Entry>()

  function find({ rt }: Session): Entry | null {
    const entry = rt === null ? undefined : entries.get(hash(rt))
    return entry && now() < entry.until ? entry : null
  }

  function start(session: Session, rt: string): Entry {
    const key = hash(rt)
    const renewal = ask(session).then(
      (renewed): Renewal => ({ ok: true, session: renewed }),
      (error: unknown): Renewal => ({ ok: false, kind: problemOf(error).kind }),
    )
    const entry: Entry = { renewal, until: Number.POSITIVE_INFINITY }
    entries.set(key, entry)
    renewal.then((outcome) => {
      entry.until = now() + keptFor(outcome, rt)
    })
    forget(entries, now())
    return entry
  }

  async function newest(session: Session): Promise<Session> {
    let last = session
    for (let step = 0; step < LONGEST_CHAIN; step += 1) {
      const next = await find(last)?.renewal
      if (!next?.ok) break
      const isEnd = next.session.rt === last.rt
      last = next.session
      if (isEnd) break
    }
    return last
  }

  /** How long an outcome is kept (ms). Without a word from the issuer the next request may ask again. */
  function keptFor(renewal: Renewal, rt: string): number {
    if (!renewal.ok) return renewal.kind === 'refused' ? KEPT_MS : 0
    const { session } = renewal
    // An issuer that does not rotate wants the same refresh token again for the next access token.
    return session.rt === rt ? Math.min(KEPT_MS, freshFor(session, now()) * 1_000) : KEPT_MS
  }

  return {
    newest,
    async renew(session) {
      // Without a wait where nothing is known, so that whoever comes next finds this one.
      const last = find(session) ? await newest(session) : session
      if (last !== session && freshFor(last, now()) > 0) return { ok: true, session: last }
      if (last.rt === null) return { ok: false, kind: 'refused' }
      return (find(last) ?? start(last, last.rt)).renewal
    },
  }
}

const hash = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Drops what is over, and the oldest of what is too much; nothing that is still on its way. */
function forget(entries: Map<string, Entry>, now: number) {
  for (const [key, { until }] of entries) {
    const isTooMuch = entries.size > MOST && until !== Number.POSITIVE_INFINITY
    if (until <= now || isTooMuch) entries.delete(key)
  }
}
