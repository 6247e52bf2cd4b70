import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartupError } from '#platform/server/runtime/startup-error.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { migrate, requireServerVersion } from './migrate.ts'

let database: TestDatabase
let pool: pg.Pool
let folder: string

beforeEach(async () => {
  database = await createTestDatabase({ empty: true })
  pool = new pg.Pool(database.connection)
  folder = mkdtempSync(path.join(tmpdir(), 'poljin-migrations-'))
})

afterEach(async () => {
  await pool.end()
  await database.drop()
  rmSync(folder, { recursive: true })
})

function write(name: string, sql: string): void {
  writeFileSync(path.join(folder, name), sql)
}

async function appliedNames(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('select name from schema_migrations order by name')
  return rows.map((row) => row.name)
}

test('migrations run once, in the order of their numbers', async () => {
  write('0002_fill.sql', 'insert into a values (1);')
  write('0001_make.sql', 'create table a (n integer);')
  expect(await migrate(pool, folder)).toEqual(['0001_make.sql', '0002_fill.sql'])
  expect(await migrate(pool, folder)).toEqual([])
  expect((await pool.query('select n from a')).rows).toEqual([{ n: 1 }])
})

test('servers that start at once apply every migration exactly once', async () => {
  write('0001_make.sql', 'create table a (n integer); select pg_sleep(0.2);')
  write('0002_fill.sql', 'insert into a values (1);')
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(pool, folder)))
  expect(applied.flat().sort()).toEqual(['0001_make.sql', '0002_fill.sql'])
  expect((await pool.query('select n from a')).rows).toEqual([{ n: 1 }])
})

test('a migration that fails leaves nothing of itself and names its line', async () => {
  write('0001_make.sql', 'create table a (n integer);')
  write('0002_half.sql', 'create table b (n integer);\ninsert into missing values (1);')
  await expect(migrate(pool, folder)).rejects.toThrow(
    new StartupError('The migration 0002_half.sql failed at line 2: relation "missing" does not exist'),
  )
  expect(await appliedNames()).toEqual(['0001_make.sql'])
  expect((await pool.query(`select to_regclass('b') as b`)).rows).toEqual([{ b: null }])
})

test('an applied migration that has changed is refused, but other line ends do not count', async () => {
  write('0001_make.sql', 'create table a (\nn integer);')
  await migrate(pool, folder)
  write('0001_make.sql', 'create table a (\r\nn integer);')
  expect(await migrate(pool, folder)).toEqual([])
  write('0001_make.sql', 'create table a (\nn bigint);')
  await expect(migrate(pool, folder)).rejects.toThrow(/0001_make.sql has changed since it was applied/)
})

test('a migration numbered before an applied one is refused', async () => {
  write('0002_make.sql', 'create table a (n integer);')
  await migrate(pool, folder)
  write('0001_late.sql', 'create table b (n integer);')
  await expect(migrate(pool, folder)).rejects.toThrow(/0001_late.sql comes before 0002_make.sql/)
})

test('a database of a newer release stops an older one, which changes nothing', async () => {
  write('0001_make.sql', 'create table a (n integer);')
  write('0003_newer.sql', 'create table b (n integer);')
  await migrate(pool, folder)
  rmSync(path.join(folder, '0003_newer.sql'))
  write('0004_own.sql', 'create table c (n integer);')
  await expect(migrate(pool, folder)).rejects.toThrow(
    /^The database is of a newer release: it has the migration 0003_newer.sql,/,
  )
  expect(await appliedNames()).toEqual(['0001_make.sql', '0003_newer.sql'])
})

test.each([
  [150014, '15.14'],
  [160009, '16.9'],
])('a server of version %i is too old and is named %s', (version, named) => {
  expect(() => requireServerVersion(version)).toThrow(`is PostgreSQL ${named}; Poljin needs 17 or newer`)
})

test('a server of version 17 or newer is taken', () => {
  for (const version of [170000, 170006, 180001]) expect(() => requireServerVersion(version)).not.toThrow()
})

test('two migrations with the same number are refused before anything is applied', async () => {
  write('0001_make.sql', 'create table a (n integer);')
  write('0001_other.sql', 'create table b (n integer);')
  await expect(migrate(pool, folder)).rejects.toThrow(/with a number of its own/)
})

test('what was written since the last release comes after it, or no installation would take it', () => {
  const last = { name: '1100_places_of_stores_and_lessors.sql', count: 162 }
  const names = readdirSync(path.resolve(import.meta.dirname, '../../../../migrations')).filter((name) =>
    /^\d/.test(name),
  )
  expect(names).toContain(last.name)
  expect(names.filter((name) => name <= last.name)).toHaveLength(last.count)
})
