import { PgBoss } from 'pg-boss'
import { AppError } from '#platform/contract/errors.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Db } from './db.ts'

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

/**
 * Works on rows in turn, each in a transaction of its own, so that a bad one does not hold the rest. A refusal is an
 * answer: another node or a person was faster, or a rule says no, and the next run asks again.
 * @param work answers whether it changed anything
 * @throws the first fault, once all rows have had their turn, so that the queue runs the job again
 */
export async function inTurn(
  { database, log }: Services,
  ids: readonly string[],
  work: (db: Db, id: string) => Promise<boolean>,
): Promise<{ done: number; refused: number }> {
  const faults: unknown[] = []
  let done = 0
  let refused = 0
  for (const id of ids) {
    try {
      if (await database.transaction((db) => work(db, id))) done += 1
    } catch (error) {
      if (error instanceof AppError) {
        log.warn({ row: id, code: error.code }, 'a job was refused a row')
        refused += 1
      } else {
        log.error({ row: id, err: error }, 'a job failed on a row')
        faults.push(error)
      }
    }
  }
  if (faults.length > 0) throw faults[0]
  return { done, refused }
}
