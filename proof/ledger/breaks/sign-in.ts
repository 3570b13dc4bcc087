import type { Break } from './shape'

/** A11: the bearer, the installation proof, and what a new sign-in repeats (R-180…R-185). */
export const signInBreaks: readonly Break[] = [
  {
    rule: 'R-180',
    file: 'src/sandbox/auth.ts',
    find: '.some((scope) => allowed.includes(scope))',
    replace: '.some((scope) => allowed.some((known) => scope.startsWith(known)))',
  },
  {
    rule: 'R-180',
    file: 'src/server/signed-send.ts',
    find: '`Bearer $',
    replace: '`Token $',
  },
  {
    rule: 'R-181',
    file: 'src/sandbox/proof.ts',
    find: 'if (token.key_bound === 0) return',
    replace: 'if (token.key_bound === 0 || proof === null) return',
  },
  {
    rule: 'R-181',
    file: 'src/server/signed-send.ts',
    find: '  if (!proofKey) return headers\n',
    replace: "  if (!proofKey || address.pathname.endsWith('list_purchases')) return headers\n",
  },
  {
    rule: 'R-182',
    file: 'src/sandbox/proof.ts',
    find: "claims.bsh === createHash('sha256').update(body).digest('base64url')",
    replace: 'claims.bsh.length === 43',
  },
  {
    rule: 'R-182',
    file: 'src/server/proof.ts',
    find: 'bsh: hash(request.body),',
    replace: 'bsh: hash(request.token),',
  },
  {
    rule: 'R-183',
    file: 'src/server/proof.ts',
    find: "jti: randomBytes(JTI_BYTES).toString('base64url'),",
    replace: 'jti: hash(request.body).slice(0, JTI_BYTES),',
  },
  {
    rule: 'R-184',
    file: 'src/sandbox/errors.ts',
    find: "return failure('UNAUTHENTICATED', {",
    replace: "return retryable('UNAUTHENTICATED', 60, {",
  },
  {
    rule: 'R-184',
    file: 'src/api/envoy/refusal.ts',
    find: "if (failure.kind === 'rate_limited') return",
    replace: "if (failure.kind === 'rate_limited' || failure.kind === 'signed_out') return",
  },
  {
    rule: 'R-185',
    file: 'src/api/session/after-refusal.ts',
    find: "if (outcome === 'fresh') return again()",
    replace: "if (outcome === 'fresh') return (await again()).ok ? again() : response",
  },
  {
    rule: 'R-185',
    file: 'src/features/shell/read-again.ts',
    find: 'query.isActive() && (',
    replace: '(',
  },
]
