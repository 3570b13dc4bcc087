import type { World } from './world'

/** A proof whose signature and claims are all good. */
export type GoodProof = {
  connection: string
  /** RFC 7638, of the key that signed it. */
  thumbprint: string
  jti: string
  /** Epoch ms of the machine's time: by then the proof's own time lets it in no more. */
  endsAt: number
  /** Whether all of the request was compared with it. */
  complete: boolean
}

/**
 * Whether a proof is its connection's own and new. The first key that proves itself on a connection is
 * the connection's from then on (C47); each `jti` serves a connection once. An incomplete proof is
 * only looked up: it uses nothing up and binds no key.
 */
export function spendProof(world: World, proof: GoodProof): boolean {
  const { db, clock } = world
  const { connection, thumbprint, jti, endsAt, complete } = proof
  return db.transaction(() => {
    const bound = db
      .prepare<[string], string>('SELECT thumbprint FROM proof_keys WHERE connection = ?')
      .pluck()
      .get(connection)
    if (bound !== undefined && bound !== thumbprint) return false
    const used = db
      .prepare('SELECT 1 FROM proofs WHERE connection = ? AND jti = ?')
      .get(connection, jti)
    if (used) return false
    if (!complete) return true
    db.prepare('DELETE FROM proofs WHERE expires_at < ?').run(clock.wall())
    db.prepare('INSERT INTO proofs (connection, jti, expires_at) VALUES (?, ?, ?)').run(
      connection,
      jti,
      endsAt,
    )
    db.prepare(
      'INSERT INTO proof_keys (connection, thumbprint) VALUES (?, ?) ON CONFLICT DO NOTHING',
    ).run(connection, thumbprint)
    return true
  })()
}

/** Forgets all proofs and the keys of all connections, for a reset that takes the tokens. */
export function forgetProofs(world: World): void {
  world.db.exec('DELETE FROM proofs; DELETE FROM proof_keys')
}
