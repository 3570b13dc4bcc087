import base from '../../playwright.config'

/** `npm run pictures`: the pictures of README and docs, from the built app and its sandbox. */
export default { ...base, testDir: '.', testMatch: 'take.ts', workers: 1 }
