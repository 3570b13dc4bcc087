import type { Moment } from './time'

/** One request as it left a page, and what came back to that page. */
export type Sent = {
  readonly n: number
  readonly connection: number
  /** Whose connection sent it. */
  readonly owner: string
  readonly tool: string
  readonly body: string
  readonly fields: Readonly<Record<string, unknown>>
  /** The idempotency key of a write. */
  readonly key: string | null
  readonly left: Moment
  /** When it came to Passbook's server, true ms; null while it is under way, or lost. */
  arrived: number | null
  /** Null while nothing has come back to the page, and for ever when the page is gone. */
  answer: Answer | null
  /** The page gave it up before an answer. */
  givenUp: boolean
}

/** What a page was given for a request, read without any of the client's code. */
export type Answer = {
  readonly at: Moment
  readonly kind: 'ok' | 'failed' | 'rate_limited' | 'signed_out' | 'unknown'
  /** Null where nothing usable came. */
  readonly envelope: Readonly<Record<string, unknown>> | null
  readonly retryAfter: string | null
}

/** One thing a person did that calls Envoy, from its start to its end. */
export type Intent = {
  readonly n: number
  readonly connection: number
  readonly owner: string
  readonly tool: string
  readonly startedAt: Moment
  /** Of a write: what the person wants done, whatever key it goes by. */
  readonly wish: string | null
  end: { readonly at: Moment; readonly value: unknown; readonly error: unknown } | null
}

/** What a watcher of one purchase was shown. */
export type Shown = { readonly watch: number; readonly owner: string; readonly status: unknown }

/** What an invariant may look at beside what it is told. */
export type Scene = {
  readonly sent: readonly Sent[]
  readonly intents: readonly Intent[]
  /** Everything the browser keeps, as it is now. */
  kept(): readonly (readonly [string, string])[]
  now(): Moment
}

/** One rule that always holds. Each hook returns what is wrong, or nothing. */
export type Invariant = {
  readonly name: string
  left?(sent: Sent, scene: Scene): string | null
  answered?(sent: Sent, answer: Answer, scene: Scene): string | null
  proved?(jti: string): string | null
  began?(intent: Intent, scene: Scene): string | null
  ended?(intent: Intent, scene: Scene): string | null
  shown?(shown: Shown, scene: Scene): string | null
  /** A person signed out, here or by becoming somebody else: what was in doubt is given up. */
  signedOut?(owner: string): void
  /** After every command, when nothing more happens without time. */
  atRest?(scene: Scene): string | null
}

/**
 * Looks on at the transport and at what callers are given; knows nothing of the client. Violations are
 * kept rather than thrown: the client would take what its `fetch` throws for a lost network.
 */
export function createObserver(
  invariants: readonly Invariant[],
  scene: Pick<Scene, 'kept' | 'now'>,
) {
  const sent: Sent[] = []
  const intents: Intent[] = []
  const violations: string[] = []
  let begun = 0
  const whole: Scene = { ...scene, sent, intents }

  const check = (look: (invariant: Invariant) => string | null | undefined) => {
    for (const invariant of invariants) {
      const wrong = look(invariant)
      if (wrong) violations.push(`${invariant.name}: ${wrong}`)
    }
  }

  return {
    scene: whole,
    violations,
    left(request: Pick<Sent, 'connection' | 'owner' | 'tool' | 'body'>): Sent {
      const fields = parseObject(request.body) ?? {}
      const key = fields['idempotency_key']
      const one: Sent = {
        ...request,
        n: sent.length + 1,
        fields,
        key: typeof key === 'string' ? key : null,
        left: scene.now(),
        arrived: null,
        answer: null,
        givenUp: false,
      }
      check((each) => each.left?.(one, whole))
      sent.push(one)
      return one
    },
    answered(one: Sent, reply: { text: string; retryAfter: string | null } | null) {
      const answer = readAnswer(reply, scene.now())
      one.answer = answer
      check((each) => each.answered?.(one, answer, whole))
    },
    proved: (jti: string) => check((each) => each.proved?.(jti)),
    began(intent: Pick<Intent, 'connection' | 'owner' | 'tool' | 'wish'>): Intent {
      const one: Intent = {
        ...intent,
        n: ++begun,
        startedAt: scene.now(),
        end: null,
      }
      intents.push(one)
      check((each) => each.began?.(one, whole))
      return one
    },
    ended(intent: Intent, outcome: { value?: unknown; error?: unknown }) {
      const { value = null, error = null } = outcome
      intent.end = { at: scene.now(), value, error }
      check((each) => each.ended?.(intent, whole))
    },
    shown: (shown: Shown) => check((each) => each.shown?.(shown, whole)),
    signedOut(owner: string) {
      for (const each of invariants) each.signedOut?.(owner)
    },
    atRest: () => check((each) => each.atRest?.(whole)),
    /** The page of these calls is gone: nothing of them ends any more. */
    forget(connection: number) {
      const over = intents.filter((intent) => intent.connection === connection && !intent.end)
      for (const intent of over) intents.splice(intents.indexOf(intent), 1)
    },
  }
}

export type Observer = ReturnType<typeof createObserver>

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}

function readAnswer(reply: { text: string; retryAfter: string | null } | null, at: Moment): Answer {
  const body = reply && parseObject(reply.text)
  const retryAfter = reply?.retryAfter ?? null
  if (!body) return { at, kind: 'unknown', envelope: null, retryAfter }
  if ('passbook' in body) {
    const { kind } = Object(body['passbook'])
    return {
      at,
      kind: kind === 'signed_out' ? 'signed_out' : 'unknown',
      envelope: null,
      retryAfter,
    }
  }
  const { code } = Object(body['error'])
  const kind = body['ok'] === true ? 'ok' : code === 'RATE_LIMITED' ? 'rate_limited' : 'failed'
  return { at, kind, envelope: body, retryAfter }
}
