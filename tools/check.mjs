import { runSteps } from './run.mjs'
import { CHECKS } from './steps.mjs'

await runSteps(CHECKS)
