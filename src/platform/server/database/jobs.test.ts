import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { AppError } from '#platform/contract/errors.ts'
import { openWorld, type World } from '#testing/world.ts'
import type { Db } from './db.ts'
import { inTurn } from './jobs.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.services.database.primary.deleteFrom('settings').where('key', 'like', 'row%').execute()
})

const write = (db: Db, id: string) =>
  db
    .insertInto('settings')
    .values({ key: `row ${id}`, value: JSON.stringify(true) })
    .execute()
const written = async () =>
  (
    await world.services.database.primary
      .selectFrom('settings')
      .select('key')
      .where('key', 'like', 'row%')
      .orderBy('key')
      .execute()
  ).map((row) => row.key)

it('a row that a rule refuses is counted and left as it was', async () => {
  const result = await inTurn(world.services, ['a', 'b', 'c'], async (db, id) => {
    await write(db, id)
    if (id === 'b') throw new AppError('ORDER_STEP_NOT_ALLOWED')
    return id === 'a'
  })
  expect(result).toEqual({ done: 1, refused: 1 })
  expect(await written()).toEqual(['row a', 'row c'])
})

it('a row with a fault does not hold the rest, and the job still fails in the end, so that it is tried again', async () => {
  const run = inTurn(world.services, ['a', 'b', 'c'], async (db, id) => {
    await write(db, id)
    if (id === 'a') throw new Error('a fault')
    return true
  })
  await expect(run).rejects.toThrow('a fault')
  expect(await written()).toEqual(['row b', 'row c'])
})
