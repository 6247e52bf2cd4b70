import type { Job } from '#platform/server/jobs/jobs.ts'
import { refreshTurns } from '#platform/server/turns/run.ts'
import { turnKeeping } from './sources.ts'

/** Judges anew whose turn it is: each minute what has been touched, and once a day everything. */
export const refreshOpenTurns: Job = {
  name: 'refresh-turns',
  cron: '* * * * *',
  run: async (services) => ({ ...(await refreshTurns(services, turnKeeping)) }),
}
