import type { World } from '@/sandbox/world'
import type { Invariant } from '../observer'

/** At most one effect for each wish, counted in the sandbox's database. */
export function oneEffect(world: World): Invariant {
  const starts = world.db.prepare<[], { account: string; merchant_url: string; times: number }>(
    `SELECT account, merchant_url, count(*) AS times FROM purchases
     WHERE merchant_url IS NOT NULL GROUP BY account, merchant_url HAVING times > 1`,
  )
  const answers = world.db.prepare<[], { question: string; times: number }>(
    `SELECT json_extract(input, '$[2][1]') AS question, count(*) AS times FROM idempotency
     WHERE tool = 'submit_answer' GROUP BY question HAVING times > 1`,
  )
  return {
    name: 'at most one effect',
    atRest() {
      const start = starts.get()
      if (start) return `${start.merchant_url} was bought ${start.times} times`
      const answer = answers.get()
      return answer ? `the question ${answer.question} was answered ${answer.times} times` : null
    },
  }
}
