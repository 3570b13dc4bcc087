import type { z } from 'zod'

/** What was wrong with a control call: the field (dotted path) and one sentence for a person. */
export type Problem = { field: string; message: string }

/** The first problem of a body that did not fit its schema. */
export function problemOf(error: z.ZodError): Problem {
  const issue = error.issues[0]
  if (!issue) return { field: 'body', message: 'The body does not fit.' }
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    const field = [...path, issue.keys[0] ?? ''].join('.')
    return { field, message: `${field} is not a field of this call.` }
  }
  const field = path.join('.')
  if (field === '') return { field: 'body', message: `The body ${wordsOf(issue)}.` }
  return { field, message: `${field} ${wordsOf(issue)}.` }
}

/** Schemas of this folder bring their own words (`must be …`); others get these. */
function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.message.startsWith('must ')) return issue.message
  switch (issue.code) {
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`
    case 'invalid_type':
      return `must be of the type ${issue.expected}`
    case 'too_small':
      return `must be at least ${issue.minimum}${issue.origin === 'string' ? ' characters long' : ''}`
    case 'too_big':
      return `must be at most ${issue.maximum}${issue.origin === 'string' ? ' characters long' : ''}`
    case 'invalid_union':
      return issue.discriminator ? 'must be a known name' : 'has the wrong form'
    default:
      return 'has the wrong form'
  }
}
