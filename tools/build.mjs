import { runSteps } from './run.mjs'
import { writeStamp } from './stamp.mjs'
import { BUILD } from './steps.mjs'

if (await runSteps(BUILD)) writeStamp()
