import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '#platform/server/database/db.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createMaintenanceCheck } from './maintenance.ts'

let own: TestDatabase
let database: Database
beforeAll(async () => {
  own = await createTestDatabase()
  database = openDatabase({ write: own.connection, poolSize: 2 })
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

it('keeps a closed service closed while the database does not answer', async () => {
  const clock = { now: 10_000 }
  const isClosed = createMaintenanceCheck(readConfig({ SECRET_KEY: 'x'.repeat(40) }), database, () => clock.now)
  await database.primary
    .insertInto('settings')
    .values({ key: 'maintenance', value: JSON.stringify(true) })
    .execute()
  expect(await isClosed()).toBe(true)
  clock.now += 2_000
  await database.close()
  expect(await isClosed()).toBe(true)
  database = openDatabase({ write: own.connection, poolSize: 2 })
})
