// A million messages and a million notices of 13 months, in one table each and in one table a month: what it costs to take
// the next letters, to look when none is due, to read one person's notices, and to end the oldest month:
// `npm run bench -- months` (ROWS=100000 for a short run).
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { countUnread, listNotifications, unreadOfUser } from '#features/ground/notifications/server/queries.ts'
import { type Database, openDatabase } from '#platform/server/database/db.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { createOutboxWorker } from '#platform/server/messages/outbox.ts'
import { systemEnv } from '#platform/server/runtime/env.ts'
import { openBenchServer } from './parts/scaled.ts'

const ROWS = Number(process.env.ROWS ?? 1_000_000)
const PEOPLE = ROWS / 100
const DUE = 2_000
const MONTHS = 13
const LAST = '1150_months_of_logs.sql'
const root = path.resolve(import.meta.dirname, '..')

const server = await openBenchServer()

async function withPool<R>(connection: pg.PoolConfig, work: (pool: pg.Pool) => Promise<R>): Promise<R> {
  const pool = new pg.Pool({ ...connection, max: 1 })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

/** A database as it was before logs lay in months. */
async function withoutMonths(): Promise<pg.ClientConfig> {
  const folder = mkdtempSync(path.join(tmpdir(), 'poljin-bench-migrations-'))
  const all = path.join(root, 'migrations')
  for (const name of readdirSync(all).filter((file) => file < LAST))
    cpSync(path.join(all, name), path.join(folder, name))
  const { database: _, ...connection } = await server.database('months')
  await withPool({ ...connection, database: 'postgres' }, (pool) => pool.query('create database one'))
  await withPool({ ...connection, database: 'one' }, (pool) => migrate(pool, folder))
  rmSync(folder, { recursive: true })
  return { ...connection, database: 'one' }
}

/** As a service that has been there for long: a table for each month. */
const makePastMonths = (connection: pg.PoolConfig) =>
  withPool(connection, (pool) =>
    pool.query(`
      do $$ declare m record; log text; begin
        foreach log in array array['outbox', 'notifications'] loop
          for m in select month from months_of(log::regclass) loop execute format('drop table %s', m.month); end loop;
          execute format('create table months.%I partition of %I for values from (minvalue) to (%L)', log || '_first', log,
            first_id_of(next_month_of(now() - interval '${MONTHS + 1} months')));
          perform keep_months(log, '-infinity');
        end loop;
      end $$`),
  )

/** Rows spread over the months, the newest last; ids begin with their instant. */
const fill = (connection: pg.PoolConfig) =>
  withPool(connection, async (pool) => {
    const at = `now() - interval '${MONTHS - 1} months' * (1 - n::float8 / ${ROWS}) - interval '1 minute'`
    const id = `(lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid`
    await pool.query(`
      set session_replication_role = replica;
      insert into users (id, email, work_email, first_name, last_name)
        select md5('user' || n)::uuid, 'testi' || n || '@yritys.example', 'testi' || n || '@yritys.example', 'Testi', 'Henkilö' from generate_series(0, ${PEOPLE - 1}) n;
      insert into outbox (id, channel, recipient, template, language, subject, body_text, body_html, user_id, status, created_at, next_attempt_at, sent_at)
        select ${id}, 'EMAIL', 'testi' || n % ${PEOPLE} || '@yritys.example', 'notifications:notice.update', 'fi', 'Ilmoitus ' || n, repeat('Hei! ', 100), repeat('<p>Hei!</p>', 100),
               md5('user' || n % ${PEOPLE})::uuid, case when n > ${ROWS - DUE} then 'PENDING' else 'SENT' end, at, at, case when n > ${ROWS - DUE} then null else at end
          from (select n, ${at} as at from generate_series(1, ${ROWS}) n) x;
      insert into notifications (id, user_id, type, template, template_values, link, read_at, created_at)
        select ${id}, md5('user' || n % ${PEOPLE})::uuid, 'GENERAL', 'notifications:notice.update', '{"title": "Ilmoitus", "message": "Hei!"}', '/mybike', case when n < ${ROWS * 0.97} then at end, at
          from (select n, ${at} as at from generate_series(1, ${ROWS}) n) x;`)
    await pool.query('vacuum analyze')
  })

/** The middle one of many, in milliseconds. */
async function middleOf(times: number, work: (round: number) => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let round = -20; round < times; round += 1) {
    const start = performance.now()
    await work(round + 20)
    if (round >= 0) taken.push(performance.now() - start)
  }
  return taken.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}

type Figures = Readonly<Record<string, number>>

async function measure(title: string, connection: pg.PoolConfig, before?: Figures): Promise<Figures> {
  const database = openDatabase({ write: connection, poolSize: 6 })
  try {
    const { rows } = await sql<{ id: string }>`select id from users order by id limit 300`.execute(database.primary)
    const person = (round: number) => rows[round % rows.length]?.id ?? ''
    const db = database.primary
    const figures = {
      'letters taken and noted, each': await takeLetters(database),
      'a look that finds none due': await idleLook(database),
      'a page of notices': await middleOf(300, (round) =>
        listNotifications(db, person(round), {}, { limit: 20, offset: 0 }),
      ),
      'the unread counted': await middleOf(300, (round) => countUnread(db, person(round))),
      'the bell’s question': await middleOf(300, (round) =>
        sql`select ${unreadOfUser} from users u where u.id = ${person(round)}`.execute(db),
      ),
    }
    for (const [what, ms] of Object.entries(figures))
      console.log(`${title}: ${what} ${ms.toFixed(2)} ms${ratio(ms, before?.[what])}`)
    return figures
  } finally {
    await database.close()
  }
}

const ratio = (now: number, then?: number) => (then ? ` (× ${(now / then).toFixed(2)})` : '')

const workerOn = (database: Database) => {
  const gateway = { send: async () => ({ providerId: 'x' }) }
  const quiet = { warn: () => undefined, error: () => undefined }
  return createOutboxWorker({ database, env: systemEnv, gateways: { EMAIL: gateway, SMS: gateway }, log: quiet })
}

/** Hands all that is due to a gateway that takes it at once; it is due again afterwards. */
async function takeLetters(database: Database): Promise<number> {
  const again = sql`update outbox set status = 'PENDING', attempts = 0, sent_at = null where provider_id = 'x'`
  const times: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const start = performance.now()
    const sent = await workerOn(database).drain()
    times.push((performance.now() - start) / Math.max(1, sent))
    await again.execute(database.primary)
    await sql`vacuum analyze outbox`.execute(database.primary)
  }
  return times.toSorted((a, b) => a - b)[1] ?? 0
}

/** All lanes, as each node looks every two seconds. */
async function idleLook(database: Database): Promise<number> {
  await sql`update outbox set next_attempt_at = now() + interval '1 day' where status = 'PENDING'`.execute(
    database.primary,
  )
  const worker = workerOn(database)
  const ms = await middleOf(50, () => worker.drain())
  await sql`update outbox set next_attempt_at = now() where status = 'PENDING'`.execute(database.primary)
  await sql`vacuum analyze outbox`.execute(database.primary)
  return ms
}

const end = `now() - interval '${MONTHS - 1} months'`

const deleteOldest = (connection: pg.PoolConfig) =>
  withPool(connection, async (pool) => {
    await pool.query('begin')
    const start = performance.now()
    for (const log of ['outbox', 'notifications'])
      await pool.query(`delete from ${log} where created_at < ${end} + interval '1 month'`)
    const ms = performance.now() - start
    await pool.query('rollback')
    return ms
  })

const dropOldest = (connection: pg.PoolConfig) =>
  withPool(connection, async (pool) => {
    const start = performance.now()
    for (const log of ['outbox', 'notifications']) await pool.query(`select keep_months('${log}', ${end})`)
    return performance.now() - start
  })

try {
  const one = await withoutMonths()
  await fill(one)
  const before = await measure('one table', one)
  const age = await deleteOldest(one)
  console.log(`one table: the oldest month deleted row by row in ${age.toFixed(0)} ms`)
  const start = performance.now()
  await withPool(one, (pool) => migrate(pool))
  console.log(`turned into months in ${(performance.now() - start).toFixed(0)} ms`)
  await measure('just turned', one, before)
  const months = await server.database('months')
  await makePastMonths(months)
  await fill(months)
  await measure(`${MONTHS} months`, months, before)
  const dropped = await dropOldest(months)
  console.log(`months: the oldest dropped in ${dropped.toFixed(0)} ms, ${(age / dropped).toFixed(0)} times as fast`)
  console.log(`${ROWS} rows each, load ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await server.stop()
}
