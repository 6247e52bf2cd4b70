import type { Job } from '#platform/server/jobs.ts'
import { housekeeping } from '#platform/server/housekeeping.ts'

/** Everything that the clock starts. */
export const jobs: readonly Job[] = [housekeeping]
