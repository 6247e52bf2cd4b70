import { afterAll, beforeAll, expect, it } from 'vitest'
import { usualEndPrices } from '#features/pricing/leasing/rules.ts'
import { vat } from '#features/pricing/vat/contract.ts'
import { buildCompany, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { buildFeeInvoice } from '#testing/money/fee-invoice.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

let world: World
let staff: Caller
let company: Awaited<ReturnType<typeof buildCompany>>
beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-11-10T08:00:00Z')
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  company = await buildCompany(world)
  await lease(company, 'NET_STAYS')
  await lease(company, 'GROSS_STAYS')
  await lease(await buildCompany(world, { vat_basis_points: 0 }), 'NET_STAYS')
  const { orderId } = await lease(company, 'GROSS_STAYS')
  await db()
    .updateTable('orders')
    .set({ status: 'CONFIRMED', total_price_cents: 125_500 })
    .where('id', '=', orderId)
    .execute()
  await fee('2026-12-15')
  await fee('2027-01-15')
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const lease = (of: typeof company, vatChange: string) =>
  buildRunningLease(world, {
    company: of,
    agreement: {
      start_day: '2026-01-01',
      end_day: '2027-12-31',
      instalment_cents: 12_550,
      end_prices: JSON.stringify({ ...usualEndPrices, vatChange }),
    },
  })
const fee = (supplyDay: string) =>
  buildFeeInvoice(world, { companyId: company.companyId, lines: [{ cents: 125_500, supplyDay }] })
const ask = (more: object = {}, as = staff) =>
  world.call(vat.effects, { as, query: { country: 'FI', value: 30, validFrom: '2027-01-01', ...more } })
const none = { count: 0, amount: 0 }

it('a dry run counts the leases, orders and invoices that a rate would touch, by how much, and changes nothing', async () => {
  const before = await world.ok(vat.list, { as: staff })
  expect((await ask()).body).toEqual({
    turns: [{ from: '2027-01-01', to: null, before: 25.5, after: 30 }],
    agreements: { count: 1, amount: 4.5 },
    orders: { count: 1, amount: 34.62 },
    invoices: { count: 1, amount: 34.62 },
  })
  expect(await world.ok(vat.list, { as: staff })).toEqual(before)
})

it('a rate of another country, or the same one, touches nothing; days that are behind touch no lease', async () => {
  expect((await ask({ country: 'SE', value: 25 })).body).toMatchObject({
    agreements: none,
    orders: none,
    invoices: none,
  })
  expect((await ask({ value: 25.5 })).body).toMatchObject({ turns: [], agreements: none })
  expect((await ask({ validFrom: '2025-01-01', validTo: '2025-01-31' })).body).toMatchObject({
    turns: [{ from: '2025-01-01', to: '2025-01-31' }],
    agreements: none,
    orders: none,
    invoices: none,
  })
})

it('a rate that is taken away again turns the same days back', async () => {
  const { vatId } = await world.ok(vat.create, {
    as: staff,
    body: { country: 'FI', value: 30, validFrom: '2027-01-01' },
  })
  expect((await ask({ id: vatId, remove: true })).body).toMatchObject({
    turns: [{ from: '2027-01-01', before: 30, after: 25.5 }],
    agreements: { count: 1, amount: -4.5 },
    invoices: none,
  })
  expect((await ask({ id: world.env.id() })).status).toBe(404)
})

it('is asked by those alone who change rates', async () => {
  expect((await ask({}, await signedInAs(world, 'BOOKKEEPING_READER'))).status).toBe(403)
  expect((await ask({}, await signedInAs(world, 'EMPLOYER_ADMIN', company))).status).toBe(403)
})
