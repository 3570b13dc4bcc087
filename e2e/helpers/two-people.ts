import { type Browser, expect, type Page } from '@playwright/test'
import fc from 'fast-check'
import type { Product } from '../fixtures/product'
import type { Sandbox } from '../fixtures/sandbox'
import { menuIsHere } from './account-menu'
import { PEOPLE, type Person, type Seat, seatAt, stock } from './people'

/** Meera's browser, Arjun's, and one that both use one after another. */
type Place = 'demo' | 'other' | 'shared'

/** Who sits where: each at their own browser, or both at one. */
const SETTINGS = {
  apart: ['demo', 'other'],
  together: ['shared'],
} as const satisfies Record<string, readonly Place[]>
export type Setting = keyof typeof SETTINGS

export type Browsers = {
  readonly sandbox: Sandbox
  readonly seats: ReadonlyMap<Place, Seat>
  readonly purchases: Readonly<Record<Person, string>>
  /** Nothing foreign is to be seen anywhere, and no page complained. */
  check(): Promise<void>
  /** Signs everybody in who is not, and sees that their own purchases come. */
  showAll(): Promise<void>
  close(): Promise<void>
}

export type Command = { readonly name: string; run(browsers: Browsers): Promise<void> }

export async function seated(
  browser: Browser,
  product: Product,
  sandbox: Sandbox,
  setting: Setting,
): Promise<Browsers> {
  const purchases = {
    demo: await stock(sandbox, 'demo'),
    other: await stock(sandbox, 'other'),
  }
  const seats = new Map<Place, Seat>()
  for (const place of SETTINGS[setting]) {
    const seat = await seatAt(browser, product)
    seats.set(place, seat)
    await (await seat.open()).goto('/history')
  }
  const all = [...seats.values()]
  return {
    sandbox,
    seats,
    purchases,
    async check() {
      for (const seat of all) seat.check()
    },
    async showAll() {
      await sandbox.clearFaults()
      for (const [place, seat] of seats) {
        await seesOwn(seat, place === 'shared' ? (seat.owner ?? 'demo') : place)
        seat.check()
      }
    },
    async close() {
      const problems = all.flatMap((seat) => seat.watches.flatMap((watch) => watch.problems))
      // Going back to a sign-in that is over is refused at Central Auth, on a page that is not Passbook's.
      expect(problems.filter((problem) => !problem.includes(sandbox.url))).toEqual([])
      for (const seat of all) await seat.context.close()
    },
  }
}

function seatOf(seats: Browsers['seats'], place: Place): Seat {
  const seat = seats.get(place)
  if (!seat) throw new Error(`Nobody sits at ${place}.`)
  return seat
}

const front = (seat: Seat): Page => {
  const page = seat.pages.at(-1)
  if (!page) throw new Error('A browser without a page.')
  return page
}

/** At the end: signs a person in who is not, and sees that what is theirs comes. */
async function seesOwn(seat: Seat, person: Person) {
  const page = front(seat)
  await page.goto('/history')
  const own = page.getByText(`${PEOPLE[person].word} Bazaar 3`).first()
  await expect(own.or(wayIn(page)).first()).toBeVisible()
  if (!(await own.isVisible())) await signInAs(seat, person)
  await expect(own).toBeVisible()
  seat.sees(page, person)
}

/** Through Passbook's own way in, and Central Auth's page, where a person says who they are. */
async function signInAs(seat: Seat, person: Person, to = '/history') {
  await seat.context.clearCookies({ name: /^central_auth_/ })
  const page = front(seat)
  await page.goto(`/auth/sign-in?to=${encodeURIComponent(to)}`)
  const choice = page.getByRole('button', { name: PEOPLE[person].name })
  await expect(choice).toBeVisible()
  const changed = seat.belongsTo(person)
  await choice.click()
  await changed
  await expect(page.getByRole('button', { name: `Account, ${PEOPLE[person].name}` })).toBeVisible()
}

/** Without a session Central Auth may let the same person straight through. */
async function reconnect(seat: Seat) {
  if (seat.owner === null) return
  const page = front(seat)
  await page.goto('/auth/sign-in?to=/purchases')
  const choice = page.getByRole('button', { name: PEOPLE[seat.owner].name, exact: true })
  const account = page.getByRole('button', { name: `Account, ${PEOPLE[seat.owner].name}` })
  await expect(choice.or(account)).toBeVisible()
  if (await choice.isVisible()) await choice.click()
  await expect(account).toBeVisible()
}

const accountButton = (page: Page) => page.getByRole('button', { name: /^Account, / })
const wayIn = (page: Page) => page.getByRole('link', { name: /^(Sign in|Reconnect)$/ })

async function signOut(seat: Seat) {
  const page = front(seat)
  // Going back may have led to Central Auth, or out of a new tab's only page.
  if (!/\/(history|purchases)/.test(page.url())) await page.goto('/history')
  await expect(accountButton(page).or(wayIn(page)).first()).toBeVisible()
  if (!(await accountButton(page).isVisible())) return
  await accountButton(page).click()
  const changed = page.getByRole('menuitem', { name: 'Sign out' })
  await changed.click()
  await seat.belongsTo(null)
}

async function signOutOffline(seat: Seat) {
  const page = front(seat)
  if (!(await accountButton(page).isVisible())) return
  // What guards the pages comes once they are on screen; before that nobody has seen them.
  await expect(page.getByText(/Bazaar 3|Stores/).first()).toBeVisible()
  await menuIsHere(page)
  await seat.context.setOffline(true)
  await signOut(seat)
  await page.reload().catch(() => undefined)
  await seat.context.setOffline(false)
  await page.goto('/history')
  await expect(wayIn(page)).toBeVisible()
}

async function newTab(seat: Seat, path: string) {
  const page = await seat.open()
  await page.goto(path)
}

async function closeTab(seat: Seat) {
  if (seat.pages.length > 1) await front(seat).close()
}

/** A reply that is on its way while the person leaves. */
async function leaveEarly(seat: Seat, sandbox: Sandbox) {
  if (seat.owner === null) return
  const delay = { fault: 'delay', account: seat.owner, times: 1, ms: 600 }
  await sandbox.fault(
    { ...delay, tool: 'list_transactions' },
    { ...delay, tool: 'get_purchase_status' },
  )
  await front(seat).goto('/history')
  await signOut(seat)
  await seat.belongsTo(null)
}

const person = fc.constantFrom<Person>('demo', 'other')
const whose = (at: Place, who: Person): Person => (at === 'shared' ? who : at)

/** What people do, the more often the more it changes. */
export function commandsOf(setting: Setting): fc.Arbitrary<Command> {
  const place = fc.constantFrom<Place>(...SETTINGS[setting])
  const at = (name: string, run: (seat: Seat, browsers: Browsers) => Promise<unknown>) =>
    place.map(
      (where): Command => ({
        name: `${name} at ${where}`,
        run: async (browsers) => void (await run(seatOf(browsers.seats, where), browsers)),
      }),
    )
  const signingIn = fc.tuple(place, person).map(
    ([where, who]): Command => ({
      name: `sign in ${whose(where, who)} at ${where}`,
      run: async ({ seats }) => signInAs(seatOf(seats, where), whose(where, who)),
    }),
  )
  const visiting = fc.tuple(place, person).map(
    ([where, who]): Command => ({
      name: `open a purchase of ${who} at ${where}`,
      run: async ({ seats, purchases }) =>
        void (await front(seatOf(seats, where)).goto(`/purchases/${purchases[who]}`)),
    }),
  )
  const ending = person.map(
    (who): Command => ({
      name: `the sign-ins of ${who} end`,
      run: async ({ sandbox }) => void (await sandbox.endTokens(who, true)),
    }),
  )
  const tab = fc.tuple(place, fc.constantFrom('/history', '/purchases')).map(
    ([where, path]): Command => ({
      name: `a new tab on ${path} at ${where}`,
      run: async ({ seats }) => newTab(seatOf(seats, where), path),
    }),
  )
  return fc.oneof(
    { weight: 5, arbitrary: signingIn },
    { weight: 2, arbitrary: at('sign out', signOut) },
    { weight: 1, arbitrary: at('sign out without a network', signOutOffline) },
    {
      weight: 2,
      arbitrary: at('leave before the reply', (seat, { sandbox }) => leaveEarly(seat, sandbox)),
    },
    { weight: 2, arbitrary: ending },
    { weight: 1, arbitrary: at('reconnect', reconnect) },
    { weight: 2, arbitrary: visiting },
    { weight: 2, arbitrary: at('go back', (seat) => front(seat).goBack()) },
    { weight: 2, arbitrary: at('reload', (seat) => front(seat).reload()) },
    { weight: 2, arbitrary: tab },
    { weight: 1, arbitrary: at('close a tab', closeTab) },
  )
}
