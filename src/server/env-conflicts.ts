import { shown, type Values } from './env-values'
import { isLoopback } from './host'

/** Each finds one thing that is wrong with values that are each right, and says what to do about it. */
type Check = (values: Values) => string | false

const isSignIn = ({ ENVOY_TOKEN }: Values) => ENVOY_TOKEN === undefined

const envoy: readonly Check[] = [
  (v) =>
    v.ENVOY_TOKEN !== undefined &&
    v.CENTRAL_AUTH_ISSUER !== undefined &&
    'ENVOY_TOKEN and CENTRAL_AUTH_ISSUER are both set: keep ENVOY_TOKEN for one person, or CENTRAL_AUTH_ISSUER for a sign-in.',
  (v) =>
    v.ENVOY_TOKEN !== undefined &&
    v.ENVOY_URL === undefined &&
    'ENVOY_TOKEN is set without ENVOY_URL: set ENVOY_URL to the Envoy it is for, or unset ENVOY_TOKEN to use the local Envoy.',
  (v) =>
    v.CENTRAL_AUTH_ISSUER !== undefined &&
    v.ENVOY_URL === undefined &&
    'CENTRAL_AUTH_ISSUER is set without ENVOY_URL: set ENVOY_URL to the Envoy its people use, or unset it, since the local Envoy has its own Central Auth.',
  (v) =>
    v.ENVOY_URL !== undefined &&
    v.ENVOY_TOKEN === undefined &&
    v.CENTRAL_AUTH_ISSUER === undefined &&
    'ENVOY_URL is set without ENVOY_TOKEN or CENTRAL_AUTH_ISSUER: set ENVOY_TOKEN to your own access token, or CENTRAL_AUTH_ISSUER for a sign-in, or unset ENVOY_URL to use the local Envoy.',
  (v) =>
    v.ENVOY_TOKEN !== undefined &&
    !isLoopback(v.HOST) &&
    `HOST must be this machine's own address (127.0.0.1) while ENVOY_TOKEN is set, but it is ${shown(v.HOST)}: anyone who reached it would read one person's history.`,
]

const proof: readonly Check[] = [
  (v) =>
    v.ENVOY_PROOF_KEY !== undefined &&
    v.ENVOY_TOKEN === undefined &&
    'ENVOY_PROOF_KEY is set without ENVOY_TOKEN: unset it, since each sign-in makes a key of its own.',
  (v) =>
    v.ENVOY_PROOF_KEY !== undefined &&
    !v.ENVOY_KEY_BOUND &&
    'ENVOY_PROOF_KEY is set, but ENVOY_KEY_BOUND is not 1: set ENVOY_KEY_BOUND to 1 to send the installation proof, or unset ENVOY_PROOF_KEY.',
  (v) =>
    v.ENVOY_KEY_BOUND &&
    v.ENVOY_TOKEN !== undefined &&
    v.ENVOY_PROOF_KEY === undefined &&
    'ENVOY_KEY_BOUND is 1 without ENVOY_PROOF_KEY: set ENVOY_PROOF_KEY to the private key that ENVOY_TOKEN is bound to, or unset ENVOY_KEY_BOUND.',
]

const signIn: readonly Check[] = [
  (v) =>
    v.CENTRAL_AUTH_CLIENT_ID !== undefined &&
    v.CENTRAL_AUTH_ISSUER === undefined &&
    'CENTRAL_AUTH_CLIENT_ID is set without CENTRAL_AUTH_ISSUER: set CENTRAL_AUTH_ISSUER to where people sign in, or unset it.',
  (v) =>
    v.CENTRAL_AUTH_CLIENT_SECRET !== undefined &&
    v.CENTRAL_AUTH_ISSUER === undefined &&
    'CENTRAL_AUTH_CLIENT_SECRET is set without CENTRAL_AUTH_ISSUER: set CENTRAL_AUTH_ISSUER to where people sign in, or unset it.',
  (v) =>
    v.CENTRAL_AUTH_ISSUER !== undefined &&
    v.CENTRAL_AUTH_CLIENT_ID === undefined &&
    'CENTRAL_AUTH_CLIENT_ID is missing: set it to the client id that CENTRAL_AUTH_ISSUER knows Passbook by.',
  (v) =>
    v.CENTRAL_AUTH_ISSUER !== undefined &&
    v.SESSION_SECRET === undefined &&
    'SESSION_SECRET is missing: set it to at least 32 random characters, the same for every server of this Passbook.',
  (v) =>
    isSignIn(v) &&
    v.PUBLIC_URL?.protocol === 'http:' &&
    !isLoopback(v.PUBLIC_URL.hostname) &&
    `PUBLIC_URL must be an https address, but it is ${shown(v.PUBLIC_URL.origin)}: over plain http a session could be read on its way.`,
  (v) =>
    isSignIn(v) &&
    v.PUBLIC_URL === undefined &&
    !isLoopback(v.HOST) &&
    `HOST is ${shown(v.HOST)}, which others can reach, but PUBLIC_URL is missing: set PUBLIC_URL to the https address people use, or leave HOST unset.`,
]

/** What is wrong with values that are each right, in one sentence; null when nothing is. */
export function conflict(values: Values): string | null {
  for (const check of [...envoy, ...proof, ...signIn]) {
    const sentence = check(values)
    if (sentence) return sentence
  }
  return null
}
