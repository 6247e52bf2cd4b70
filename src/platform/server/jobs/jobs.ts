import { PgBoss } from 'pg-boss'
import { AppError } from '#platform/contract/errors.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Db } from '../database/db.ts'
import { reached } from '../database/servers/hosts.ts'
import { traced } from '../tracing/traced.ts'

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
    ...reached(connection),
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

/** The faults of single rows of a job that runs, by the services that it was handed: they end it once all is done. */
const faultsOf = new WeakMap<object, unknown[]>()

/**
 * Keeps the fault of a row, so that the job goes on with the rows after it and with its other parts, and counts as failed
 * in the end.
 * @throws the fault where nobody runs the job as one
 */
function keepFault(services: Services, fault: unknown): void {
  const faults = faultsOf.get(services)
  if (!faults) throw fault
  faults.push(fault)
}

/** Runs a job to its end. @throws the first fault of a row, once all rows of all its parts have had their turn */
async function runToEnd(services: Services, job: Job): Promise<Record<string, unknown>> {
  const own = { ...services }
  const faults: unknown[] = []
  faultsOf.set(own, faults)
  const result = await job.run(own)
  if (faults.length > 0) throw faults[0]
  return result
}

/** Some of the jobs that were run one after the other have failed; the others have done their work. */
class JobsFailed extends Error {
  readonly jobs: readonly string[]

  constructor(jobs: readonly string[], cause: unknown) {
    super(`failed: ${jobs.join(', ')}`, { cause })
    this.name = 'JobsFailed'
    this.jobs = jobs
  }
}

/**
 * Runs jobs one after the other; one that fails holds none of the others.
 * @throws JobsFailed once all have had their turn
 */
export async function runEachJob(services: Services, jobs: readonly Job[]): Promise<void> {
  const failed: string[] = []
  let first: unknown
  for (const job of jobs) {
    try {
      await runJob(services, job)
    } catch (error) {
      first ??= error
      failed.push(job.name)
    }
  }
  if (failed.length > 0) throw new JobsFailed(failed, first)
}

/** The names of those that failed of jobs that are run one after the other. @throws what was no fault of a job */
export const failedJobs = (run: Promise<void>): Promise<readonly string[]> =>
  run.then(
    () => [],
    (error: unknown) => {
      if (error instanceof JobsFailed) return error.jobs
      throw error
    },
  )

/**
 * Runs a job and keeps what became of it.
 * @throws its fault, logged and kept, so that the queue tries again
 */
export async function runJob(services: Services, job: Job): Promise<void> {
  try {
    const result = await traced(`job ${job.name}`, 'INTERNAL', { 'poljin.job': job.name }, () =>
      runToEnd(services, job),
    )
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
 * @throws the first fault of a row, where no job keeps it until its end
 */
export const inTurn = (
  services: Services,
  ids: readonly string[],
  work: (db: Db, id: string) => Promise<boolean>,
): Promise<{ done: number; refused: number; failed: number }> =>
  eachInTurn(services, ids, (id) => services.database.transaction((db) => work(db, id)))

/** The same for work that is no single transaction, because it asks somebody outside. */
export async function eachInTurn<Row>(
  services: Services,
  rows: readonly Row[],
  work: (row: Row) => Promise<boolean>,
): Promise<{ done: number; refused: number; failed: number }> {
  const { log } = services
  const faults: unknown[] = []
  const count = { done: 0, refused: 0, failed: 0 }
  for (const row of rows) {
    try {
      if (await work(row)) count.done += 1
    } catch (error) {
      const id = typeof row === 'string' ? row : (row as { id?: string }).id
      if (error instanceof AppError) {
        log.warn({ row: id, code: error.code }, 'a job was refused a row')
        count.refused += 1
      } else {
        log.error({ row: id, err: error }, 'a job failed on a row')
        count.failed += 1
        faults.push(error)
      }
    }
  }
  if (faults.length > 0) keepFault(services, faults[0])
  return count
}
