import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, MiddlewareHandler } from 'hono'

/** What a handler may find: node's own request and response, except when called in-process. */
export type SandboxEnv = { Bindings: Partial<HttpBindings> }

/** 127.0.0.1, localhost or [::1], on any port. */
function isLoopbackHost(host: string): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(host)
}

function isLoopbackOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLoopbackHost(new URL(origin).host)
}

/** The client's address, for what is limited by address. */
export function addressOf(c: Context<SandboxEnv>): string {
  return c.env?.incoming?.socket.remoteAddress ?? 'in-process'
}

/** Lets only this machine's own pages and programs in: a page elsewhere must not reach the sandbox by DNS rebinding (SR-17). */
export function loopbackGuard(
  refuse: (c: Context<SandboxEnv>) => Response,
): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const target = new URL(c.req.url).host
    const host = c.req.header('host') ?? target
    const origin = c.req.header('origin')
    const local = isLoopbackHost(host) && isLoopbackHost(target)
    if (!local || (origin !== undefined && !isLoopbackOrigin(origin))) return refuse(c)
    return next()
  }
}

/** Lets only loopback addresses in, whatever they call themselves. */
export function loopbackAddress(
  refuse: (c: Context<SandboxEnv>) => Response,
): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const address = addressOf(c)
    const local = /^(127\.|::ffff:127\.)|^::1$|^in-process$/.test(address)
    return local ? next() : refuse(c)
  }
}

/**
 * Refuses pages of other origins, this machine's own among them: only programs, which send no
 * `Origin`, need what is behind it, and a page could send a POST there without a preflight (SR-13).
 */
export function exactOrigin(
  refuse: (c: Context<SandboxEnv>) => Response,
): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const own = new URL(c.req.url).origin
    return (c.req.header('origin') ?? own) === own ? next() : refuse(c)
  }
}

/** What is answered depends on the `Origin`: no cache may give one origin's reply to another (SR-13). */
export function varyByOrigin(): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    await next()
    if (c.res !== RESPONSE_ALREADY_SENT) c.res.headers.set('vary', 'Origin')
  }
}
