import type { Break } from './shape'

export const mcpBreaks: readonly Break[] = [
  {
    rule: 'R-134',
    file: 'src/api/envoy/told-wait.ts',
    find: '(next.afterSeconds ?? 0) * 1000',
    replace: '(next.afterSeconds ?? 0) * 0',
  },
  {
    rule: 'R-139',
    file: 'src/sandbox/envelope.ts',
    find: '    follow_ups: [],\n',
    replace: '',
  },
]
