import { describe, expect, it } from 'vitest'
import { LINK_HOSTS_ARE, readLinkHosts } from './link-hosts'

describe('readLinkHosts', () => {
  it.each<[text: string, hosts: string[]]>([
    ['pay.envoy.example', ['pay.envoy.example']],
    [' Pay.Envoy.example , .ENVOY.example,', ['pay.envoy.example', '.envoy.example']],
    ['a.example,a.example', ['a.example']],
    ['xn--bcher-kva.example', ['xn--bcher-kva.example']],
    ['', []],
    [' , ', []],
  ])('[SR-25] %j is %j', (text, hosts) => {
    expect(readLinkHosts(text)).toEqual(hosts)
  })

  it.each([
    'https://pay.envoy.example',
    'pay.envoy.example:443',
    'pay.envoy.example/x',
    'user@pay.envoy.example',
    '*.envoy.example',
    '.example',
    'b\u00fccher.example',
    'p\u0430y.envoy.example',
    '\uff50ay.envoy.example',
    'xn--a.example',
    '127.0.0.1',
    'good.example, ba d.example',
    'good.example;bad.example',
    'a.example,b_c.example',
  ])('[SR-25] %j is refused', (text) => {
    expect(readLinkHosts(text)).toBeNull()
  })

  it('[SR-25] says what they must be in one line', () => {
    expect(LINK_HOSTS_ARE).toMatch(/^[^\n]{20,200}$/)
  })
})
