import { MERCHANTS } from './seed/merchants'
import { createRandom, type Random } from './seed/random'
import { type WireMoney, wireMoney } from './wire-money'

/** A shop that sells gift cards, as the wire shows it (R-187, R-188). */
export type GiftCardMerchant = {
  name: string
  domain: string
  amounts: readonly WireMoney[] | null
  amount_range: { min: WireMoney; max: WireMoney } | null
  /** A product maximum in percent; null: none reported (R-191, R-192). */
  discount_percent: number | null
  redeem_at: 'account' | 'checkout' | null
}

const COUNT = 300

/** The documents' own example, word for word. */
const DOCUMENTED: GiftCardMerchant = {
  name: 'shop.example.test',
  domain: 'shop.example.test',
  amounts: [wireMoney(50_000), wireMoney(100_000)],
  amount_range: null,
  discount_percent: 2.5,
  redeem_at: 'checkout',
}

/** What a client has to survive: nothing on sale (C51), odd discounts (C53), odd limits (C52). */
const ODD: readonly GiftCardMerchant[] = [
  odd('Khaali Dukaan', { amounts: [] }),
  odd('Chup Bazaar', { amounts: null }),
  odd('Shunya Stores', { amounts: [wireMoney(50_000)], discount_percent: 0 }),
  odd('Ulta Pulta', { amounts: [wireMoney(50_000)], discount_percent: -3 }),
  odd('Sau Se Zyada', { amounts: [wireMoney(50_000)], discount_percent: 120 }),
  odd('Dashamlav & Sons', { amounts: [wireMoney(75_000)], discount_percent: 4.456789 }),
  odd('Ek Rupaiya', { amount_range: { min: wireMoney(100), max: wireMoney(100) } }),
  odd('Karod Mahal', { amount_range: { min: wireMoney(100), max: wireMoney(99_99_999_00) } }),
]

const FIRST = [
  'Aam',
  'Badam',
  'Champa',
  'सरगम',
  'Dhoop',
  'Elaichi',
  'Firdaus',
  'Genda',
  'Harsingar',
  'Imli',
  'Jamun',
  'तारा',
  'Kesar',
  'Lahar',
  'Mogra',
  'Nimbu',
  'Okra',
  'Parijat',
  'Rimjhim',
  'Urja',
] as const
const SECOND = [
  'Bazaar',
  'Beauty',
  'Cinemas',
  'Electronics',
  'Fashion',
  'Footwear',
  'Games',
  'Grocers',
  'Hotels',
  'Kitchen',
  'Music',
  'Optics',
  'Pharmacy',
  'Salon',
  'Travels',
] as const

const LIST = build()

/** The three hundred shops that sell gift cards, always the same and in the same order (C50). */
export function giftCardMerchants(): readonly GiftCardMerchant[] {
  return LIST
}

/** Whether a listed shop sells a card of exactly this sum in paise: one of its amounts, or whole rupees in its range (R-190). */
export function sellsGiftCard(domain: string, minor: number): boolean {
  const merchant = LIST.find((listed) => listed.domain === domain)
  if (!merchant) return false
  if (merchant.amounts?.some((amount) => amount.minor === minor)) return true
  const range = merchant.amount_range
  return range !== null && minor % 100 === 0 && minor >= range.min.minor && minor <= range.max.minor
}

function build(): GiftCardMerchant[] {
  const random = createRandom(0x91f7)
  const known = MERCHANTS.filter(({ domain }) => domain !== DOCUMENTED.domain)
  const made = FIRST.flatMap((first, row) =>
    SECOND.map((second, column) => ({
      name: `${first} ${second}`,
      domain: `${/^[a-z]+$/i.test(first) ? first.toLowerCase() : `shop${row}`}-${column}.example.test`,
    })),
  )
  const usual = [...known, ...made].map(({ name, domain }) => ordinary(random, name, domain))
  const first = usual.slice(0, known.length)
  return [DOCUMENTED, ...first, ...ODD, ...usual.slice(known.length)].slice(0, COUNT)
}

function ordinary(random: Random, name: string, domain: string): GiftCardMerchant {
  const ranged = random.chance(0.35)
  const start = random.pick([10_000, 25_000, 50_000])
  const sizes = [1, 2, 4, 10, 20].slice(0, random.int(1, 5))
  return {
    name,
    domain,
    amounts: ranged ? null : sizes.map((size) => wireMoney(start * size)),
    amount_range: ranged
      ? { min: wireMoney(start), max: wireMoney(random.pick([500_000, 1_000_000, 2_500_000])) }
      : null,
    discount_percent: random.chance(0.3) ? null : random.int(1, 60) / 4,
    redeem_at: random.pick(['account', 'checkout', 'checkout', null]),
  }
}

function odd(
  name: string,
  rest: Partial<Omit<GiftCardMerchant, 'name' | 'domain'>>,
): GiftCardMerchant {
  const domain = `${name.toLowerCase().replace(/[^a-z]+/g, '-')}.example.test`
  return {
    name,
    domain,
    amounts: null,
    amount_range: null,
    discount_percent: null,
    redeem_at: null,
    ...rest,
  }
}
