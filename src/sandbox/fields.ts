import type { z } from 'zod'

/** One entry of `error.fields`: a bad field, what is wrong with it, what it should be. */
export type FieldProblem = { path: string; problem: string; expected: string }

type Words<S extends z.ZodObject> = Record<Extract<keyof z.output<S>, string>, string>

export type FieldsRead<S extends z.ZodObject> =
  | { ok: true; value: z.output<S> }
  | { ok: false; fields: FieldProblem[] }

/** One entry for each field, the first problem found with it. */
export function onePerField(problems: readonly FieldProblem[]): FieldProblem[] {
  const byPath = new Map<string, FieldProblem>()
  for (const problem of problems) {
    if (!byPath.has(problem.path)) byPath.set(problem.path, problem)
  }
  return [...byPath.values()]
}

/**
 * Reads a body strictly and reports every bad field at once, fields that the tool does not
 * declare among them. `expected` has the words for each field; `also` are
 * problems found before, such as a key that stands twice.
 */
export function readFields<S extends z.ZodObject>(
  schema: S,
  expected: Words<S>,
  body: Readonly<Record<string, unknown>>,
  also: readonly FieldProblem[] = [],
): FieldsRead<S> {
  const parsed = schema.safeParse(body)
  if (parsed.success && also.length === 0) return { ok: true, value: parsed.data }
  const issues = parsed.success ? [] : parsed.error.issues
  const found = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => unknownField(key, Object.keys(expected)))
      : [badField(issue, expected, body)],
  )
  return { ok: false, fields: onePerField([...also, ...found]) }
}

function unknownField(path: string, declared: readonly string[]): FieldProblem {
  const expected = declared.length === 0 ? 'an empty object' : `only ${declared.join(', ')}`
  return { path, problem: 'is not a field of this tool', expected }
}

function badField(
  issue: z.core.$ZodIssue,
  expected: Readonly<Record<string, string>>,
  body: Readonly<Record<string, unknown>>,
): FieldProblem {
  const path = String(issue.path[0] ?? '')
  return {
    path,
    problem: Object.hasOwn(body, path) ? wordsOf(issue) : 'is missing',
    expected: expected[path] ?? '',
  }
}

function wordsOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return 'has the wrong type'
    case 'too_small':
      return issue.origin === 'string' ? 'is too short' : 'is too small'
    case 'too_big':
      return issue.origin === 'string' ? 'is too long' : 'is too large'
    case 'invalid_value':
      return 'is not one of the allowed values'
    case 'custom':
      return issue.message
    default:
      return 'has the wrong form'
  }
}
