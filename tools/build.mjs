import { runSteps } from './run.mjs'
import { BUILD } from './steps.mjs'

await runSteps(BUILD)
