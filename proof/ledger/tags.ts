const BRACKETS = /\[([^\]]*)\]/g
const RULE = /^(?:R-\d{3}|V-\d{1,2})$/
const LIKE_A_RULE = /^[RV]-?\d/
const DECISION = /^[BC]\d{1,2}$/

function named(name: string, form: RegExp): string[] {
  return [...name.matchAll(BRACKETS)]
    .flatMap((match) => (match[1] ?? '').split(','))
    .map((tag) => tag.trim())
    .filter((tag) => form.test(tag))
}

/** The rules a test's name carries: `[R-051, R-052] [SR-18] …` has two. */
export function rulesNamed(name: string): string[] {
  return named(name, RULE)
}

/** What was meant as a rule and is not written as one: `[R-57]`, `[R057]`. */
export function misnamed(name: string): string[] {
  return named(name, LIKE_A_RULE).filter((tag) => !RULE.test(tag))
}

/** The decisions a test's name carries: `[B1]`, `[C42]`. */
export function decisionsNamed(name: string): string[] {
  return named(name, DECISION)
}

/** What a name says beside its tags. */
export function withoutTags(name: string): string {
  return name.replaceAll(BRACKETS, '').replaceAll(/\s+/g, ' ').trim()
}
