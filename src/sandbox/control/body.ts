import type { Context, Handler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import { RefusedChange } from '../purchase-rules'
import { type Problem, problemOf } from './problem'

/** Enough for a hundred thousand lines in one call. */
const MAX_BYTES = 64 * 1024 * 1024

export const controlBodyLimit = bodyLimit({
  maxSize: MAX_BYTES,
  onError: (c) => refused(c, { field: 'body', message: 'The body is larger than 64 MB.' }, 413),
})

/**
 * A route that takes one JSON body of this shape and answers with what `act` returns. An
 * empty body counts as `{}`. Anything wrong is a 400 that names the first wrong field.
 */
export function jsonRoute<S extends z.ZodType>(
  schema: S,
  act: (input: z.output<S>, c: Context) => unknown,
): Handler {
  return async (c) => {
    const text = await c.req.text()
    const body = parsed(text)
    if (!body.ok) return refused(c, { field: 'body', message: 'The body must be JSON.' })
    const input = schema.safeParse(body.value)
    if (!input.success) return refused(c, problemOf(input.error))
    return answered(c, () => act(input.data, c))
  }
}

/** A route without a body. */
export function plainRoute(act: (c: Context) => unknown): Handler {
  return (c) => answered(c, () => act(c))
}

function answered(c: Context, act: () => unknown): Response {
  try {
    // Every result is plain data of ours, made to be written as JSON.
    return c.json(act() as object, 200, { 'cache-control': 'no-store' })
  } catch (error) {
    if (!(error instanceof RefusedChange)) throw error
    const { field, message } = error
    return refused(c, { field, message }, field === 'id' ? 404 : 400)
  }
}

function refused(c: Context, error: Problem, status: 400 | 404 | 413 = 400): Response {
  return c.json({ error }, status, { 'cache-control': 'no-store' })
}

function parsed(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: text.trim() === '' ? {} : JSON.parse(text) }
  } catch {
    return { ok: false }
  }
}
