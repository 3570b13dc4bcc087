import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { createSchema } from './schema'

function tablesOf(db: Database.Database) {
  return db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all()
}

describe('createSchema', () => {
  it('[product] is safe on a database that has the tables', () => {
    const db = new Database(':memory:')
    createSchema(db)
    db.exec("INSERT INTO accounts (account, name) VALUES ('demo', 'Meera')")
    createSchema(db)
    expect(db.prepare('SELECT name FROM accounts').pluck().all()).toEqual(['Meera'])
  })

  it('[product] gives a file of before Central Auth what it lacks', () => {
    const db = new Database(':memory:')
    createSchema(db)
    for (const table of ['auth_artifacts', 'auth_accounts', 'auth_clients']) {
      db.exec(`DROP TABLE ${table}`)
    }
    createSchema(db)
    expect(tablesOf(db)).toEqual(
      expect.arrayContaining(['auth_artifacts', 'auth_accounts', 'auth_clients']),
    )
  })

  it.each(['photos (file)', 'accounts (email)', 'meta (key, value)'])(
    '[product] writes nothing into another program’s database: %s',
    (table) => {
      const db = new Database(':memory:')
      db.exec(`CREATE TABLE ${table}`)
      const before = tablesOf(db)
      expect(() => createSchema(db)).toThrow('it belongs to another program')
      expect(tablesOf(db)).toEqual(before)
    },
  )
})
