import fc from 'fast-check'
import { expect, NOW, test } from './fixtures/test'
import { type Browsers, commands, seated } from './helpers/two-people'

/** The first sequences are the same in every run; the long proof goes on from there. */
const SEQUENCES = process.env['PASSBOOK_PROOF'] ? 200 : 20
const LENGTH = 9

test.use({ account: null })

/** One sequence in a browser that stays open: what each command did stands in the failure. */
async function play(browsers: Browsers, seed: number): Promise<readonly string[]> {
  const names = fc.sample(fc.array(commands, { minLength: LENGTH, maxLength: LENGTH }), {
    seed,
    numRuns: 1,
  })[0]
  const played: string[] = []
  for (const command of names ?? []) {
    played.push(command.name)
    await test.step(command.name, () => command.run(browsers))
    await browsers.check()
  }
  return played
}

for (let seed = 1; seed <= SEQUENCES; seed += 1) {
  test(`[R-032] [SR-22] [CT-7] two people, sequence ${seed}: nothing of one is ever seen by the other`, async ({
    browser,
    product,
    sandbox,
  }) => {
    await sandbox.reset({ lines: 0, now: NOW, keep_tokens: false })
    const browsers = await seated(browser, product, sandbox)
    const played = await play(browsers, seed)
    expect(played).toHaveLength(LENGTH)
    // Blank pages prove nothing: at the end each browser shows its own person what is theirs.
    await browsers.showAll()
    await browsers.close()
  })
}
