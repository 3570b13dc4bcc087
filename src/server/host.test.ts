import { describe, expect, it } from 'vitest'
import { allowedHosts, isLoopback } from './host'

describe('isLoopback', () => {
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.1.2.3', '::1', '[::1]'])('%s is', (host) => {
    expect(isLoopback(host)).toBe(true)
  })
  it.each(['', '0.0.0.0', '::', '10.0.0.1', '127.0.0.1.evil.test', 'localhost.evil.test', '::2'])(
    '%j is not',
    (host) => {
      expect(isLoopback(host)).toBe(false)
    },
  )
})

describe('allowedHosts', () => {
  const at = (host: string, port: number, publicUrl?: string) =>
    allowedHosts({ host, port, publicUrl: publicUrl ? new URL(publicUrl) : null })

  it("[product] are this machine's names with the port", () => {
    expect([...at('127.0.0.1', 4173)]).toEqual(['localhost:4173', '127.0.0.1:4173', '[::1]:4173'])
  })

  it('[product] leave the port out only where it is the default', () => {
    expect(at('127.0.0.1', 80).has('localhost')).toBe(true)
    expect(at('127.0.0.1', 4173).has('localhost')).toBe(false)
  })

  it('[product] hold the address that was configured, and the one people use', () => {
    const hosts = at('fd00::7', 4173, 'https://Passbook.example.com')
    expect(hosts.has('[fd00::7]:4173')).toBe(true)
    expect(hosts.has('passbook.example.com')).toBe(true)
    expect(hosts.has('passbook.example.com:443')).toBe(true)
    expect(hosts.has('passbook.example.com:4173')).toBe(false)
    expect(at('127.0.0.1', 4173, 'http://[fd00::8]:8080').has('[fd00::8]:8080')).toBe(true)
  })
})
