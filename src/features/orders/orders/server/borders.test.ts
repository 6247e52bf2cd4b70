import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orders } from '#features/orders/orders/contract.ts'
import { sha256 } from '#platform/server/runtime/secrets.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import { openWorld, type World } from '#testing/world.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
})
afterAll(() => world.close())

const db = () => world.services.database.primary

it('home delivery is refused where the policy does not allow it, and nothing is kept', async () => {
  const { journey, orderId, own } = await anotherOrder(world, cast)
  await journey.choosePackage(orderId)
  await sql`update bike_policies set home_delivery = false where company_id = ${cast.companyId}`.execute(db())
  const { version, policy } = await journey.order(own.employee, orderId)
  const reply = await world.call(orders.setAnswers, {
    as: own.employee,
    params: { orderId },
    body: {
      delivery: 'HOME_DELIVERY',
      deliveryAddress: 'Katu 1, 02100 Espoo',
      acceptPolicy: true,
      acceptInsurance: true,
      policyId: policy?.policyId ?? null,
      version,
    },
  })
  expect(reply.body).toMatchObject({ code: 'VALIDATION', fields: [{ path: 'delivery', code: 'NOT_IN_LIST' }] })
  expect(await journey.order(own.employee, orderId)).toMatchObject({ delivery: null, version })
})

it('the agreement names the accepted policy by the hash of its text', async () => {
  const { journey, orderId, own } = await anotherOrder(world, cast)
  await journey.choosePackage(orderId)
  // In the language of the employee, where the policy has a text in it.
  await sql`update bike_policies set translations = '{"fi": "Aja varovasti.", "sv": "Kör försiktigt."}' where company_id = ${cast.companyId}`.execute(
    db(),
  )
  await journey.answer(orderId)
  const { policy } = await journey.order(own.employee, orderId)
  expect(policy?.body).toBe('Aja varovasti.')
  const kept = await db()
    .selectFrom('orders')
    .select('policy_sha256')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  expect(kept.policy_sha256?.toString('hex') ?? null).toBe(policy ? sha256(policy.body).toString('hex') : null)
  expect(policy).not.toBeNull()
})

it('from the hand-over to the end of the lease every day is the agreed one', async () => {
  const { journey, orderId } = await anotherOrder(world, cast)
  await sql`update leasing_companies set payment_terms_days = 21`.execute(db())
  await journey.toProcessed(orderId)
  const invoice = await journey.enterInvoice(orderId)
  await journey.match(orderId, invoice.invoiceId)

  const delivered = await journey.deliver(orderId, 'ht7-abc123 ')
  expect(delivered.frameNumber).toBe('HT7-ABC123')

  const billed = await journey.move(cast.staff, orderId, 'GRENKE_INVOICE_SENT')
  const today = helsinkiDay(world.env.now())
  const sale = await db()
    .selectFrom('invoices')
    .select(['issue_day', 'due_day'])
    .where('id', '=', billed.salesInvoiceId!)
    .executeTakeFirstOrThrow()
  expect(sale).toEqual({ issue_day: today, due_day: addDays(today, 21) })

  const start = world.env.now()
  world.env.setNow(`${billed.agreement!.startDay}T06:00:00+02:00`)
  await world.services.runJobs()
  const lease = async () =>
    (
      await db()
        .selectFrom('leasing_agreements')
        .select('lease_state')
        .where('order_id', '=', orderId)
        .executeTakeFirstOrThrow()
    ).lease_state
  expect(await lease()).toBe('ACTIVE')
  const { endDay } = billed.agreement!
  world.env.setNow(`${endDay}T20:00:00Z`)
  await world.services.runJobs()
  expect(await lease(), 'on its last day').toBe('ACTIVE')
  world.env.setNow(`${addDays(endDay!, 1)}T06:00:00Z`)
  await world.services.runJobs()
  expect(await lease(), 'the day after').toBe('ENDED')
  world.env.setNow(start)
})
