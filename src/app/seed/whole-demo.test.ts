import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '#testing/world.ts'
import { prepareDatabase } from '../server/open-database.ts'
import { fillWhole, isDemoWanted } from './whole-demo.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const people = async () =>
  (await db().selectFrom('users').select('email').orderBy('email').execute()).map((u) => u.email)

/** Fills as the demo does, with one person before and one after the work in between. */
const fillWith = (between: () => Promise<void>) =>
  fillWhole({
    pool: world.services.database.pool,
    db: db(),
    prepare: () => prepareDatabase(world.services),
    async fill() {
      const person = (name: string) =>
        db()
          .insertInto('users')
          .values({
            id: world.env.id(),
            email: `${name}@demo.example`,
            work_email: `${name}@demo.example`,
            first_name: name,
            last_name: 'Malli',
          })
          .execute()
      await person('early')
      await between()
      await person('late')
    },
  })

test('a demo that is cut short is made anew, whole, once for any number of servers, and then left alone', async () => {
  expect(await isDemoWanted(db())).toBe(true)
  const cutShort = fillWith(async () => {
    throw new Error('cut short')
  })
  await expect(cutShort).rejects.toThrow('cut short')
  expect(await people()).toEqual(['early@demo.example'])
  expect(await isDemoWanted(db())).toBe(true)

  let runs = 0
  const server = () =>
    fillWith(async () => {
      runs += 1
    })
  await Promise.all([server(), server()])
  expect(runs).toBe(1)
  expect(await people()).toEqual(['early@demo.example', 'late@demo.example'])
  expect(await isDemoWanted(db())).toBe(false)
  expect(await db().selectFrom('roles').select('id').execute()).not.toEqual([])
})
