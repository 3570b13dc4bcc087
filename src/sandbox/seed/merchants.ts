/** A shop of the seeded history. Prices in whole rupees; `agent` is an index into the account's agents. */
export type Merchant = {
  name: string
  domain: string
  agent: 0 | 1 | 2 | 3
  /** How often people buy there, against the others. */
  weight: number
  price: readonly [from: number, to: number]
}

type Entry = readonly [
  name: string,
  domain: string,
  agent: Merchant['agent'],
  weight: number,
  from: number,
  to: number,
]

/** The demo account's agents, in the order of Merchant.agent. */
export const DEMO_AGENTS = [
  'Asha shopping agent',
  'Pantry refill agent',
  'Tara gifting agent',
  'Study and books agent',
] as const

/** The other account has agents of its own, so that a mix-up between accounts is seen at once. */
export const OTHER_AGENTS = [
  'Kabir errands agent',
  'Rasoi agent',
  'Utsav gifting agent',
  'Reading list agent',
] as const

export type Agents = readonly [string, string, string, string]

/** About two hundred characters: real registered names of co-operatives are that long. */
const LONG_NAME =
  'Shri Venkateshwara Handloom, Handicraft and Natural Dye Weavers’ Multi-State Co-operative Marketing Society Limited (Registered Office, Showroom and Mail-Order Counter, Old Temple Street, Kanchipuram)'

const ENTRIES: readonly Entry[] = [
  ['Hari Tokri Fresh', 'haritokri.example.test', 1, 16, 180, 1450],
  ['Dabba Theory', 'dabbatheory.example.test', 0, 14, 149, 420],
  ['Sehat Shelf', 'sehatshelf.example.test', 0, 8, 90, 980],
  ['Pahad Roast', 'pahadroast.example.test', 1, 6, 390, 890],
  ['पतंग बुक्स', 'patangbooks.example.test', 3, 6, 150, 1250],
  ['Bijli Basket', 'bijlibasket.example.test', 0, 5, 299, 7990],
  ['Laddoo Logic', 'laddoologic.example.test', 2, 5, 240, 1800],
  ['Kagaz Parade', 'kagazparade.example.test', 3, 5, 40, 640],
  ['Gulmohar Florist', 'gulmohar.example.test', 2, 4, 349, 2400],
  ['Nukkad Nuts & Bolts', 'nukkadnuts.example.test', 0, 4, 35, 1650],
  ['Neem Mart', 'neem.example.test', 1, 4, 99, 2499],
  ['दिल्ली किराना स्टोर', 'dillikirana.example.test', 1, 4, 60, 1900],
  ['Charkha & Loom', 'charkhaloom.example.test', 0, 3, 799, 5400],
  ['Musafir Satchel', 'musafirsatchel.example.test', 0, 3, 699, 4200],
  ['Gilehri Pet Supplies', 'gilehripets.example.test', 1, 3, 199, 2350],
  ['Saanjh Lamps', 'saanjhlamps.example.test', 2, 3, 499, 3899],
  ['Boond Filters', 'boondfilters.example.test', 0, 2, 349, 6200],
  ['Chhota Banyan', 'chhotabanyan.example.test', 2, 2, 250, 1900],
  ['Pedal & Patri', 'pedalpatri.example.test', 0, 2, 120, 14500],
  ['Rangrez Thread House', 'rangrez.example.test', 2, 2, 80, 1200],
  ['Tamba Kitchen', 'tambakitchen.example.test', 2, 2, 650, 8800],
  ['shop.example.test', 'shop.example.test', 0, 2, 299, 1999],
  ['O’Brien & Sons “Corner” Stores', 'obriensons.example.test', 1, 2, 55, 900],
  ['Café Malabar – Fort Kochi', 'cafemalabar.example.test', 1, 3, 160, 740],
  ['24×7 Medicos, A/C & Cold Chain', 'medicos247.example.test', 0, 2, 25, 2600],
  ['@Home Living', 'athomeliving.example.test', 0, 2, 450, 18500],
  ['100% Sooti <Cotton> Co.', 'sooticotton.example.test', 0, 1, 399, 3200],
  ['चाय Point ☕', 'chaipoint.example.test', 1, 3, 30, 320],
  ['Pustak/Prakash; Old & Rare', 'pustakprakash.example.test', 3, 2, 120, 9500],
  ['Ñandu Outdoor', 'nandu.example.test', 0, 1, 899, 12500],
  [LONG_NAME, 'venkateshwara-handloom.example.test', 2, 1, 1200, 24500],
]

/** The shops of the seeded history, the everyday ones first. */
export const MERCHANTS: readonly Merchant[] = ENTRIES.map(
  ([name, domain, agent, weight, from, to]) => ({ name, domain, agent, weight, price: [from, to] }),
)

/** Bought every month on the same day; the price rose once. */
export const SUBSCRIPTION: Merchant = {
  name: 'Raag Stream',
  domain: 'raagstream.example.test',
  agent: 0,
  weight: 0,
  price: [199, 249],
}

/** Where the few very large amounts come from. */
export const JEWELLER: Merchant = {
  name: 'Swarn Rekha Jewellers',
  domain: 'swarnrekha.example.test',
  agent: 2,
  weight: 0,
  price: [12_000, 9_999_999],
}

/** The shop of this name; the seed's fixed stories name their shops. */
export function merchantNamed(name: string): Merchant {
  const found = MERCHANTS.find((merchant) => merchant.name === name)
  if (!found) throw new Error(`There is no seeded shop called ${name}.`)
  return found
}
