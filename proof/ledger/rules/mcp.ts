import type { Rule } from './shape'

const open = {
  state: 'not built yet',
  why: 'Neither the sandbox nor the client has an MCP surface yet.',
} as const

export const mcpRules: readonly Rule[] = [
  {
    id: 'R-118',
    says: 'The endpoint is `/mcp`, Streamable HTTP, method tools/call.',
    keepers: ['client', 'sandbox'],
    open,
  },
  {
    id: 'R-119',
    says: 'Over the limit `/mcp` answers HTTP 200.',
    keepers: ['client', 'sandbox'],
    open,
  },
  {
    id: 'R-120',
    says: 'tools/call then answers a tool result with `isError: true` and a plain sentence.',
    keepers: ['sandbox'],
    open,
  },
  {
    id: 'R-121',
    says: 'It has `retry: same_call` and `next.wait_seconds` 60.',
    keepers: ['client', 'sandbox'],
    open,
  },
  {
    id: 'R-122',
    says: 'That long is waited, with jitter, before the same call.',
    keepers: ['client'],
    open,
  },
  {
    id: 'R-123',
    says: 'Other MCP requests get the JSON-RPC error −32000 with its fixed message.',
    keepers: ['client', 'sandbox'],
    open,
  },
  {
    id: 'R-124',
    says: 'Text content is a briefing and one line of JSON.',
    keepers: ['sandbox'],
    open,
  },
  {
    id: 'R-125',
    says: 'structuredContent holds the same data.',
    keepers: ['client', 'sandbox'],
    open,
  },
  {
    id: 'R-126',
    says: 'isError is true when the call failed and changed nothing.',
    keepers: ['client', 'sandbox'],
    open,
  },
  {
    id: 'R-127',
    says: 'Diagnostics stand only in `_meta["money.envoy/support"]`.',
    keepers: ['sandbox'],
    open,
  },
  {
    id: 'R-128',
    says: 'Diagnostics are neither for the model nor for the page.',
    keepers: ['client', 'page'],
    open,
  },
  {
    id: 'R-129',
    says: 'Over MCP `retry` and `fix` decide, not a code.',
    keepers: ['client', 'sandbox'],
    open,
  },
  { id: 'R-130', says: 'Annotations of a tool give no permission.', keepers: ['client'], open },
  {
    id: 'R-131',
    says: 'A briefing has one to three sentences for the user, then "What to do:".',
    keepers: ['sandbox'],
    open,
  },
  {
    id: 'R-132',
    says: 'The first part is told to the user, the second is done.',
    keepers: ['client', 'page'],
    open,
  },
  { id: 'R-133', says: 'The JSON line, ids and codes are never shown.', keepers: ['page'], open },
  {
    id: 'R-134',
    says: '`next` has tool, args and wait_seconds; args go on as they came.',
    keepers: ['client', 'sandbox'],
    open: { ...open, why: 'Over HTTP the client waits so; there is no MCP surface yet.' },
  },
  {
    id: 'R-135',
    says: '`next_cursor` is the cursor of the next page.',
    keepers: ['client', 'sandbox'],
    open,
  },
  {
    id: 'R-136',
    says: '`retry` is same_call, after_fix, check_status_first, new_purchase or no.',
    keepers: ['client', 'sandbox'],
    open,
  },
  {
    id: 'R-137',
    says: '`fix` names the fields to correct first.',
    keepers: ['client', 'sandbox'],
    open,
  },
  {
    id: 'R-138',
    says: 'After an MCP UNAVAILABLE the same call is made later, and nothing is paid another way meanwhile.',
    keepers: ['client', 'page'],
    open,
  },
  { id: 'R-139', says: 'The HTTP API answers with the full envelope.', keepers: ['sandbox'] },
]
