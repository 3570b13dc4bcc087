/* Words for who is signed in, and for pages that nobody may see right now. */

type HowSignedOut = 'never' | 'ended' | 'here' | 'elsewhere' | 'pending'
type Words = { title: string; text: string }

/** One wording wherever a sign-in has ended. */
export const endedWords = {
  title: 'Reconnect to Envoy',
  text: 'Your sign-in has ended, so nothing can be checked. This does not change any purchase.',
  act: 'Reconnect',
}

export const signedOutWords: Record<HowSignedOut, Words & { act: string }> = {
  never: {
    title: 'See what your agents bought',
    text: 'Passbook shows every purchase made for you through Envoy, and checks it first.',
    act: 'Sign in',
  },
  ended: endedWords,
  here: {
    title: 'You are signed out',
    text: 'Nothing of your purchases is left in this browser.',
    act: 'Sign in',
  },
  elsewhere: { title: 'You are signed out', text: 'Signed out in another tab.', act: 'Sign in' },
  pending: {
    title: 'You are signed out',
    text: 'Passbook could not tell its server yet. It does so as soon as you are online.',
    act: 'Sign in',
  },
}

export const lockedWords = {
  title: 'Locked',
  text: 'Your purchases are out of sight until you ask for them again.',
  unreachable:
    'Passbook cannot be reached, so it is not known whose pages these are. They stay out of sight.',
}

/** only who is signed in now is named. */
export function newOwnerWords(name: string): Words {
  return {
    title: name === 'You' ? 'This is now your page' : `This is now ${name}’s page`,
    text: 'What was loaded for the account before is gone.',
  }
}

/** SR-23: asked before a sign-out that would forget them. */
export function doubtWords(writes: readonly { tool: string }[]): Words {
  const answers = writes.every(({ tool }) => tool === 'submit_answer')
  const what = answers ? 'An answer' : 'A purchase'
  const [has, them] = writes.length === 1 ? ['has', 'it'] : ['have', 'them']
  const which = writes.length === 1 ? what : answers ? 'Answers' : 'Purchases'
  return {
    title: `${which} of yours ${has} no confirmed outcome`,
    text: `It is not known yet whether anything changed. Signing out forgets what Passbook needs to find out. Check ${them} first, and do not buy anything again elsewhere.`,
  }
}
