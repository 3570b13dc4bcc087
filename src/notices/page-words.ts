/* Words for what concerns a whole page, not one call. */

export const offlineWords =
  'You are offline. You can read what is already loaded; states are shown as listed.'

export const somethingFailedWords =
  'Something on this page did not work. What it shows may be out of date.'

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
