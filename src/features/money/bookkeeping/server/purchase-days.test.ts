import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Day } from '#platform/values/days.ts'
import { signedInAs } from '#testing/builders.ts'
import { buildCast, type Cast, journeyOf } from '#testing/journey.ts'
import { openWorld, type World } from '#testing/world.ts'
import { bookkeeping } from '../contract.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-12-29T10:00:00Z')
  cast = await buildCast(world)
})
afterAll(() => world.close())

/** The days on which the purchase of an order stands in the ledger. */
async function bookedOn(invoiceId: string): Promise<Day[]> {
  const rows = await world.services.database.primary
    .selectFrom('ledger_rows')
    .select('day')
    .distinct()
    .where('invoice_id', '=', invoiceId)
    .where('account', 'in', ['PURCHASES', 'VAT_INPUT', 'PAYABLES'])
    .execute()
  return rows.map(({ day }) => day)
}

it('books a purchase on its invoice’s day, but in the year in which the bicycle was handed over', async () => {
  const journey = journeyOf(world, cast)
  await world.services.database.primary
    .updateTable('bike_policies')
    .set({ order_count: 9 })
    .where('company_id', '=', cast.companyId)
    .execute()
  const [old, present] = [await journey.start(), await journey.start()]
  for (const orderId of [old, present]) await journey.toProcessed(orderId)
  await journey.deliver(old)

  world.env.setNow('2027-01-08T10:00:00Z')
  Object.assign(cast, { staff: await signedInAs(world, 'INTERNAL_ADMIN') })
  await journey.deliver(present)
  const bills = { old: await journey.enterInvoice(old), present: await journey.enterInvoice(present) }
  expect(await bookedOn(bills.old.invoiceId)).toEqual(['2026-12-29'])
  expect(await bookedOn(bills.present.invoiceId)).toEqual(['2027-01-08'])

  const reader = await signedInAs(world, 'SUPER_ADMIN')
  const deducted = async (month: string) => {
    const { boxes } = await world.ok(bookkeeping.vatReturn, { as: reader, params: { month } })
    return boxes.find(({ box }) => box === '307')?.amount
  }
  expect(await deducted('2026-12')).toBe(609.56)
  expect(await deducted('2027-01')).toBe(609.56)
})
