/**
 * After a sign-out no purchase's id stays in the address bar. This entry only: a browser lets no page
 * rewrite the others, and going back to one of them shows nothing.
 */
export function leaveAddress() {
  history.replaceState(history.state, '', '/')
}
