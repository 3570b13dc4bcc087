import { addressOf } from './own-request'

/** What Passbook's cookies are called at the address a person came by. */
export type CookieNames = {
  readonly secure: boolean
  /** The sealed session; its further parts end in `.1` and `.2`. */
  readonly session: string
  /** The sessions that were ended in this browser. */
  readonly out: string
  /** One cookie for each sign-in under way: this, and the start of its state. */
  readonly signInPrefix: string
}

/**
 * With https `__Host-` names, which a browser accepts only with Secure, for the whole origin and
 * without a Domain (SR-1). Plain http serves this machine only; there cookies do not tell ports
 * apart, so the port is in the name.
 */
export function cookieNames(request: Request, publicUrl: URL | null): CookieNames {
  if (publicUrl?.protocol === 'https:') return named('__Host-passbook', '-', true)
  return named(`passbook_${addressOf(request).port || '80'}`, '_', false)
}

function named(base: string, joint: string, secure: boolean): CookieNames {
  return {
    secure,
    session: base,
    out: `${base}${joint}out`,
    signInPrefix: `${base}${joint}sign-in.`,
  }
}
