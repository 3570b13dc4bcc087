/**
 * `GET /readyz`: whether to send new requests here. Unlike `/healthz`, which only says that the
 * process answers, it turns to 503 with the signal to stop, while the last replies are still on their way.
 */
export function readiness(isStopping: boolean): Response {
  return isStopping
    ? Response.json({ status: 'stopping' }, { status: 503 })
    : Response.json({ status: 'ready' })
}
