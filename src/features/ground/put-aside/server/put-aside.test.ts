import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildUser } from '#testing/builders.ts'
import { openWorld, type World } from '#testing/world.ts'
import { type Aside, noteIntake, putAside, settleAsides } from './put-aside.ts'

let world: World
const db = () => world.services.database.primary
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const line = (about: string, more: Partial<Aside> = {}): Aside => ({
  source: 'STORES',
  reason: 'LINE_PROBLEM',
  line: 2,
  about,
  raw: [['storeName', about]],
  ...more,
})
const keep = async (...asides: Aside[]) => {
  const file = await noteIntake(db(), world, { source: 'STORES', name: 'liikkeet.csv', broughtBy: null })
  return putAside(db(), world, file, asides)
}
const stateOf = async (id: string | undefined) =>
  (
    await db()
      .selectFrom('intake_asides')
      .select('state')
      .where('id', '=', id ?? '')
      .executeTakeFirstOrThrow()
  ).state

it('is kept once, whatever later file brings it again, and beside another that says something else', async () => {
  expect(await keep(line('Yksi'), line('Kaksi'), line('Yksi', { raw: [['storeName', 'YKSI']] }))).toHaveLength(3)
  expect(await keep(line('Yksi', { line: 7 }), line('Kolme'))).toHaveLength(1)
  expect(await keep(line('Yksi', { reason: 'BUYER_UNCLEAR' }))).toHaveLength(1)
})

it('is settled by a later file of its source while it waits, and stays as somebody has decided it', async () => {
  const [open, decided, other, another] = await keep(
    line('Tullut'),
    line('Tullut', { raw: [['storeName', 'Tullut, päätetty']] }),
    line('Tullut', { source: 'LEGACY_ORDERS' }),
    line('Muu'),
  )
  await db()
    .updateTable('intake_asides')
    .set({ state: 'DISMISSED', decided_at: world.env.now() })
    .where('id', '=', decided ?? '')
    .execute()
  const { userId: by } = await buildUser(world)
  await settleAsides(db(), world, { source: 'STORES', abouts: ['Tullut'], by })
  expect(await Promise.all([open, decided, other, another].map(stateOf))).toEqual([
    'TAKEN',
    'DISMISSED',
    'OPEN',
    'OPEN',
  ])
})
