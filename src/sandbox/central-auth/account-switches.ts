import type { World } from '../world'

/** How an account's sign-ins turn out. */
export type SignInSwitches = {
  /** Seconds that an access token serves, by the machine's time. */
  accessTtlSeconds: number
  /** Whether new connections need the installation proof. */
  keyBound: boolean
}

/** C46 leaves the lifetime open; short, so that refreshing is met early. */
const ACCESS_TTL_SECONDS = 300

type Row = { access_ttl_s: number | null; key_bound: 0 | 1 | null }

/** The account's own switches; where it has none, the sandbox's. */
export function signInSwitches(world: World, account: string): SignInSwitches {
  const row = world.db
    .prepare<[string], Row>('SELECT access_ttl_s, key_bound FROM auth_accounts WHERE account = ?')
    .get(account)
  const keyBound = row?.key_bound ?? null
  return {
    accessTtlSeconds: row?.access_ttl_s ?? ACCESS_TTL_SECONDS,
    keyBound: keyBound === null ? world.settings.keyBound : keyBound === 1,
  }
}

/** Sets what is given for sign-ins and refreshes from now on (the key: for new connections). */
export function setSignInSwitches(
  world: World,
  account: string,
  change: { [key in keyof SignInSwitches]?: SignInSwitches[key] | undefined },
): void {
  const keyBound = change.keyBound === undefined ? null : change.keyBound ? 1 : 0
  world.db
    .prepare(
      `INSERT INTO auth_accounts (account, access_ttl_s, key_bound) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET
         access_ttl_s = coalesce(excluded.access_ttl_s, access_ttl_s),
         key_bound = coalesce(excluded.key_bound, key_bound)`,
    )
    .run(account, change.accessTtlSeconds ?? null, keyBound)
}
