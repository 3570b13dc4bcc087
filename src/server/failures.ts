/** Passbook's own failures. They never have the shape of an Envoy reply, so that the page can tell whose they are. */
const FAILURES = {
  signed_out: [401, 'You are signed out.'],
  refused: [403, 'This request did not come from the Passbook page.'],
  unknown_tool: [404, 'Passbook does not know this tool.'],
  unknown_route: [404, 'There is nothing at this address.'],
  wrong_method: [405, 'This address does not answer to this method.'],
  too_large: [413, 'The request is larger than 64 KB.'],
  failed: [500, 'Passbook could not answer.'],
  upstream_unreachable: [502, 'Passbook could not reach Envoy.'],
  upstream_timeout: [504, 'Envoy did not answer in time.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type FailureKind = keyof typeof FAILURES

/** One of Passbook's own failures as a reply: `{"passbook": {"kind", "message"}}` with its status. */
export function failure(kind: FailureKind, told?: string): Response {
  const [status, usual] = FAILURES[kind]
  const message = told ?? usual
  return Response.json({ passbook: { kind, message } }, { status })
}
