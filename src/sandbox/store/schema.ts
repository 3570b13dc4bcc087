import type Database from 'better-sqlite3'

/**
 * The sandbox's tables. Amounts are integer minor units (paise), instants are epoch
 * milliseconds of the sandbox's own clock (of the machine's for tokens and sign-in), purchases and
 * lines carry their account.
 */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

CREATE TABLE IF NOT EXISTS accounts (
  account TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  enabled INTEGER NOT NULL DEFAULT 1,
  connection_scoped_list INTEGER NOT NULL DEFAULT 0,
  lines_carry_purchase_id INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE IF NOT EXISTS tokens (
  token_hash TEXT PRIMARY KEY,
  account TEXT NOT NULL REFERENCES accounts (account),
  connection TEXT NOT NULL,
  scope TEXT NOT NULL,
  key_bound INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS proof_keys (connection TEXT PRIMARY KEY, thumbprint TEXT NOT NULL) STRICT;

CREATE TABLE IF NOT EXISTS proofs (
  connection TEXT NOT NULL,
  jti TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (connection, jti)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS proofs_oldest ON proofs (expires_at);

CREATE TABLE IF NOT EXISTS purchases (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  purchase_id TEXT NOT NULL,
  account TEXT NOT NULL,
  connection TEXT,
  revision INTEGER NOT NULL,
  state TEXT NOT NULL,
  money TEXT NOT NULL,
  merchant TEXT NOT NULL,
  domain TEXT,
  merchant_url TEXT,
  agent TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  charged_minor INTEGER,
  refunded_minor INTEGER NOT NULL DEFAULT 0,
  rail TEXT,
  checkout_by TEXT,
  question TEXT,
  funding TEXT,
  user_action TEXT,
  needs_support INTEGER NOT NULL DEFAULT 0,
  spending_closed INTEGER NOT NULL DEFAULT 0,
  superseded_by TEXT,
  retry_of TEXT,
  created_at INTEGER NOT NULL,
  auto INTEGER NOT NULL DEFAULT 0,
  next_move_at INTEGER
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS purchases_id ON purchases (purchase_id);
CREATE INDEX IF NOT EXISTS purchases_newest ON purchases (account, created_at DESC, seq DESC);
CREATE INDEX IF NOT EXISTS purchases_moving ON purchases (next_move_at) WHERE next_move_at IS NOT NULL;

CREATE TABLE IF NOT EXISTS timeline (
  purchase_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  state TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (purchase_id, revision)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS lines (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account TEXT NOT NULL,
  at INTEGER NOT NULL,
  title TEXT NOT NULL,
  subtitle TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  refunded_minor INTEGER NOT NULL DEFAULT 0,
  currency TEXT NOT NULL DEFAULT 'INR',
  display TEXT,
  purchase_id TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS lines_newest ON lines (account, at DESC, id DESC);
CREATE UNIQUE INDEX IF NOT EXISTS lines_purchase ON lines (purchase_id) WHERE purchase_id IS NOT NULL;

CREATE TABLE IF NOT EXISTS idempotency (
  account TEXT NOT NULL,
  tool TEXT NOT NULL,
  key TEXT NOT NULL,
  input TEXT NOT NULL,
  purchase_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account, tool, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS answers (
  purchase_id TEXT NOT NULL,
  question_id TEXT NOT NULL,
  answer TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (purchase_id, question_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS auth_artifacts (
  model TEXT NOT NULL,
  key TEXT NOT NULL,
  payload TEXT NOT NULL,
  account TEXT,
  grant_key TEXT,
  session_uid TEXT,
  key_bound INTEGER,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (model, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS auth_artifacts_grant ON auth_artifacts (grant_key) WHERE grant_key IS NOT NULL;
CREATE INDEX IF NOT EXISTS auth_artifacts_session ON auth_artifacts (session_uid) WHERE session_uid IS NOT NULL;
CREATE INDEX IF NOT EXISTS auth_artifacts_end ON auth_artifacts (expires_at);

-- However an access token of Central Auth ends, the tools know it no longer.
CREATE TRIGGER IF NOT EXISTS auth_access_over AFTER DELETE ON auth_artifacts
WHEN old.model = 'AccessToken'
BEGIN
  DELETE FROM tokens WHERE token_hash = old.key;
END;

CREATE TABLE IF NOT EXISTS auth_accounts (
  account TEXT PRIMARY KEY,
  access_ttl_s INTEGER,
  key_bound INTEGER
) STRICT;

CREATE TABLE IF NOT EXISTS auth_clients (
  client_id TEXT PRIMARY KEY,
  metadata TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  row TEXT NOT NULL
) STRICT;
`

/** A purchase as stored. `amount_minor` is what was asked for; net is `charged_minor − refunded_minor`. JSON columns hold what the wire shows. */
export type PurchaseRow = {
  seq: number
  purchase_id: string
  account: string
  connection: string | null
  revision: number
  state: string
  money: string
  merchant: string
  domain: string | null
  merchant_url: string | null
  agent: string
  amount_minor: number
  charged_minor: number | null
  refunded_minor: number
  rail: string | null
  checkout_by: 'agent' | 'envoy' | null
  question: string | null
  funding: string | null
  user_action: string | null
  needs_support: 0 | 1
  spending_closed: 0 | 1
  superseded_by: string | null
  retry_of: string | null
  created_at: number
  auto: 0 | 1
  next_move_at: number | null
}

/** A history line as stored; `amount_minor` is before refunds, the wire shows the net. */
export type LineRow = {
  id: number
  account: string
  at: number
  title: string
  subtitle: string
  amount_minor: number
  refunded_minor: number
  currency: string
  display: string | null
  purchase_id: string | null
}

export type TokenRow = {
  token_hash: string
  account: string
  connection: string
  /** `openid`: signed in without asking for Envoy; no tool takes it. */
  scope: 'agent' | 'agent:read' | 'openid'
  key_bound: 0 | 1
  expires_at: number
}

export type AccountRow = {
  account: string
  name: string
  enabled: 0 | 1
  connection_scoped_list: 0 | 1
  lines_carry_purchase_id: 0 | 1
}

/**
 * Creates what is missing; safe on a file that has the tables. Throws before anything is written
 * when the file is another program's: a reset would empty its tables.
 */
export function createSchema(db: Database.Database): void {
  if (isForeign(db)) throw new Error('it belongs to another program')
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  // All or nothing, so that a start that was cut short leaves no file that looks foreign.
  db.transaction(() => db.exec(SCHEMA))()
}

function isForeign(db: Database.Database): boolean {
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'")
    .pluck()
    .all()
  return tables.length > 0 && !['meta', 'idempotency', 'log'].every((own) => tables.includes(own))
}
