import fc from 'fast-check'
import { expect, NOW, test } from './fixtures/test'
import { type Browsers, commandsOf, type Setting, seated } from './helpers/two-people'

/** The first sequences are the same in every run; the long proof goes on from there. */
const SEQUENCES = process.env['PASSBOOK_PROOF'] ? 200 : 20
const LENGTH = 9

test.use({ account: null })

/** One sequence, in browsers that stay open; what was played so far stands in a failure. */
async function play(browsers: Browsers, setting: Setting, seed: number) {
  const sequence = fc.array(commandsOf(setting), { minLength: LENGTH, maxLength: LENGTH })
  const [commands = []] = fc.sample(sequence, { seed, numRuns: 1 })
  const played: string[] = []
  for (const command of commands) {
    played.push(command.name)
    await test.step(command.name, () => command.run(browsers))
    await browsers.check()
  }
  return played
}

for (let seed = 1; seed <= SEQUENCES; seed += 1) {
  const setting = seed % 2 === 0 ? 'apart' : 'together'
  test(`[R-032] [SR-22] [CT-7] two people ${setting}, sequence ${seed}: nothing of one is ever seen by the other`, async ({
    browser,
    product,
    sandbox,
  }) => {
    await sandbox.reset({ lines: 0, now: NOW, keep_tokens: false })
    const browsers = await seated(browser, product, sandbox, setting)
    const played = await play(browsers, setting, seed)
    expect(played).toHaveLength(LENGTH)
    // Blank pages prove nothing: at the end each browser shows its own person what is theirs.
    await browsers.showAll()
    await browsers.close()
  })
}
