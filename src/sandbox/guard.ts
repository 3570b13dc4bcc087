import type { HttpBindings } from '@hono/node-server'
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
