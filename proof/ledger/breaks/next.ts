import type { Break } from './shape'

export const nextBreaks: readonly Break[] = [
  {
    rule: 'R-077',
    file: 'src/api/envoy/refusal.ts',
    find: "automatic: next?.action === 'retry' &&",
    replace: "automatic: next?.action !== 'dance' &&",
  },
  {
    rule: 'R-078',
    file: 'src/api/core/wait.ts',
    find: 'lengthen(Math.max(SHORTEST_WAIT_S, seconds) * 1000, random)',
    replace: 'lengthen(SHORTEST_WAIT_S * 1000, random)',
  },
  {
    rule: 'R-079',
    file: 'src/api/envoy/refusal.ts',
    find: "if (failure.kind === 'unavailable') return",
    replace: "if (failure.kind !== 'not_recognised') return",
  },
  {
    rule: 'R-079',
    file: 'src/sandbox/errors.ts',
    find: "action: 'update_client',",
    replace: "action: 'retry',",
  },
  {
    rule: 'R-080',
    file: 'src/api/envoy/refusal.ts',
    find: 'return error.retryable === true && next?.action',
    replace: 'return next?.action',
  },
  {
    rule: 'R-080',
    file: 'src/sandbox/errors.ts',
    find: "action: 'call_tool',\n      tool: 'get_purchase_status',",
    replace: "action: 'retry',\n      tool: 'get_purchase_status',",
  },
  {
    rule: 'R-081',
    file: 'src/api/envoy/writing.ts',
    find: "return failure.kind === 'no_reply' ? failure : readFirst(failure, write, signal)",
    replace: 'return failure',
  },
  {
    rule: 'R-081',
    file: 'src/sandbox/fault-replies.ts',
    find: 'if (!WRITE_TOOLS.some((write) => write === tool)) return null',
    replace: 'if (WRITE_TOOLS.some((write) => write === tool)) return null',
  },
  {
    rule: 'R-082',
    file: 'src/api/envoy/refusal.ts',
    find: "changed: mayHaveHappened ? 'unknown' : 'nothing'",
    replace: "changed: 'nothing'",
  },
  {
    rule: 'R-083',
    file: 'src/api/envoy/watch.ts',
    find: 'if (isFinal(status) || status.saysStop) return',
    replace: 'if (isFinal(status)) return',
  },
  {
    rule: 'R-084',
    file: 'src/api/envoy/contract.ts',
    find: "  'update_client',\n]",
    replace: "  'update_client',\n  'wait',\n]",
  },
  {
    rule: 'R-084',
    file: 'src/sandbox/errors.ts',
    find: "action: 'reconnect',",
    replace: "action: 'sign_in' as NextAction,",
  },
  {
    rule: 'R-085',
    file: 'src/sandbox/errors.ts',
    find: '      by: null,\n      ...details.next',
    replace: '      ...details.next',
  },
  {
    rule: 'R-086',
    file: 'src/api/envoy/next.ts',
    find: '? { tool, args: next.args,',
    replace: '? { tool, args: { ...next.args },',
  },
  {
    rule: 'R-087',
    file: 'src/api/envoy/read-reply.ts',
    find: 'if (!envelope.ok) return',
    replace: 'if (!envelope.ok || reply.status >= 500) return',
  },
  {
    rule: 'R-088',
    file: 'src/sandbox/envelope.ts',
    find: 'next: outcome.next,',
    replace: 'next: outcome.ok ? outcome.next : null,',
  },
  {
    rule: 'R-089',
    file: 'src/api/envoy/writing.ts',
    find: 'await keys.giveBack(write)',
    replace: 'await keys.keep(write)',
  },
  {
    rule: 'R-089',
    file: 'src/sandbox/tools/submit-answer.ts',
    find: '!question.options.includes(given.answer)) {',
    replace:
      '!question.options.includes(given.answer)) {\n    rememberKey(world, scope, inputs, purchase.purchase_id)',
  },
  {
    rule: 'R-090',
    file: 'src/api/envoy/next.ts',
    find: "?? 'stop'",
    replace: "?? 'retry'",
  },
  {
    rule: 'R-091',
    file: 'src/api/envoy/asking.ts',
    find: 'if (!tool.readOnly || next.tool !== tool.name)',
    replace: 'if (!tool.readOnly)',
  },
  {
    rule: 'R-091',
    file: 'src/api/envoy/refusal.ts',
    find: 'next: follow && !isWriteTool(follow.tool) ? follow : null',
    replace: 'next: follow',
  },
  {
    rule: 'R-092',
    file: 'src/api/envoy/asking.ts',
    find: 'LONGEST_CHAIN = 3',
    replace: 'LONGEST_CHAIN = 30',
  },
  {
    rule: 'R-092',
    file: 'src/api/envoy/watch-pace.ts',
    find: 'MOST_CALM_READS = 30',
    replace: 'MOST_CALM_READS = 30_000',
  },
]
