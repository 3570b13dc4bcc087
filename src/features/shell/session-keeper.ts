import type { QueryClient } from '@tanstack/react-query'
import type { Connection } from '@/api/envoy/connection'

type Opened = { connection: Connection; queryClient: QueryClient }

export type SessionKeeper = {
  /** Reads the session the first time; afterwards answers at once. A failure is not kept. */
  open(): Promise<Opened>
  /** The next `open` reads the session again. */
  forget(): void
}

type Deps = {
  /** @throws CallFailure when nobody is signed in or nothing usable came back. */
  connect: () => Promise<Connection>
  createQueryClient: () => QueryClient
}

/** One connection and one cache for each account: another account never sees what the last one loaded. */
export function createSessionKeeper({ connect, createQueryClient }: Deps): SessionKeeper {
  let opened: Opened | null = null
  let opening: Promise<Opened> | null = null

  const read = async () => {
    const connection = await connect()
    if (opened?.connection.account.tag === connection.account.tag) return opened
    opened?.queryClient.clear()
    opened = { connection, queryClient: createQueryClient() }
    return opened
  }

  return {
    open() {
      opening ??= read().catch((failure: unknown) => {
        opening = null
        throw failure
      })
      return opening
    },
    forget() {
      opening = null
    },
  }
}
