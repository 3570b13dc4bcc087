import { z } from 'zod'
import type { SandboxOptions } from './start'

/** Variables by name, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>

function whole(least: number, most: number, sentence: string) {
  return z
    .string()
    .regex(/^\d{1,9}$/, { error: sentence, abort: true })
    .transform(Number)
    .refine((value) => value >= least && value <= most, sentence)
    .optional()
}

const schema = z.object({
  SANDBOX_PORT: whole(0, 65_535, 'SANDBOX_PORT must be a port, a whole number from 0 to 65535.'),
  SANDBOX_DB: z.string().optional(),
  SANDBOX_LINES: whole(0, 1_000_000, 'SANDBOX_LINES must be a whole number from 0 to 1000000.'),
  SANDBOX_SEED: whole(0, 999_999_999, 'SANDBOX_SEED must be a whole number from 0 to 999999999.'),
  SANDBOX_NOW: z.iso
    .datetime({
      offset: true,
      error: 'SANDBOX_NOW must be an instant of RFC 3339, such as 2026-11-29T09:00:00Z.',
    })
    .transform((text) => Date.parse(text))
    .optional(),
  SANDBOX_RATE: whole(
    1,
    1_000_000,
    'SANDBOX_RATE must be the requests of one window, a whole number from 1 to 1000000.',
  ),
  SANDBOX_WINDOW_S: whole(
    1,
    3_600,
    'SANDBOX_WINDOW_S must be the seconds of one window, a whole number from 1 to 3600.',
  ),
  ENVOY_KEY_BOUND: z
    .enum(['0', '1'], {
      error: 'ENVOY_KEY_BOUND must be 1 for connections that need the installation proof, or 0.',
    })
    .transform((value) => value === '1')
    .optional(),
})

/** The sandbox's options from the environment; or one sentence for each value that is wrong. Empty counts as not set. */
export function sandboxOptions(
  environment: Environment,
): { ok: true; options: SandboxOptions } | { ok: false; sentences: string[] } {
  const given = Object.entries(environment).filter(([, value]) => value?.trim())
  const parsed = schema.safeParse(Object.fromEntries(given))
  if (!parsed.success) {
    return { ok: false, sentences: parsed.error.issues.map((issue) => issue.message) }
  }
  const { data } = parsed
  return {
    ok: true,
    options: {
      port: data.SANDBOX_PORT,
      dbFile: data.SANDBOX_DB,
      lines: data.SANDBOX_LINES,
      seed: data.SANDBOX_SEED,
      startAt: data.SANDBOX_NOW,
      rate: data.SANDBOX_RATE,
      windowSeconds: data.SANDBOX_WINDOW_S,
      keyBound: data.ENVOY_KEY_BOUND,
    },
  }
}
