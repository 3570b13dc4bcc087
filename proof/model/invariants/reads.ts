import type { Intent, Invariant, Scene, Sent } from '../observer'

const SENDS = 3
const CAP = 10
const CAP_WINDOW_MS = 600_000

/**
 * Every call has its own repetitions: a plain read that got nothing usable is sent three times before
 * it fails, and no more (reliability of one call must not depend on the others). The ten repetitions
 * in ten minutes that all calls of a tab share may end it earlier.
 */
export function readsAreRepeated(): Invariant {
  return {
    name: 'every read has its own repetitions',
    ended(intent: Intent, scene: Scene) {
      const { kind, lost } = Object(intent.end?.error)
      if (intent.wish !== null || kind !== 'no_reply' || lost === 'server') return null
      const its = scene.sent.filter(
        (sent) =>
          sent.connection === intent.connection && sent.tool === intent.tool && isPlain(sent),
      )
      const last = its.at(-1)
      if (!last) return null
      const tries = its.filter(({ body }) => body === last.body).length
      return tries >= SENDS || capIsReached(intent, scene)
        ? null
        : `call ${intent.n} (${intent.tool}) failed after ${tries} of ${SENDS} tries`
    },
  }
}

const isPlain = ({ fields }: Sent) => !('after_revision' in fields)

/** Each repetition follows an answer that was no end: counting those errs to the lenient side. */
function capIsReached({ connection, end }: Intent, { sent }: Scene): boolean {
  const at = end?.at.real ?? 0
  const open = sent.filter(
    ({ connection: its, answer, givenUp, left }) =>
      its === connection && at - left.real < CAP_WINDOW_MS && (givenUp || answer?.kind !== 'ok'),
  )
  return open.length > CAP
}
