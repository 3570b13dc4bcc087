import { expect, it } from 'vitest'
import { CallFailure } from '@/api/envoy/failure'
import { failureWords } from './failure-words'
import { doubtWords, endedWords, lockedWords, newOwnerWords, signedOutWords } from './session-words'

const start = { tool: 'start_purchase' }
const answer = { tool: 'submit_answer' }

it('[R-154] that a sign-in has ended is said in one wording, and claims nothing about purchases', () => {
  const failed = failureWords(new CallFailure('signed_out'))
  expect(failed).toMatchObject({ title: endedWords.title, text: endedWords.text })
  expect(failed.act).toEqual({ do: 'reconnect', label: endedWords.act })
  expect(signedOutWords.ended).toEqual(endedWords)
})

it.each([
  [[start], 'A purchase of yours has no confirmed outcome'],
  [[answer], 'An answer of yours has no confirmed outcome'],
  [[answer, answer], 'Answers of yours have no confirmed outcome'],
  [[start, answer], 'Purchases of yours have no confirmed outcome'],
])('[SR-23] before %j is forgotten, it is said what is in doubt', (writes, title) => {
  expect(doubtWords(writes)).toMatchObject({ title })
  expect(doubtWords(writes).text).toMatch(/not known yet.*do not buy anything again elsewhere/)
})

it('[R-032] another account is told by its own name only', () => {
  expect(newOwnerWords('Meera Kulkarni').title).toBe('This is now Meera Kulkarni’s page')
  expect(newOwnerWords('You').title).toBe('This is now your page')
})

it('[product] is calm, and every text is a sentence', () => {
  const all = [
    ...Object.values(signedOutWords),
    lockedWords,
    newOwnerWords('A'),
    doubtWords([start]),
  ]
  for (const { title, text } of all) {
    expect(title).toMatch(/^[A-Z].*[^.]$/)
    expect(text).toMatch(/^[A-Z].*\.$/)
    expect(`${title} ${text}`).not.toMatch(/!|sorry|oops|unfortunately|_/i)
  }
})
