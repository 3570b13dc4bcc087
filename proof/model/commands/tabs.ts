import * as fc from 'fast-check'
import { ACCOUNTS, type AccountName } from '../envoy'
import { type Step, signedInStep, step, tabOf } from './step'

const MOST_TABS = 4

const newTab = step('new tab', '', (world, notNow) => {
  if (world.tabs.length >= MOST_TABS) return notNow()
  world.openTab()
})

function reload(n: number): Step {
  return step('reload', `tab ${n}`, (world, notNow) => {
    const tab = tabOf(world, n)
    if (!tab) return notNow()
    world.replaceTab(tab, true)
  })
}

function close(n: number): Step {
  return step('close', `tab ${n}`, (world, notNow) => {
    const tab = tabOf(world, n)
    if (!tab || world.tabs.length === 1) return notNow()
    world.replaceTab(tab, false)
  })
}

function signOut(n: number): Step {
  return signedInStep('sign out', n, '', (world) => tabOf(world, n)?.signOut())
}

/** A person comes back from Central Auth: the cookie is set, and the tab is loaded anew. */
function signIn(n: number, account: AccountName): Step {
  return step('sign in', `in tab ${n} as ${account}`, (world, notNow) => {
    const tab = tabOf(world, n)
    const signingOut = world.browser.kept().some(([key]) => key === 'passbook.signing_out')
    if (!tab || signingOut) return notNow()
    const { cookie } = world.browser
    if (cookie !== null && cookie !== account) world.tally.count('another account signs in')
    world.browser.cookie = account
    world.replaceTab(tab, true)
  })
}

/** What a person does with tabs and accounts. */
export function tabsAndAccounts(tab: fc.Arbitrary<number>): fc.Arbitrary<Step>[] {
  return [
    fc.constant(newTab),
    tab.map(reload),
    tab.map(close),
    tab.map(signOut),
    fc.tuple(tab, fc.constantFrom(...ACCOUNTS)).map((given) => signIn(...given)),
  ]
}
