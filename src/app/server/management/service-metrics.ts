import type pg from 'pg'
import { Gauge, Registry } from 'prom-client'
import type { FileStore } from '#platform/server/documents/files.ts'

interface Measure {
  readonly name: string
  readonly help: string
  readonly label: string
  /** Answers the label as `of` and the figure as `value`. */
  readonly query: string
}

/** The messages `o` that wait in each lane `l`, by the lanes of the outbox; a lane without any stands too. */
const waiting = `(values ('sms', 'SMS', null), ('urgent-mail', 'EMAIL', true), ('mail', 'EMAIL', false)) l (of, channel, urgent)
  left join outbox o on o.status = 'PENDING' and o.channel = l.channel and (l.urgent is null or o.urgent = l.urgent)`

const seconds = (instant: string) => `extract(epoch from now() - ${instant})::float8`

/** What the database knows of the service. Each is one statement that an index or a short table carries. */
const measures: readonly Measure[] = [
  {
    name: 'poljin_outbox_waiting',
    help: 'Messages that wait to be sent, by lane.',
    label: 'lane',
    query: `select l.of, count(o.id)::float8 as value
              from ${waiting} group by l.of`,
  },
  {
    name: 'poljin_outbox_oldest_seconds',
    help: 'Age of the oldest message that waits, by lane.',
    label: 'lane',
    query: `select l.of, coalesce(max(${seconds('o.created_at')}), 0) as value
              from ${waiting} group by l.of`,
  },
  {
    name: 'poljin_outbox_dead',
    help: 'Messages that could not be delivered, by channel.',
    label: 'channel',
    query: `select channel as of, count(*)::float8 as value from outbox where status = 'DEAD' group by channel`,
  },
  {
    name: 'poljin_job_age_seconds',
    help: 'Time since a job last succeeded.',
    label: 'job',
    query: `select name as of, ${seconds('succeeded_at')} as value from scheduled_jobs where succeeded_at is not null`,
  },
  {
    name: 'poljin_job_failing',
    help: '1 for a job whose last run failed.',
    label: 'job',
    query: `select name as of, (failed_at > coalesce(succeeded_at, '-infinity'))::int::float8 as value
              from scheduled_jobs where failed_at is not null`,
  },
  {
    name: 'poljin_documents_waiting',
    help: 'Documents that are still to be made, by whether an attempt failed.',
    label: 'state',
    query: `select s.of, count(d.file_id)::float8 as value from (values ('new', false), ('failed', true)) s (of, failed)
              left join documents_to_make d on (d.last_error is not null) = s.failed group by s.of`,
  },
  {
    name: 'poljin_turns_late',
    help: 'Open turns past their last day, by who is awaited.',
    label: 'awaited',
    query: `select awaited as of, count(*)::float8 as value from open_turns
             where due_day < (now() at time zone 'Europe/Helsinki')::date group by awaited`,
  },
  {
    name: 'poljin_payments_cents',
    help: 'Payments that wait for the bank or are on their way, in cents.',
    label: 'state',
    query: `select state as of, sum(amount_cents)::float8 as value from payment_orders
             where state in ('QUEUED', 'SENT') group by state`,
  },
  {
    name: 'poljin_record_faults',
    help: 'Faults of the event log that nobody has explained.',
    label: 'record',
    query: `select 'events' as of, coalesce(sum(faults), 0)::float8 as value from record_alarms where closed_at is null`,
  },
  {
    name: 'poljin_replica_lag_seconds',
    help: 'How far a replica is behind, as the primary sees it; only a role that may read statistics is told.',
    label: 'replica',
    query: `select application_name as of, coalesce(extract(epoch from replay_lag), 0)::float8 as value
              from pg_stat_replication`,
  },
]

export type Query = (text: string) => Promise<readonly { of: string; value: number }[]>

/** Figures of the whole service, read by one connection; a reading is kept for half a minute. */
export function createServiceMetrics(query: Query, store: Pick<FileStore, 'list'>) {
  const registry = new Registry()
  const gauges = measures.map(({ name, help, label, query: text }) => {
    const gauge = new Gauge({ name, help, labelNames: [label], registers: [registry] })
    return async () => {
      const rows = await query(text)
      gauge.reset()
      for (const { of, value } of rows) gauge.set({ [label]: of }, value)
    }
  })
  const files = new Gauge({
    name: 'poljin_files',
    help: 'Kept files: rows that name one, and files in the store.',
    labelNames: ['in'],
    registers: [registry],
  })
  const readFiles = every(600_000, async () => {
    const rows = await query(`select 'rows' as of, count(*)::float8 as value from files where storage_key is not null`)
    files.set({ in: 'rows' }, rows[0]?.value ?? 0)
    let found = 0
    for await (const page of store.list()) found += page.filter(({ key }) => !key.endsWith('.part')).length
    files.set({ in: 'store' }, found)
  })
  const read = every(30_000, async () => {
    for (const one of gauges) await one()
    await readFiles()
  })
  return { registry, read }
}

/** Does the work at most once in a period; a failure is tried again at the next call. */
function every(periodMs: number, work: () => Promise<void>): () => Promise<void> {
  let last: { readonly at: number; readonly done: Promise<void> } | null = null
  return () => {
    if (last && Date.now() - last.at < periodMs) return last.done
    const done = work()
    const own = { at: Date.now(), done }
    last = own
    done.catch(() => {
      if (last === own) last = null
    })
    return done
  }
}

/** @returns rows of a statement of the service's own connection */
export const queryOf =
  (client: Pick<pg.Pool, 'query'>): Query =>
  async (text) =>
    (await client.query<{ of: string; value: number }>(text)).rows
