import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { AppError } from '#platform/contract/errors.ts'
import { openWorld, type World } from '#testing/world.ts'
import type { Db } from '../database/db.ts'
import { inTurn, runEachJob } from './jobs.ts'

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
  expect(result).toEqual({ done: 1, refused: 1, failed: 0 })
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

const jobOf = (name: string, run: (services: World['services']) => Promise<Record<string, unknown>>) => ({
  name,
  cron: '0 0 * * *',
  run,
})
const failing = (ids: string[]) => (services: World['services']) =>
  inTurn(services, ids, async (db, id) => {
    if (id.startsWith('bad')) throw new Error(`a fault of ${id}`)
    await write(db, id)
    return true
  })

it('a row with a fault does not hold the other parts of its job, which still counts as failed', async () => {
  const job = jobOf('two-parts', async (services) => {
    const first = await failing(['bad', 'a'])(services)
    return { first, second: await failing(['b'])(services) }
  })
  await expect(runEachJob(world.services, [job])).rejects.toMatchObject({ jobs: ['two-parts'] })
  expect(await written()).toEqual(['row a', 'row b'])
})

it('a job that fails holds none of the others, and all that failed are named in the end', async () => {
  const broken = jobOf('broken', async () => {
    throw new Error('a broken job')
  })
  const jobs = [broken, jobOf('rows', failing(['bad', 'a'])), jobOf('whole', failing(['b']))]
  await expect(runEachJob(world.services, jobs)).rejects.toMatchObject({ jobs: ['broken', 'rows'] })
  expect(await written()).toEqual(['row a', 'row b'])
  const kept = await world.services.database.primary
    .selectFrom('scheduled_jobs')
    .select(['name', 'succeeded_at'])
    .where('name', 'in', ['broken', 'rows', 'whole'])
    .orderBy('name')
    .execute()
  expect(kept.map(({ name, succeeded_at }) => [name, succeeded_at !== null])).toEqual([
    ['broken', false],
    ['rows', false],
    ['whole', true],
  ])
})
