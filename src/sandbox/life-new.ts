import { createPurchase } from './purchases'
import { DEMO_AGENTS, MERCHANTS } from './seed/merchants'
import { MINUTE } from './seed/moments'
import { priceOf } from './seed/prices'
import { createRandom, type Random, weightedPicker } from './seed/random'
import type { World } from './world'

/** After this many the demo slows down: a day of it adds some seventy purchases, not a thousand. */
const LIVELY = 40
/** Open questions of its own that a demo leaves standing at most. */
const MOST_QUESTIONS = 3

/**
 * A function to call again and again: once in a while, by the machine's monotonic clock, it
 * starts a purchase on the demo account that then moves by itself. The chance is seeded.
 */
export function newDemoPurchase(world: World): () => void {
  const random = createRandom(world.settings.seed + 0x6e65)
  const pickShop = weightedPicker(MERCHANTS.map((merchant) => merchant.weight))
  let started = 0
  let questions = 0
  let nextAt = world.clock.mono() + gap(random, started)
  return () => {
    if (world.clock.mono() < nextAt || world.clock.frozen()) return
    started += 1
    nextAt = world.clock.mono() + gap(random, started)
    const asks = questions < MOST_QUESTIONS && random.chance(0.15)
    if (asks) questions += 1
    const merchant = MERCHANTS[pickShop(random)]
    if (!merchant) return
    createPurchase(world, {
      account: 'demo',
      merchant: merchant.name,
      domain: merchant.domain,
      merchantUrl: `https://${merchant.domain}/item/${random.int(1000, 99_999)}`,
      agent: DEMO_AGENTS[merchant.agent],
      amountMinor: priceOf(random, merchant),
      state: asks ? 'needs_answer' : 'processing',
      auto: true,
    })
  }
}

function gap(random: Random, started: number): number {
  return started < LIVELY ? random.int(60, 120) * 1000 : random.int(30, 60) * MINUTE
}
