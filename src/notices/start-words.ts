/* Words for what a page that starts never says: apart, so that it does not load them. */

export const startWords = {
  unreachable: {
    title: 'Passbook cannot be reached',
    text: 'Its server gave no usable answer. Nothing was changed. Check that it is running, then try again.',
  },
  broken: {
    title: 'Passbook could not start',
    text: 'Nothing was changed. Try again, or reload the page.',
  },
}

export const notFoundPageWords = {
  title: 'There is no such page',
  text: 'The address may be mistyped, or the page may come later.',
}
