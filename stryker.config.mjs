/**
 * Mutation of what Passbook exists for: `npm run mutation` (a folder or file may follow).
 */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts' },
  plugins: ['@stryker-mutator/vitest-runner'],
  mutate: [
    'src/{lib,api/core,api/envoy}/**/*.ts',
    '!src/**/*.test.ts',
    '!src/**/test-*.ts',
    '!src/**/*.fixture.ts',
  ],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 10_000,
  timeoutFactor: 2,
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { reportTests: false, allowColor: false, logTests: false },
  jsonReporter: { fileName: 'mutation/report.json' },
  // The types are not needed to run, and TypeScript 7 has no API to rewrite its settings with.
  tsconfigFile: 'none.json',
  tempDirName: 'mutation/work',
  incremental: true,
  incrementalFile: 'mutation/incremental.json',
}
