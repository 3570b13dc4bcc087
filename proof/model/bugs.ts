import type { Patch } from './load'

/** A mistake of a kind that other products were reported for, put in on purpose. */
export type Bug = {
  readonly name: string
  readonly patches: readonly Patch[]
  /** What the model says when it has found it. */
  readonly breaks: string
}

const ATTEMPTS = 'src/api/core/attempts.ts'
const WRITING = 'src/api/envoy/writing.ts'

/** Each of them has to be found within a minute. */
export const BUGS: readonly Bug[] = [
  {
    name: 'a retry counter that all calls share',
    breaks: 'every read has its own repetitions',
    patches: [
      {
        file: ATTEMPTS,
        find: '  return async (call, signal) => {\n    const tally: Tally = { attempts: 0, noReplies: 0, lastTry: false }\n',
        replace:
          '  const tally: Tally = { attempts: 0, noReplies: 0, lastTry: false }\n  return async (call, signal) => {\n',
      },
    ],
  },
  {
    name: 'a new key when a person tries again',
    breaks: 'one wish, one key, the same bytes',
    patches: [
      {
        file: WRITING,
        find: 'return await keys.take(wanted, (other) => isSameWrite(other, wanted))',
        replace: 'return await keys.take(wanted, (other) => other.key === wanted.key)',
      },
      {
        file: WRITING,
        find: 'input.idempotencyKey ?? unspent.get(id) ?? newIdempotencyKey()',
        replace: 'input.idempotencyKey ?? newIdempotencyKey()',
      },
    ],
  },
  {
    name: 'a gate that is looked at before the wait only',
    breaks: 'no call leaves before the gate opens',
    patches: [
      {
        file: 'src/api/core/admit.ts',
        find: 'gate.closedUntil() === null && ',
        replace: '',
      },
    ],
  },
  {
    name: 'a limiter for each tab',
    breaks: 'never over the budget',
    patches: [
      {
        file: 'src/api/envoy/connection.ts',
        find: 'together: { storage, locks, accountTag }',
        replace: '',
      },
    ],
  },
  {
    name: 'a key that is kept after its request has left',
    breaks: 'one wish, one key, the same bytes',
    patches: [
      {
        file: 'src/api/envoy/write-keys.ts',
        find: 'journal.record(wanted)',
        replace: 'clock.sleep(500).then(() => journal.record(wanted)).catch(() => {})',
      },
      // A key is looked for where it was put before it is used: that has to go as well.
      {
        file: 'src/api/envoy/write-keys.ts',
        find: 'if (!stands && locks)',
        replace: 'if (!stands && locks && !kept)',
      },
    ],
  },
  {
    name: 'a late reply of the account before, given to its caller',
    breaks: 'accounts stay apart',
    patches: [
      {
        file: 'src/api/envoy/machinery.ts',
        find: 'return one && other ? AbortSignal.any([one, other]) : (one ?? other)',
        replace: 'return one ?? (other?.aborted ? other : undefined)',
      },
    ],
  },
  {
    name: 'keys of unresolved writes that are not kept under the account',
    breaks: 'accounts stay apart',
    patches: [
      {
        file: 'src/api/core/stored.ts',
        find: 'storageKey = `passbook.writes.$' + '{accountTag}`',
        replace: "storageKey = accountTag && 'passbook.writes.all'",
      },
    ],
  },
  {
    name: 'an older reply shown after a newer one',
    breaks: 'never an older revision after a newer one',
    patches: [
      {
        file: 'src/api/envoy/watch.ts',
        find: 'latest !== null && isOlder(status, latest)',
        replace: 'latest !== null && status === latest',
      },
    ],
  },
  {
    name: 'a write that is repeated after a lost reply',
    breaks: 'a write is never repeated by itself',
    patches: [
      {
        file: 'src/api/core/decide.ts',
        find: '!now.readOnly || now.held',
        replace: 'now.held',
      },
    ],
  },
  {
    name: 'a wait of which nobody sees the end',
    breaks: 'every wait is bounded',
    patches: [
      {
        file: 'src/api/core/exchange.ts',
        find: 'options.clock.sleep(options.timeoutMs, link.signal)',
        replace: 'options.clock.sleep(options.timeoutMs * 1000, link.signal)',
      },
    ],
  },
  {
    name: 'a proof that is made once for two sendings',
    breaks: 'every proof is fresh',
    patches: [
      {
        file: 'src/server/proof.ts',
        find: "jti: randomBytes(JTI_BYTES).toString('base64url'),",
        replace: 'jti: hash(request.body).slice(0, JTI_BYTES),',
      },
    ],
  },
]
