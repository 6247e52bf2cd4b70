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
  // The owner of the database has made the schema: the application may make none.
  const boss = new PgBoss({
    ...connection,
    createSchema: false,
    application_name: 'poljin-jobs',
    max: 3,
  } as ConstructorParameters<typeof PgBoss>[0])
  boss.on('error', (error) => services.log.error({ err: error }, 'the job queue failed'))
  await boss.start()
  for (const job of jobs) {
    await boss.createQueue(job.name, { retryLimit: 5, retryBackoff: true })
    await boss.schedule(job.name, job.cron, {}, { tz: 'Europe/Helsinki' })
    await boss.work(job.name, async () => {
      await runJob(services, job)
    })
  }
  for (const name of await missedJobs(services, jobs)) await boss.send(name, {}, { singletonKey: 'missed' })
  return { stop: () => boss.stop({ graceful: true, timeout: 5_000 }) }
}

/**
 * Runs a job and keeps what became of it.
 * @throws its fault, logged and kept, so that the queue tries again
 */
export async function runJob(services: Services, job: Job): Promise<void> {
  try {
    const result = await job.run(services)
    await keepRun(services, job, { succeeded_at: services.env.now() })
    services.log.info({ job: job.name, result }, 'job done')
  } catch (error) {
    services.log.error({ job: job.name, err: error }, 'job failed')
    const { name, code } = error as Error & { code?: string }
    await keepRun(services, job, { failed_at: services.env.now(), last_error: [name, code].filter(Boolean).join(' ') })
    throw error
  }
}

type Run = { readonly succeeded_at: Date } | { readonly failed_at: Date; readonly last_error: string }

async function keepRun({ database }: Services, { name }: Job, run: Run): Promise<void> {
  await database.primary
    .insertInto('scheduled_jobs')
    .values({ name, ...run })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ ...run, version: eb('scheduled_jobs.version', '+', 1) })),
    )
    .execute()
}

/** Every job runs each day at least. */
const missedAfterMs = 24 * 3_600_000

/** The jobs whose time came while nothing ran: a queue sends only what is due now. */
export async function missedJobs({ database, env }: Services, jobs: readonly Job[]): Promise<string[]> {
  const runs = await database.primary.selectFrom('scheduled_jobs').select(['name', 'succeeded_at']).execute()
  const succeeded = new Map(runs.map((run) => [run.name, run.succeeded_at?.getTime() ?? 0]))
  const since = ({ name }: Job) => env.now().getTime() - (succeeded.get(name) ?? 0)
  return jobs.filter((job) => since(job) > missedAfterMs).map(({ name }) => name)
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
