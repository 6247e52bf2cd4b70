import { afterAll, beforeAll, expect, it } from 'vitest'
import { agreements } from '#features/leases/agreements/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { payments } from '#features/money/payments/contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { nudgeTurns } from '#features/operations/tasks/server/nudge-job.ts'
import { companies } from '#features/people/companies/contract.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { buildCast, type Cast, journeyOf } from '#testing/journey.ts'
import { noticesOf } from '#testing/notices.ts'
import { openWorld, type World } from '#testing/world.ts'
import { orders } from '../../contract.ts'

const payExcess = 'Maksa osuutesi pyörästä'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world, { lessorKind: 'GRENKE' })
})
afterAll(() => world.close())

const quote = (orderId: string, totalAmount: number) =>
  world.call(orders.quote, { as: cast.employee, params: { orderId }, body: { totalAmount } })

/** Sets the limit to 3,000.00, and who pays what is over it. */
async function policy(excess: 'NO' | 'EMPLOYEE') {
  const params = { id: cast.companyId }
  const { version } = await world.ok(companies.policy, { as: cast.employer, params })
  await world.ok(companies.changePolicy, { as: cast.employer, params, body: { maxPrice: 3000, excess, version } })
}

it('leases up to the limit and bills the employee for the rest, which is paid before the order is processed', async () => {
  const journey = journeyOf(world, cast)
  const orderId = await journey.start()
  await policy('NO')
  expect((await quote(orderId, 3400)).body).toMatchObject({ code: 'PRICE_OVER_LIMIT', details: { maxPrice: 3000 } })
  await policy('EMPLOYEE')
  // The lease of 3,000.00 under the demo terms: 40 months, the last of 99.33, and 150.00 in the end.
  const lease = { financedAmount: 3000, leaseTimeMonths: 40, lastInstalment: 99.33, residual: 150, totalToOwn: 4149.33 }
  const priced = (await quote(orderId, 3400)).body
  expect(priced).toMatchObject({ totalAmount: 3400, excess: 400, ...lease })
  expect(priced.buyOut.slice(0, 1)).toEqual([2934.25])
  expect((await quote(orderId, 3000)).body).toMatchObject({ totalAmount: 3000, excess: 0, ...lease })
  await journey.choosePackage(orderId, { bikePrice: 3190 })
  await journey.answer(orderId)
  await journey.sign(cast.employee, orderId, 'EMPLOYEE')
  await journey.sign(cast.employer, orderId, 'EMPLOYER')
  const confirmed = await journey.confirm(orderId)
  expect(confirmed).toMatchObject({ orderStatus: 'CONFIRMED', totalAmount: 3400, owesExcess: true })
  expect(confirmed.waitingFor).toEqual(['STORE', 'EMPLOYEE'])
  const signed = { as: cast.staff, params: { id: confirmed.agreement!.leasingAgreementId } }
  expect(await world.ok(agreements.get, signed)).toMatchObject({ totalAmount: 3000 })

  const own = (await world.ok(payments.list, { as: cast.employee })).items
  expect(own).toMatchObject([{ purpose: 'EXCESS', amount: 400, open: 400, state: 'SENT' }])
  expect((await world.ok(tasks.list, { as: cast.employee })).data.map(({ action }) => action)).toContain('payBill')
  const refused = {
    as: cast.staff,
    params: { orderId },
    body: { to: 'PROCESSED', version: confirmed.version },
  } as const
  expect((await world.call(orders.move, refused)).body).toMatchObject({
    code: 'ORDER_STEP_NOT_ALLOWED',
    details: { unmet: ['EXCESS_NOT_PAID'] },
  })

  const bill = own[0]!.invoiceId
  const pay = (amount: number) =>
    world.ok(invoices.pay, {
      as: cast.staff,
      params: { id: bill },
      body: { direction: 'IN', amount, paidDay: helsinkiDay(world.env.now()), method: 'BANK' },
    })
  world.env.advance(3 * 86_400_000)
  await nudgeTurns.run(world.services)
  const asked = (await noticesOf(world, cast.employee)).find(({ title }) => title === payExcess)
  expect(asked, 'the message that asks for it').toMatchObject({ done: false })
  await pay(399.99)
  expect((await world.call(orders.move, refused)).status).toBe(409)
  await pay(0.01)
  expect(await journey.order(cast.staff, orderId)).toMatchObject({ owesExcess: false, waitingFor: ['STORE', 'STAFF'] })
  expect(await noticesOf(world, cast.employee)).toContainEqual(
    expect.objectContaining({ title: `Hoidettu: ${payExcess}`, done: true }),
  )

  await journey.process(orderId)
  // The store bills the whole price, which matches without a reason; the lessor is billed for the leased part.
  await journey.match(orderId, (await journey.enterInvoice(orderId, 3400)).invoiceId)
  await journey.deliver(orderId)
  await journey.move(cast.staff, orderId, 'GRENKE_INVOICE_SENT')
  const { items } = await world.ok(invoices.list, { as: cast.staff, query: { orderId } })
  const sums = items.map(({ purpose, status, total }) => [purpose, status, total])
  expect(sums).toEqual([
    ['LESSOR', 'SENT', 3000],
    ['OTHER', 'VERIFIED', 3400],
    ['OTHER', 'INVOICED', 3400],
    ['EXCESS', 'PAID', 400],
  ])
  // What the employee pays comes off the bicycle; each accessory keeps its line.
  const lines = await world.services.database.primary
    .selectFrom('invoice_lines')
    .select(['description', 'quantity', 'gross_cents'])
    .where('invoice_id', '=', items[0]!.invoiceId)
    .orderBy('position')
    .execute()
  expect(lines.map(({ quantity, gross_cents }) => [quantity, gross_cents])).toEqual([
    [1, 279_000],
    [1, 11_000],
    [1, 10_000],
  ])
}, 90_000)
