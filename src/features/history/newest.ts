import type { QueryClient } from '@tanstack/react-query'
import type { Connection } from '@/api/envoy/connection'
import { RELOADED_WORDS, refreshWords } from './coverage'
import { mergeNewest } from './merge'
import { historyQueries, type Pages } from './queries'
import type { DateRange } from './search'

type Asked = { readonly client: QueryClient; readonly connection: Connection; range: DateRange }

/** The newest page alone, in place of everything. Says what that did. */
export async function reloadNewest({ client, connection, range }: Asked): Promise<string> {
  const { newest, transactions } = historyQueries(connection)
  const page = await newest(range)
  const { queryKey } = transactions(range)
  client.setQueryData<Pages>(queryKey, { pages: [page], pageParams: [null] })
  return RELOADED_WORDS
}

/** The newest page on top of what is loaded; never a second one. Says what that brought. */
export async function refreshNewest({ client, connection, range }: Asked): Promise<string> {
  const { newest, transactions } = historyQueries(connection)
  const page = await newest(range)
  const { queryKey } = transactions(range)
  const loaded = client.getQueryData<Pages>(queryKey)
  const merged = loaded && mergeNewest(loaded, page)
  const joined = merged?.connected === true
  const pages = joined ? merged.pages : { pages: [page], pageParams: [null] }
  client.setQueryData<Pages>(queryKey, pages)
  const added = joined ? merged.added : page.lines.length
  return refreshWords({ at: page.at, added, reloaded: !joined })
}
