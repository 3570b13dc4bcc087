import {
  AuthorizationResponseError,
  OperationProcessingError,
  ResponseBodyError,
  UnsupportedOperationError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi'

/**
 * `denied`: the person said no. `refused`: the issuer does not accept the code or the refresh token.
 * `wrong_reply`: what came cannot be trusted. `unreachable`: no answer, or none for the moment.
 * `failed`: the issuer does not accept this installation (its client id or secret).
 */
export type IssuerProblemKind = 'denied' | 'refused' | 'wrong_reply' | 'unreachable' | 'failed'

/** What went wrong with the issuer. Holds no word of its reply, which may carry what nobody may read. */
export class IssuerProblem extends Error {
  readonly kind: IssuerProblemKind
  constructor(kind: IssuerProblemKind) {
    super(`The issuer: ${kind}.`)
    this.kind = kind
  }
}

/** Errors that say nothing about the code or token that was sent. */
const FOR_THE_MOMENT = new Set(['server_error', 'temporarily_unavailable', 'slow_down'])
const NOT_OUR_CLIENT = new Set(['invalid_client', 'unauthorized_client'])

/** What an error of the protocol's library, or of the network under it, means here. */
export function problemOf(error: unknown): IssuerProblem {
  return error instanceof IssuerProblem ? error : new IssuerProblem(kindOf(error))
}

function kindOf(error: unknown): IssuerProblemKind {
  if (error instanceof AuthorizationResponseError) return kindOfRefusal(error.error, 400)
  if (error instanceof ResponseBodyError) return kindOfRefusal(error.error, error.status)
  // A 401 of the token endpoint is about the client (RFC 6749, 5.2).
  if (error instanceof WWWAuthenticateChallengeError) return 'failed'
  if (error instanceof UnsupportedOperationError) return 'wrong_reply'
  if (error instanceof OperationProcessingError) {
    const { cause } = error
    return cause instanceof Response && isPassing(cause.status) ? 'unreachable' : 'wrong_reply'
  }
  return 'unreachable'
}

function kindOfRefusal(error: string, status: number): IssuerProblemKind {
  if (error === 'access_denied') return 'denied'
  if (FOR_THE_MOMENT.has(error) || isPassing(status)) return 'unreachable'
  return NOT_OUR_CLIENT.has(error) ? 'failed' : 'refused'
}

const isPassing = (status: number) => status >= 500 || status === 429
