import type { Invariant } from '../observer'

/** Whether a text has anything in it that is another account's: every line and purchase names its account. */
type Foreign = (text: string, owner: string) => boolean

/** No row, purchase or journal entry of another account reaches a caller of this one. */
export function accountsApart(
  foreign: Foreign,
  circumstances: {
    /** Whether the connection has ended. */
    readonly closed: (connection: number) => boolean
    /** What each open connection says is in doubt. */
    readonly journals: () => readonly { readonly owner: string; readonly entries: string }[]
  },
): Invariant {
  return {
    name: 'accounts stay apart',
    left({ connection, owner, n, tool }) {
      return circumstances.closed(connection)
        ? `request ${n} (${tool}) left for ${owner} after the connection had ended`
        : null
    },
    ended({ connection, owner, tool, n, end }) {
      if (!end || end.error !== null) return null
      if (circumstances.closed(connection)) {
        return `call ${n} (${tool}) of ${owner} was answered after the connection had ended`
      }
      return foreign(JSON.stringify(end.value), owner)
        ? `call ${n} (${tool}) of ${owner} was given what is another account's`
        : null
    },
    shown({ watch, owner, status }) {
      return foreign(JSON.stringify(status), owner)
        ? `watch ${watch} of ${owner} was shown what is another account's`
        : null
    },
    atRest() {
      const mixed = circumstances.journals().find(({ owner, entries }) => foreign(entries, owner))
      return mixed ? `the journal of ${mixed.owner} has an entry of another account` : null
    },
  }
}
