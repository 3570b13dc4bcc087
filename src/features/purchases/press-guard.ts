/** Two presses closer together than this are one: a double click (ms). */
const DOUBLE_PRESS_MS = 500

/** Lets one press through where a double click makes two: each would be a request of its own. */
export function createPressGuard(now: () => number = Date.now) {
  let last = Number.NEGATIVE_INFINITY
  return (press: () => void) => {
    if (now() - last < DOUBLE_PRESS_MS) return
    last = now()
    press()
  }
}
