import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { type Database, openDatabase } from './db.ts'
import { packedIds } from './packed-ids.ts'

let own: TestDatabase
let database: Database
beforeAll(async () => {
  own = await createTestDatabase()
  database = openDatabase({ write: own.connection, poolSize: 1 })
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

const made = (count: number) =>
  sql<{
    id: string
  }>`select md5(n::text)::uuid as id from generate_series(1, ${count}::int) n order by md5(md5(n::text)), n`

it('reads any part of the ids in the order of their query', async () => {
  const { rows } = await made(1200).execute(database.read)
  const ids = await packedIds(database.read, made(1200))
  expect(ids.length).toBe(1200)
  const texts = rows.map(({ id }) => id)
  expect(ids.slice(0, 1200)).toEqual(texts)
  expect(ids.slice(500, 1000)).toEqual(texts.slice(500, 1000))
  expect(ids.slice(1000, 1500)).toEqual(texts.slice(1000))
  expect(ids.slice(1200, 1700)).toEqual([])
})

it('holds none where there are none', async () => {
  const ids = await packedIds(database.read, made(0))
  expect([ids.length, ids.slice(0, 500)]).toEqual([0, []])
})
