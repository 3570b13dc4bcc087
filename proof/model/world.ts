import { createBrowser } from './browser'
import { createChances, type Drawn } from './chances'
import { createModelEnvoy, type EnvoySettings } from './envoy'
import { createTrouble } from './faults'
import { accountsApart } from './invariants/accounts'
import { budgetKept } from './invariants/budget'
import { oneEffect } from './invariants/effects'
import { gateHolds } from './invariants/gate'
import { proofsAreFresh } from './invariants/proofs'
import { readsAreRepeated } from './invariants/reads'
import { LONGEST_CALL_MS, waitsEnd } from './invariants/waits'
import { revisionsOnlyGrow } from './invariants/watches'
import { writesAreNotRepeated, writesKeepTheirKey } from './invariants/writes'
import { createNetwork } from './network'
import { createObserver, type Intent } from './observer'
import { createTab, type Open, type Tab } from './tab'
import type { Tally } from './tally'
import { createTime, settle } from './time'

export type Settings = EnvoySettings & {
  readonly drawn: Drawn
  /** Whether the first tab shows lines and a purchase from the start. */
  readonly pageOpen: boolean
}

type Call = Pick<Intent, 'tool' | 'wish'>

/**
 * Everything of one run: one browser, the sandbox, the way between them, and who looks on. `only`: the
 * name of the one invariant to look for.
 */
export function createModelWorld(settings: Settings, tally: Tally, only?: string) {
  const time = createTime()
  const chances = createChances(settings.drawn)
  const browser = createBrowser(time, chances)
  const trouble = createTrouble()
  const closed = new Set<number>()
  const othersUsed = new Set<string>()
  const watches = new Set<{ readonly connection: number; stop(): void }>()
  const tabs: Tab[] = []
  let connections = 0

  const envoy = createModelEnvoy(time, settings, (jti) => {
    tally.count('proofs')
    observer.proved(jti)
  })
  const observer = createObserver(
    [
      gateHolds(),
      budgetKept(settings.requestsPerMinute, {
        othersUsed: (owner) => othersUsed.has(owner),
        planned: (n) => network.planned(n),
      }),
      writesKeepTheirKey(),
      writesAreNotRepeated(),
      readsAreRepeated(),
      proofsAreFresh(),
      revisionsOnlyGrow(),
      waitsEnd(),
      oneEffect(envoy.world),
      accountsApart(isForeign, {
        closed: (connection) => closed.has(connection),
        journals: () =>
          openTabs().map(({ owner, envoy: its }) => ({
            owner,
            entries: JSON.stringify(its.unresolvedWrites()),
          })),
      }),
    ].filter(({ name }) => only === undefined || name === only),
    { kept: browser.kept, now: time.now },
  )
  const network = createNetwork({ time, chances, envoy, observer, trouble, tally })

  function isForeign(text: string, owner: string): boolean {
    return [...envoy.accounts.values()].some(
      ({ name, purchases }) =>
        name !== owner && [name, ...purchases].some((mark) => text.includes(mark)),
    )
  }

  const openTabs = () => tabs.map((tab) => tab.open()).filter((open) => open !== null)

  const openTab = () =>
    createTab({
      browser,
      time,
      chances,
      network,
      accounts: envoy.accounts,
      requestsPerMinute: settings.requestsPerMinute,
      connected() {
        connections += 1
        const n = connections
        return { n, ended: () => void closed.add(n) }
      },
      signedOut: observer.signedOut,
    })

  const endTab = (tab: Tab) => {
    const connection = tab.end()
    if (connection === null) return
    for (const watch of watches) if (watch.connection === connection) watches.delete(watch)
    observer.forget(connection)
  }

  return {
    time,
    browser,
    envoy,
    network,
    observer,
    tally,
    trouble,
    tabs,
    openTab: () => void tabs.push(openTab()),
    /** The tab of this place, begun anew; or none instead. */
    replaceTab(tab: Tab, anew: boolean) {
      endTab(tab)
      const at = tabs.indexOf(tab)
      if (anew) tabs[at] = openTab()
      else tabs.splice(at, 1)
    },
    alsoUsed(owner: string, times: number) {
      if (envoy.alsoUsed(owner, times)) tally.count('fault: limit used up by others')
      othersUsed.add(owner)
    },
    /** A person calls; what comes of it is looked at and goes to `took`. */
    call<T>(open: Open, { tool, wish }: Call, run: () => Promise<T>, took?: (value: T) => void) {
      const intent = observer.began({ connection: open.n, owner: open.owner, tool, wish })
      const end = (how: string, outcome: { value?: unknown; error?: unknown }) => {
        tally.count(`ended: ${how}`)
        observer.ended(intent, outcome)
      }
      run().then(
        (value) => {
          end('done', { value })
          took?.(value)
        },
        (error: unknown) => end(Object(error).kind ?? Object(error).name, { error }),
      )
    },
    watches,
    /** What has been found so far stops the run. */
    async look() {
      await settle()
      observer.atRest()
      const [first] = observer.violations
      if (first !== undefined) throw new Error(first)
    },
    /** Lets time run until every call has ended. */
    async runOut() {
      for (const watch of watches) watch.stop()
      const pending = () =>
        observer.scene.intents.some(({ end }) => end === null) && observer.violations.length === 0
      await time.passUntil(() => !pending(), LONGEST_CALL_MS + 60_000)
    },
    async close() {
      for (const tab of tabs) tab.end()
      network.end()
      await settle()
      envoy.close()
    },
  }
}

export type ModelWorld = ReturnType<typeof createModelWorld>
