import { describe, expect, it } from 'vitest'
import { readSettings, StartRefused } from './env'
import { newProofKey, readProofKey } from './proof'

const SECRET = 'a-session-secret-that-nobody-must-see'
const ISSUER = 'https://auth.envoy.example'
const SIGN_IN = {
  ENVOY_URL: 'https://api.envoy.example',
  CENTRAL_AUTH_ISSUER: ISSUER,
  CENTRAL_AUTH_CLIENT_ID: 'passbook',
  SESSION_SECRET: SECRET,
}
const REMOTE = { ENVOY_URL: 'https://api.envoy.example', ENVOY_TOKEN: 'secret-token' }

function refusal(env: Record<string, string>): string {
  try {
    readSettings(env)
  } catch (error) {
    if (error instanceof StartRefused) return error.message
    throw error
  }
  throw new Error('The start was not refused.')
}

describe('readSettings', () => {
  it('[product] starts with nothing set: loopback, 4173, the local Envoy, 120 a minute', () => {
    expect(readSettings({})).toEqual({
      port: 4173,
      host: '127.0.0.1',
      publicUrl: null,
      envoy: null,
      sessionSecrets: null,
      keyBound: false,
      requestsPerMinute: 120,
      linkHosts: [],
      logLevel: 'warn',
    })
  })

  it('[product] reads every variable of a sign-in', () => {
    expect(
      readSettings({
        ...SIGN_IN,
        HOST: '0.0.0.0',
        PUBLIC_URL: 'https://passbook.example.com',
        CENTRAL_AUTH_CLIENT_SECRET: 'client secret',
        SESSION_SECRET: `${SECRET}-2, ${SECRET}-1`,
        ENVOY_KEY_BOUND: '1',
        ENVOY_LINK_HOSTS: 'pay.envoy.example',
      }),
    ).toMatchObject({
      envoy: {
        kind: 'sign_in',
        url: new URL('https://api.envoy.example/'),
        centralAuth: {
          issuer: new URL(ISSUER),
          clientId: 'passbook',
          clientSecret: 'client secret',
        },
      },
      sessionSecrets: [`${SECRET}-2`, `${SECRET}-1`],
      keyBound: true,
      linkHosts: ['pay.envoy.example'],
      logLevel: 'info',
    })
  })

  it('[product] needs no client secret, and takes an issuer on this machine', () => {
    const CENTRAL_AUTH_ISSUER = 'http://127.0.0.1:4174/auth'
    const { envoy } = readSettings({ ...SIGN_IN, CENTRAL_AUTH_ISSUER })
    expect(envoy).toMatchObject({
      centralAuth: { issuer: new URL(CENTRAL_AUTH_ISSUER), clientSecret: null },
    })
  })

  it('[C47] reads the key that a token is bound to', () => {
    const key = newProofKey()
    const { envoy, keyBound } = readSettings({
      ...REMOTE,
      ENVOY_KEY_BOUND: '1',
      ENVOY_PROOF_KEY: key,
    })
    expect([keyBound, envoy]).toMatchObject([true, { proofKey: { head: readProofKey(key).head } }])
  })

  it.each<[env: Record<string, string>]>([
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://127.0.0.1:8080' }],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://passbook.example.com' }],
    [{ SESSION_SECRET: SECRET }],
    [{ ENVOY_KEY_BOUND: '1' }],
    [{ ...REMOTE, PUBLIC_URL: 'http://passbook.example.com' }],
    [{ ...REMOTE, SESSION_SECRET: SECRET }],
  ])('[product] accepts %j', (env) => {
    expect(readSettings(env)).toBeDefined()
  })

  it.each(['error', 'warn', 'info', 'debug', 'silent'])('[product] logs at %s', (level) => {
    expect(readSettings({ LOG_LEVEL: level }).logLevel).toBe(level)
  })

  it('[product] reads every variable', () => {
    expect(
      readSettings({
        PORT: '8080',
        HOST: 'localhost',
        PUBLIC_URL: 'https://passbook.example.com',
        ENVOY_URL: 'https://api.envoy.example/v2',
        ENVOY_TOKEN: 'abc.def',
        ENVOY_REQUESTS_PER_MINUTE: '60',
        ENVOY_KEY_BOUND: '0',
        PATH: '/usr/bin',
      }),
    ).toEqual({
      port: 8080,
      host: 'localhost',
      publicUrl: new URL('https://passbook.example.com'),
      envoy: {
        kind: 'one_token',
        url: new URL('https://api.envoy.example/v2/'),
        token: 'abc.def',
        proofKey: null,
      },
      sessionSecrets: null,
      keyBound: false,
      requestsPerMinute: 60,
      linkHosts: [],
      logLevel: 'warn',
    })
  })

  it('[product] takes an empty variable for an unset one', () => {
    const empty = ['PORT', 'HOST', 'PUBLIC_URL', 'ENVOY_URL', 'ENVOY_TOKEN', 'CENTRAL_AUTH_ISSUER']
    expect(readSettings(Object.fromEntries(empty.map((name) => [name, ' '])))).toEqual(
      readSettings({}),
    )
  })

  it.each([
    ['http://localhost:4174'],
    ['http://127.0.0.2:1/base'],
    ['http://[::1]:4174/'],
    ['https://api.envoy.money'],
  ])('[product] accepts ENVOY_URL %s', (url) => {
    expect(readSettings({ ...REMOTE, ENVOY_URL: url }).envoy?.url.href).toMatch(/\/$/)
  })

  it.each(['127.0.0.1', 'localhost', '::1', '[::1]', '127.9.9.9'])(
    '[product] accepts HOST %s with a token',
    (host) => {
      expect(readSettings({ ...REMOTE, HOST: host }).host).toBe(host.replace(/[[\]]/g, ''))
    },
  )

  it.each<[name: string, env: Record<string, string>]>([
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '-1' }],
    ['PORT', { PORT: '41.73' }],
    ['PORT', { PORT: '1e3' }],
    ['HOST', { HOST: 'http://localhost' }],
    ['HOST', { HOST: 'a b' }],
    ['HOST', { ...REMOTE, HOST: '0.0.0.0' }],
    ['HOST', { ...REMOTE, HOST: '::' }],
    ['HOST', { ...REMOTE, HOST: '192.168.1.7' }],
    ['HOST', { ...REMOTE, HOST: 'localhost.example.com' }],
    ['HOST', { ...REMOTE, HOST: '127.0.0.1.example.com' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'passbook.example.com' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://passbook.example.com/app' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://u:secret-token@passbook.example.com' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'ftp://passbook.example.com' }],
    ['ENVOY_URL', { ...REMOTE, ENVOY_URL: 'envoy' }],
    ['ENVOY_URL', { ...REMOTE, ENVOY_URL: 'file:///etc/passwd' }],
    ['ENVOY_URL', { ...REMOTE, ENVOY_URL: 'http://api.envoy.example' }],
    ['ENVOY_URL', { ...REMOTE, ENVOY_URL: 'https://u:p@api.envoy.example' }],
    ['ENVOY_URL', { ...REMOTE, ENVOY_URL: 'https://u:secret-token@api.envoy.example' }],
    ['ENVOY_URL', { ...REMOTE, ENVOY_URL: 'https://u:p/secret-token@api.envoy.example' }],
    ['ENVOY_URL', { ...REMOTE, ENVOY_URL: 'https://u:secret-token#p@api.envoy.example' }],
    ['ENVOY_URL', { ...REMOTE, ENVOY_URL: 'https://api.envoy.example/?a=secret-token' }],
    ['ENVOY_URL', { ...REMOTE, ENVOY_URL: 'https://api.envoy.example/#secret-token' }],
    ['ENVOY_TOKEN', { ENVOY_URL: REMOTE.ENVOY_URL }],
    ['ENVOY_TOKEN', { ENVOY_TOKEN: 'secret-token' }],
    ['ENVOY_TOKEN', { ...REMOTE, ENVOY_TOKEN: 'Bearer secret-token' }],
    ['ENVOY_TOKEN', { ...REMOTE, ENVOY_TOKEN: 'secret-token\nx: y' }],
    ['ENVOY_TOKEN', { ...REMOTE, ENVOY_TOKEN: 'secret-tökén' }],
    ['ENVOY_TOKEN', { ...REMOTE, CENTRAL_AUTH_ISSUER: 'https://auth.example' }],
    ['CENTRAL_AUTH_CLIENT_ID', { ...SIGN_IN, CENTRAL_AUTH_CLIENT_ID: ' ' }],
    ['CENTRAL_AUTH_CLIENT_ID', { CENTRAL_AUTH_CLIENT_ID: 'passbook' }],
    ['CENTRAL_AUTH_CLIENT_SECRET', { CENTRAL_AUTH_CLIENT_SECRET: 'secret-token' }],
    ['ENVOY_URL', { ...SIGN_IN, ENVOY_URL: '' }],
    ['CENTRAL_AUTH_ISSUER', { ENVOY_URL: REMOTE.ENVOY_URL }],
    ['CENTRAL_AUTH_ISSUER', { ...SIGN_IN, CENTRAL_AUTH_ISSUER: 'auth.envoy.example' }],
    ['CENTRAL_AUTH_ISSUER', { ...SIGN_IN, CENTRAL_AUTH_ISSUER: 'http://auth.envoy.example' }],
    ['CENTRAL_AUTH_ISSUER', { ...SIGN_IN, CENTRAL_AUTH_ISSUER: `${ISSUER}?a=secret-token` }],
    ['CENTRAL_AUTH_ISSUER', { ...SIGN_IN, CENTRAL_AUTH_ISSUER: `${ISSUER}#secret-token` }],
    ['CENTRAL_AUTH_ISSUER', { ...SIGN_IN, CENTRAL_AUTH_ISSUER: `${ISSUER}/?` }],
    ['CENTRAL_AUTH_ISSUER', { ...SIGN_IN, CENTRAL_AUTH_ISSUER: 'https://u:secret-t@a.example' }],
    ['SESSION_SECRET', { ...SIGN_IN, SESSION_SECRET: '' }],
    ['SESSION_SECRET', { ...SIGN_IN, SESSION_SECRET: 'secret-token' }],
    ['SESSION_SECRET', { ...SIGN_IN, SESSION_SECRET: `${SECRET},secret-token` }],
    ['SESSION_SECRET', { ...SIGN_IN, SESSION_SECRET: `${SECRET},` }],
    ['SESSION_SECRET', { SESSION_SECRET: 'secret-token' }],
    ['PUBLIC_URL', { ...SIGN_IN, PUBLIC_URL: 'http://passbook.example.com' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://192.168.1.7:4173' }],
    ['HOST', { ...SIGN_IN, HOST: '0.0.0.0' }],
    ['HOST', { HOST: '192.168.1.7' }],
    ['ENVOY_PROOF_KEY', { ...REMOTE, ENVOY_KEY_BOUND: '1' }],
    ['ENVOY_PROOF_KEY', { ...REMOTE, ENVOY_KEY_BOUND: '1', ENVOY_PROOF_KEY: 'secret-token' }],
    ['ENVOY_PROOF_KEY', { ...REMOTE, ENVOY_PROOF_KEY: 'secret-token' }],
    ['ENVOY_PROOF_KEY', { ...SIGN_IN, ENVOY_KEY_BOUND: '1', ENVOY_PROOF_KEY: 'secret-token' }],
    ['ENVOY_PROOF_KEY', { ENVOY_PROOF_KEY: 'secret-token' }],
    ['ENVOY_LINK_HOSTS', { ENVOY_LINK_HOSTS: 'https://pay.envoy.example' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['ENVOY_REQUESTS_PER_MINUTE', { ENVOY_REQUESTS_PER_MINUTE: '0' }],
    ['ENVOY_REQUESTS_PER_MINUTE', { ENVOY_REQUESTS_PER_MINUTE: 'many' }],
    ['ENVOY_KEY_BOUND', { ENVOY_KEY_BOUND: 'yes' }],
  ])('[product] refuses a wrong %s in one sentence (%j)', (name, env) => {
    const sentence = refusal(env)
    expect(sentence).toContain(name)
    expect(sentence).toMatch(/^[^\n]{20,300}\.$/)
    expect(sentence).not.toContain('secret-t')
    expect(sentence).not.toContain(SECRET)
    expect(sentence).not.toContain('undefined')
  })

  it('[product] names one variable at a time', () => {
    expect(refusal({ PORT: 'x', HOST: 'a b', PUBLIC_URL: 'y' })).toBe(
      'PORT must be a port number from 0 to 65535, but it is "x".',
    )
  })
})
