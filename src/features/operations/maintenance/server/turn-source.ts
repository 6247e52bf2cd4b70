import { sql } from 'kysely'
import { openColumns, plainSource } from '#platform/server/turns/plain-source.ts'

/** A job is a subject by its name. */
const job = sql`md5('job ' || j.name)::uuid`
const hasFailed = sql`j.failed_at > coalesce(j.succeeded_at, '-infinity')`

/** Jobs whose last run has failed. */
export const jobTurnSource = plainSource({
  process: 'job',
  reads: [
    {
      table: 'scheduled_jobs',
      columns: ['failed_at', 'succeeded_at'],
      key: 'name',
      subject: `select md5('job ' || $row.name)::uuid where $row.failed_at is not null`,
    },
  ],
  subjects: sql`select ${job} as id from scheduled_jobs j where ${hasFailed}`,
  open: (ids) => sql`
    select ${openColumns({ subject: job, action: 'mend', awaited: 'STAFF', since: sql`j.failed_at` })}
      from scheduled_jobs j where ${job} = any(${ids}) and ${hasFailed}`,
  about: (ids) => sql`
    select ${job} as id, ${job} as opens, j.name as about, null::text as "companyName", null::uuid as "orderId", null::text as "orderNumber"
      from scheduled_jobs j where ${job} = any(${ids})`,
})

/** The hourly job has found the event log shorter than it was. */
export const recordTurnSource = plainSource({
  process: 'record',
  reads: [{ table: 'record_alarms', columns: ['closed_at', 'found_at'], subject: 'id' }],
  subjects: sql`select r.id from record_alarms r where r.closed_at is null`,
  open: (ids) => sql`
    select ${openColumns({ subject: sql`r.id`, action: 'explain', awaited: 'STAFF', since: sql`r.found_at` })}
      from record_alarms r where r.id = any(${ids}) and r.closed_at is null`,
  about: (ids) => sql`
    select r.id, r.id as opens, null::text as about, null::text as "companyName", null::uuid as "orderId", null::text as "orderNumber"
      from record_alarms r where r.id = any(${ids})`,
})
