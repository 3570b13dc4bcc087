import { CspEvaluator } from 'csp_evaluator'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { describe, expect, it } from 'vitest'
import { securityHeaders } from './headers'

/** What the evaluator says, but for "maybe" and good advice: a smaller number is worse. */
function seriousFindings(policy: string): string[] {
  return new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => severity < Severity.MEDIUM_MAYBE)
    .map(({ directive, value, description }) => `${directive} ${value}: ${description}`)
}

describe('the content security policy, read by csp_evaluator', () => {
  it.each([true, false])('[SR-9] has no finding above a medium "maybe" (https: %s)', (https) => {
    const policy = new Map(securityHeaders(https)).get('Content-Security-Policy')
    expect(seriousFindings(policy ?? '')).toEqual([])
  })

  it('[SR-9] would have one for a policy that allows inline code', () => {
    expect(seriousFindings("script-src 'self' 'unsafe-inline'")).not.toEqual([])
  })
})
