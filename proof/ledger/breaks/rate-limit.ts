import type { Break } from './shape'

/** A6: the request limit and how it is waited out (R-093…R-117). */
export const rateLimitBreaks: readonly Break[] = [
  {
    rule: 'R-093',
    file: 'src/sandbox/rate.ts',
    find: 'if (window.count < limit) {',
    replace: 'if (window.count <= limit) {',
  },
  {
    rule: 'R-093',
    file: 'src/api/envoy/session.ts',
    find: 'value > 0)), REQUESTS_PER_MINUTE)',
    replace: 'value > 0)), 2 * REQUESTS_PER_MINUTE)',
  },
  {
    rule: 'R-095',
    file: 'src/sandbox/errors.ts',
    find: "status: 429,\n    action: 'retry',",
    replace: "status: 429,\n    action: 'stop',",
  },
  {
    rule: 'R-095',
    file: 'src/api/envoy/refusal.ts',
    find: "automatic: next?.action === 'retry' &&",
    replace: "automatic: next?.action === 'call_tool' &&",
  },
  {
    rule: 'R-096',
    file: 'src/sandbox/errors.ts',
    find: 'retryable: true, retry_after_seconds: afterSeconds',
    replace: 'retryable: true, retry_after_seconds: null',
  },
  {
    rule: 'R-097',
    file: 'src/sandbox/errors.ts',
    find: "headers: retryAfter === null ? {} : { 'retry-after': String(retryAfter) },",
    replace: 'headers: {},',
  },
  {
    rule: 'R-098',
    file: 'src/sandbox/rate.ts',
    find: 'Math.ceil((window.opened + length - mono()) / 1000)',
    replace: 'Math.ceil(length / 1000)',
  },
  {
    rule: 'R-099',
    file: 'src/sandbox/rate.ts',
    find: 'retryAfterSeconds: Math.min(Math.max(left, 1), windowSeconds)',
    replace: 'retryAfterSeconds: left + 1',
  },
  {
    rule: 'R-100',
    file: 'src/sandbox/admit.ts',
    find: 'verdict.ok ? null : rateLimited(world.settings.windowSeconds, verdict.retryAfterSeconds)',
    replace:
      'verdict.ok ? null : rateLimited(verdict.retryAfterSeconds, verdict.retryAfterSeconds)',
  },
  {
    rule: 'R-100',
    file: 'src/api/envoy/refusal.ts',
    find: 'baseSeconds: named.length > 0 ? Math.max(...named) : null',
    replace: 'baseSeconds: named[0] ?? null',
  },
  {
    rule: 'R-101',
    file: 'src/api/envoy/refusal.ts',
    find: 'const named = [header, after',
    replace: 'const named = [null, after',
  },
  {
    rule: 'R-102',
    file: 'src/api/envoy/refusal.ts',
    find: 'const named = [header, after ?? error.retry_after_seconds]',
    replace: 'const named = [header]',
  },
  {
    rule: 'R-103',
    file: 'src/api/core/admit.ts',
    find: 'gate.closedUntil() === null && pass.valid()',
    replace: 'pass.valid()',
  },
  {
    rule: 'R-104',
    file: 'src/api/session/renewal.ts',
    find: 'if (!renewable || response.status !== 401) return response',
    replace:
      'if (response.status === 429) await renew()\n      if (!renewable || response.status !== 401) return response',
  },
  {
    rule: 'R-104',
    file: 'src/server/signed-send.ts',
    find: 'if (!first.mistimed) return first.reply',
    replace: 'if (!first.mistimed && first.reply.statusCode !== 429) return first.reply',
  },
  {
    rule: 'R-105',
    file: 'src/api/core/wait.ts',
    find: 'base * 2 ** inARow',
    replace: 'base * (1 + inARow)',
  },
  {
    rule: 'R-106',
    file: 'src/api/core/wait.ts',
    find: 'const DOUBLING_CEILING_S = 240',
    replace: 'const DOUBLING_CEILING_S = 2_400',
  },
  {
    rule: 'R-107',
    file: 'src/api/core/wait.ts',
    find: 'waitMs: lengthen(seconds * 1000, random),',
    replace: 'waitMs: lengthen(seconds * 1000, 0),',
  },
  {
    rule: 'R-108',
    file: 'src/api/core/wait.ts',
    find: 'ms * (1 + 0.25 * random)',
    replace: 'ms * (1 - 0.25 * random)',
  },
  {
    rule: 'R-109',
    file: 'src/api/core/exchange.ts',
    find: 'body: request.body,',
    replace: 'body: request.body.padEnd(request.body.length + (sentAt % 7)),',
  },
  {
    rule: 'R-110',
    file: 'src/api/envoy/watch.ts',
    find: 'next = status.next',
    replace: 'next = null',
  },
  {
    rule: 'R-111',
    file: 'src/sandbox/tools/get-purchase-status.ts',
    find: '    await hold(',
    replace: '    world.rate.take(call.token.token_hash)\n    await hold(',
  },
  {
    rule: 'R-111',
    file: 'src/api/core/limiter.ts',
    find: 'const at = await budget.start(signal)',
    replace:
      "const at = await budget.start(signal)\n        if (lane === 'held') budget.giveBack(at)",
  },
  {
    rule: 'R-112',
    file: 'src/sandbox/pipeline.ts',
    find: "if (fault.fault === 'status_503' && fault.after_effect) {",
    replace:
      "if (fault.fault === 'status_429' || (fault.fault === 'status_503' && fault.after_effect)) {",
  },
  {
    rule: 'R-112',
    file: 'src/api/envoy/refusal.ts',
    find: "changed: mayHaveHappened ? 'unknown' : 'nothing',",
    replace: "changed: mayHaveHappened || error.code === 'RATE_LIMITED' ? 'unknown' : 'nothing',",
  },
  {
    rule: 'R-112',
    file: 'src/notices/wait-words.ts',
    find: "text: 'Nothing was changed.' }",
    replace: "text: '' }",
  },
  {
    rule: 'R-112',
    file: 'src/notices/failure-words.ts',
    find: "const NOTHING_CHANGED = 'Nothing was changed.'",
    replace: "const NOTHING_CHANGED = ''",
  },
  {
    rule: 'R-113',
    file: 'src/sandbox/admit.ts',
    find: 'world.rate.takeFailedSignIn(addressOf(c))',
    replace: "world.rate.takeFailedSignIn(addressOf(c) + c.req.header('authorization'))",
  },
  {
    rule: 'R-114',
    file: 'src/sandbox/admit.ts',
    find: 'return verdict.ok\n    ? unauthenticated()',
    replace: 'return verdict.ok || world\n    ? unauthenticated()',
  },
  {
    rule: 'R-114',
    file: 'src/api/envoy/refusal.ts',
    find: "RATE_LIMITED: 'rate_limited',",
    replace: "RATE_LIMITED: 'signed_out',",
  },
  {
    rule: 'R-115',
    file: 'src/api/envoy/refusal.ts',
    find: 'const failure = toFailure(refusal, error)',
    replace:
      "const failure =\n    refusal.reply.status === 429 ? new CallFailure('signed_out') : toFailure(refusal, error)",
  },
  {
    rule: 'R-116',
    file: 'src/api/core/limiter.ts',
    find: '(options.requestsPerMinute * 5) / 6',
    replace: '(options.requestsPerMinute * 7) / 6',
  },
  {
    rule: 'R-117',
    file: 'src/api/core/admit.ts',
    find: "showWait(shared, 'rate_limited', null)",
    replace: "showWait(shared, 'rate_limited', () => {})",
  },
  {
    rule: 'R-117',
    file: 'src/notices/told-failure.tsx',
    find: 'disabled={early}',
    replace: 'disabled={false}',
  },
]
