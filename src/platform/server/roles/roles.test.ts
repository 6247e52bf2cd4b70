import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '#platform/server/database/migrate.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { grantUse, requirePlainRole } from './roles.ts'

let database: TestDatabase
let owner: pg.Pool
let application: pg.Pool
const role = `application_${randomBytes(6).toString('hex')}`
const plain = () => ({ ...database.connection, user: role, password: 'x' })

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Pool({ ...database.connection, max: 2 })
  await owner.query(`create role ${role} login password 'x'`)
  // A release with one role has made the queue as the owner of everything.
  await owner.query(`create schema pgboss; create type pgboss.state as enum ('due');
    create table pgboss.job (id int generated always as identity, state pgboss.state) partition by list (state);
    create table pgboss.due partition of pgboss.job for values in ('due'); insert into pgboss.job (state) values ('due');
    create function pgboss.one() returns int language sql as 'select 1'`)
  await Promise.all([grantUse(owner, plain()), grantUse(owner, plain())])
  application = new pg.Pool({ ...plain(), max: 2 })
})
afterAll(async () => {
  await application.end()
  await owner.query(`drop owned by ${role}; drop role ${role}`)
  await owner.end()
  await database.drop()
})

const code = (pool: pg.Pool, statement: string) =>
  pool.query(statement).then(
    () => null,
    (error: { code: string }) => error.code,
  )
const denied = '42501'
const anEvent = `insert into events (id, subject_type, subject_id, position, type, actor_kind, occurred_at, previous_hash, hash)
  values (gen_random_uuid(), 'register', gen_random_uuid(), 1, 'REGISTER_CHANGED', 'SYSTEM', now(), '\\x00', '\\x00')`

describe('the application’s role', () => {
  it('adds and reads events, and can neither change nor remove one nor switch the triggers off', async () => {
    expect(await code(application, anEvent)).toBeNull()
    expect((await application.query('select 1 from events')).rowCount).toBe(1)
    for (const statement of [
      `update events set type = 'X'`,
      `update events set data = '{}', data_salt = null`,
      'delete from events',
      'truncate events',
      'select 1 from events for update',
      'alter table events disable trigger all',
      'drop table events',
    ])
      expect([statement, await code(application, statement)]).toEqual([statement, denied])
    expect((await owner.query('select 1 from events')).rowCount).toBe(1)
  })

  it('has months of logs made and dropped, and can do neither by itself', async () => {
    const { rows } = await owner.query<{ month: string }>(`select month::text from months_of('outbox') limit 1`)
    for (const statement of [
      `drop table ${rows[0]?.month}`,
      `delete from ${rows[0]?.month}`,
      'create table months.mine (id uuid)',
      'drop table outbox',
    ])
      expect([statement, await code(application, statement)]).toEqual([statement, denied])
    for (const log of ['outbox', 'notifications'])
      expect(await code(application, `select keep_months('${log}', '2000-01-01'), weigh_log('${log}')`)).toBeNull()
  })

  it.each(['record_roots', 'record_stamps', 'signatures', 'transfer_signatures', 'payments', 'ledger_rows'])(
    'adds rows of %s and can neither change nor remove nor lock one',
    async (table) => {
      const { rows } = await owner.query<{ column: string }>(
        `select column_name as column from information_schema.columns where table_schema = 'public' and table_name = $1`,
        [table],
      )
      for (const statement of [
        ...rows.map(({ column }) => `update ${table} set ${column} = ${column}`),
        `delete from ${table}`,
        `truncate ${table}`,
        `select 1 from ${table} for update`,
        `select 1 from ${table} for share`,
      ])
        expect([statement, await code(application, statement)]).toEqual([statement, denied])
      expect(rows.length).toBeGreaterThan(4)
      expect((await owner.query(`select has_table_privilege($1, $2, 'insert') as may`, [role, table])).rows).toEqual([
        { may: true },
      ])
    },
  )

  it('gives a chain of events a longer end, and can neither remove nor shorten one', async () => {
    const chain = `where subject_id = '00000000-0000-4000-8000-000000000001'`
    const added = `insert into event_chains (subject_type, subject_id, length, head)
      values ('register', '00000000-0000-4000-8000-000000000001', 2, '\\x00')`
    expect(await code(application, added)).toBeNull()
    expect(await code(application, `update event_chains set length = 3, head = '\\x01' ${chain}`)).toBeNull()
    for (const statement of [
      `delete from event_chains ${chain}`,
      'truncate event_chains',
      `update event_chains set subject_id = gen_random_uuid() ${chain}`,
      `insert into event_closings values ('register', gen_random_uuid(), 2, '\\x00', '\\x00', '\\x00', now())`,
      'update event_closings set length = 1',
      'delete from event_closings',
      `insert into accepted_breaks values ('order', gen_random_uuid(), 1, 'CHANGED', sha256(''), gen_random_uuid(), now())`,
      'update accepted_breaks set position = 1',
      'delete from accepted_breaks',
    ])
      expect([statement, await code(application, statement)]).toEqual([statement, denied])
    const refused = 'P0001'
    expect(await code(application, `update event_chains set length = 2 ${chain}`)).toBe(refused)
    expect(await code(owner, `update event_chains set length = 2 ${chain}`)).toBe(refused)
    expect(await code(owner, `delete from event_chains ${chain}`)).toBe(refused)
  })

  it('writes what it works with, and neither the schema nor what migrations keep', async () => {
    expect(await code(application, `insert into settings (key, value) values ('a', '1')`)).toBeNull()
    expect(await code(application, `update settings set value = '2' where key = 'a'`)).toBeNull()
    expect(await code(application, `delete from settings where key = 'a'`)).toBeNull()
    for (const statement of [
      'create table own (id int)',
      `insert into schema_migrations (name, sha256) values ('9999_x.sql', 'x')`,
      'delete from schema_lock',
    ])
      expect([statement, await code(application, statement)]).toEqual([statement, denied])
  })

  it('has the queue of the jobs to itself, handed over with its rows where another role had made it', async () => {
    const { rows } = await application.query('delete from pgboss.job returning state')
    expect(rows).toEqual([{ state: 'due' }])
    for (const statement of [
      'alter table pgboss.due add column more text',
      `alter type pgboss.state add value 'done'`,
      'drop function pgboss.one()',
    ])
      expect([statement, await code(application, statement)]).toEqual([
        statement,
        statement.includes('pgboss.due') ? '42809' : null,
      ])
    await grantUse(owner, plain())
    expect(await code(application, `insert into pgboss.job (state) values ('due')`)).toBeNull()
  })

  it('is asked for in production: the owner of the tables and a superuser are refused', async () => {
    await expect(requirePlainRole(application)).resolves.toBeUndefined()
    await expect(requirePlainRole(owner)).rejects.toThrow('DATABASE_OWNER_URL')
  })
})

it('one role for both, as outside production, gets its queue and keeps its rights', async () => {
  const other = await createTestDatabase()
  const pool = new pg.Pool({ ...other.connection, max: 2 })
  await grantUse(pool, other.connection)
  expect(await code(pool, 'create table pgboss.job (id int)')).toBeNull()
  expect(await code(pool, anEvent)).toBeNull()
  await pool.end()
  await other.drop()
})

it('an owner without rights over the role that made the queue drops nothing of it and says who has to', async () => {
  const other = await createTestDatabase({ empty: true })
  const [holder, maker] = ['holder', 'maker'].map((name) => `${name}_${randomBytes(6).toString('hex')}`)
  const root = new pg.Pool({ ...other.connection, max: 1 })
  await root.query(`create role ${holder} login password 'x'; create role ${maker} login password 'x'`)
  await root.query(`alter database ${other.connection.database} owner to ${holder}`)
  const holding = new pg.Pool({ ...other.connection, user: holder, password: 'x', max: 2 })
  await migrate(holding)
  await grantUse(holding, { ...other.connection, user: maker, password: 'x' })
  const making = new pg.Pool({ ...other.connection, user: maker, password: 'x', max: 1 })
  await making.query('create table pgboss.job (id int)')
  await expect(grantUse(holding, plain())).rejects.toThrow(
    new RegExp(`^The job queue \\(schema pgboss\\) was made by the role ${maker}.*Nothing has been dropped\\.$`),
  )
  expect(
    (await root.query(`select pg_get_userbyid(relowner) as maker from pg_class where oid = 'pgboss.job'::regclass`))
      .rows,
  ).toEqual([{ maker }])
  for (const pool of [making, holding]) await pool.end()
  await root.query(`drop owned by ${maker}, ${holder} cascade`)
  await root.query(`alter database ${other.connection.database} owner to current_user; drop role ${maker}, ${holder}`)
  await root.end()
  await other.drop()
})
