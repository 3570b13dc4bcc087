/* Words for what concerns a whole page, not one call. */

export const offlineWords =
  'You are offline. You can read what is already loaded; states are shown as listed.'

export const newVersionWords = 'A new version of Passbook is here.'

/** C57: reading goes on, writing does not. */
export const contractWords =
  'Envoy has changed since this Passbook was made. You can read; an update may be needed.'

export const pageErrorWords = {
  broken: {
    title: 'This page could not be shown',
    text: 'Nothing was changed. Reload it, or go back to your history.',
  },
  outdated: {
    title: 'New version, reload',
    text: 'Passbook was updated while this page was open. Nothing was changed.',
  },
  unreachable: {
    title: 'This page could not be loaded',
    text: 'A part of it did not come. Nothing was changed. Check your connection, then reload.',
  },
}

export const notFoundPageWords = {
  title: 'There is no such page',
  text: 'The address may be mistyped, or the page may come later.',
}

export const startWords = {
  signedOut: {
    title: 'Reconnect to Envoy',
    text: 'Passbook is not signed in, so nothing can be shown. This does not change any purchase. Sign in to Envoy again, then try again.',
  },
  unreachable: {
    title: 'Passbook cannot be reached',
    text: 'Its server gave no usable answer. Nothing was changed. Check that it is running, then try again.',
  },
  broken: {
    title: 'Passbook could not start',
    text: 'Nothing was changed. Try again, or reload the page.',
  },
}
