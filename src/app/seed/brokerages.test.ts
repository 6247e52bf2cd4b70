import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokerageStates } from '#features/brokerage/rules.ts'
import { openWorld, type World } from '#testing/world.ts'
import { prepareDatabase } from '../open-database.ts'
import { seedDemo } from './seed-demo.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('the demo has an offer in every state, and a lease that somebody has taken over', async () => {
  world.env.setNow('2026-11-22T08:00:00Z')
  await prepareDatabase(world.services)
  await seedDemo(world.services, { progress: () => undefined, isWanted: ({ offers }) => offers !== undefined })
  const db = world.services.database.primary
  const rows = await db.selectFrom('bike_brokerages').select('step').distinct().execute()
  expect(rows.map(({ step }) => step).toSorted()).toEqual(brokerageStates.toSorted())
  const taken = await db
    .selectFrom('leasing_agreements')
    .select(['lease_state', 'status'])
    .where('previous_agreement_id', 'is not', null)
    .execute()
  expect(taken).toEqual([{ lease_state: 'ACTIVE', status: 'SIGNED' }])
})
