import { PgBoss } from 'pg-boss'
import type { Services } from './context.ts'

/** Work that the clock starts. Each run is repeatable: it asks the rows what is left to do. */
export interface Job {
  readonly name: string
  /** Five cron fields, in Helsinki time. */
  readonly cron: string
  run(services: Services): Promise<Record<string, unknown>>
}

export interface JobRunner {
  stop(): Promise<void>
}

/** Runs the jobs on PostgreSQL's own queue: on several nodes each due run happens once. */
export async function startJobs(
  services: Services,
  connection: { connectionString: string } | object,
  jobs: readonly Job[],
): Promise<JobRunner> {
  const boss = new PgBoss({ ...connection, application_name: 'poljin-jobs', max: 3 } as ConstructorParameters<
    typeof PgBoss
  >[0])
  boss.on('error', (error) => services.log.error({ err: error }, 'the job queue failed'))
  await boss.start()
  for (const job of jobs) {
    await boss.createQueue(job.name, { retryLimit: 5, retryBackoff: true })
    await boss.schedule(job.name, job.cron, {}, { tz: 'Europe/Helsinki' })
    await boss.work(job.name, async () => {
      const result = await job.run(services)
      services.log.info({ job: job.name, result }, 'job done')
    })
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 5_000 }) }
}
