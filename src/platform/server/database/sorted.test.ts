import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '#testing/world.ts'
import { sortedBy } from './sorted.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const columns = { day: sql.ref('day'), sum: { filled: sql.ref('sum') } }
async function idsBy(sort: 'day' | '-day' | 'sum' | '-sum') {
  const { rows } = await sql<{ id: number }>`
    select id from (values (1, date '2026-01-02', 5), (2, null, 5), (3, date '2026-01-01', 7)) rows (id, day, sum)
     order by ${sortedBy(sort, columns)}`.execute(world.services.database.primary)
  return rows.map(({ id }) => id)
}

it('orders either way, what is empty last and what is alike by its id', async () => {
  expect(await idsBy('day')).toEqual([3, 1, 2])
  expect(await idsBy('-day')).toEqual([1, 3, 2])
  expect(await idsBy('sum')).toEqual([1, 2, 3])
  expect(await idsBy('-sum')).toEqual([3, 2, 1])
  expect(sortedBy(undefined, columns)).toBeUndefined()
})
