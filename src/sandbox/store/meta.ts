import type Database from 'better-sqlite3'

/** A value that is made once for a database and outlives restarts with it. */
export function keptInMeta(db: Database.Database, key: string, make: () => string): string {
  const read = db.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck()
  const kept = read.get(key)
  if (kept !== undefined) return kept
  const value = make()
  db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)').run(key, value)
  return value
}
