import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { listedValues, renderTables } from './table-types.ts'

let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool(database.connection)
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('the types in the repository are those of the migrations', async () => {
  const written = readFileSync(path.join(import.meta.dirname, 'tables.generated.ts'), 'utf8')
  expect(written, 'run "npm run db:types"').toBe(await renderTables(pool))
})

test('every kind of column gets the type that the driver gives and takes', async () => {
  await pool.query(`create table samples (
    id uuid primary key, size_cents bigint not null, share numeric, day date not null, at timestamptz not null default now(),
    gone_at timestamptz, body jsonb not null, extra jsonb not null default '{}', mark bytea, labels text[] not null,
    kind text not null check (kind in ('A', 'B')), sole text check (sole = 'ONE'), kinds text[] not null check (kinds <@ array['X', 'Y']),
    version integer not null default 1, twice integer generated always as (version * 2) stored)`)
  const rendered = await renderTables(pool)
  await pool.query('drop table samples')
  const columns = /export interface SamplesTable \{\n([^}]*)\n\}/
    .exec(rendered)?.[1]
    ?.split('\n')
    .map((line) => line.trim())
  expect(columns).toEqual([
    'id: string',
    'size_cents: number',
    'share: number | null',
    'day: string',
    'at: GeneratedTimestamp',
    'gone_at: Timestamp | null',
    'body: Json',
    'extra: GeneratedJson',
    'mark: Buffer | null',
    'labels: string[]',
    "kind: 'A' | 'B'",
    "sole: 'ONE' | null",
    "kinds: ('X' | 'Y')[]",
    'version: Generated<number>',
    'twice: GeneratedAlways<number | null>',
  ])
})

test.each([
  ["CHECK ((kind = ANY (ARRAY['A'::text, 'B'::text])))", ['A', 'B']],
  ["CHECK (((kind)::text = ANY ((ARRAY['A'::character varying, 'B'::character varying])::text[])))", ['A', 'B']],
  ["CHECK ((kind = 'A'::text))", ['A']],
  ["CHECK (((kind = 'A'::text) OR (kind ~ 'B'::text)))", null],
  ['CHECK ((version > 0))', null],
])('the check %s lists %j', (definition, values) => {
  expect(listedValues(definition)).toEqual(values)
})
