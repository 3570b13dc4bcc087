import { failure } from './failures'

/** A 405 that says which methods the address answers to. */
export function wrongMethod(allowed: string): Response {
  const reply = failure('wrong_method')
  reply.headers.set('Allow', allowed)
  return reply
}
