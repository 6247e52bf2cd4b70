import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCompany, buildEmployee, signedInAs } from '#testing/builders.ts'
import { openWorld, type World } from '#testing/world.ts'
import { ownBenefit } from '../contract.ts'
import { ORDERS_MIN } from '../rules.ts'

let world: World
let company: Awaited<ReturnType<typeof buildCompany>>
beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-11-20T09:00:00Z')
  const policy = { max_price_cents: 350_000, excess: 'EMPLOYEE' as const, benefit_model: 'ON_TOP' as const }
  company = await buildCompany(world, { max_price_cents: 400_000 }, { policy })
})
afterAll(() => world.close())

const db = () => world.services.database.primary

/** An order that was sent, and a bicycle that was handed over, so many days apart. */
async function handedOver(days: number, values: { status?: 'ACTIVE_LEASING' | 'REFUNDED'; kind?: 'LEASE' } = {}) {
  const { employeeId } = await buildEmployee(world, company, {
    created_at: new Date('2026-09-01T09:00:00Z'),
    decided_at: new Date('2026-09-04T09:00:00Z'),
  })
  const id = world.env.id()
  const sent = new Date('2026-10-01T20:30:00Z')
  await db()
    .insertInto('orders')
    .values({
      id,
      company_id: company.companyId,
      beneficiary_employee_id: employeeId,
      order_number: `S-${id}`,
      status: 'ACTIVE_LEASING',
      policy_accepted_at: sent,
      delivery_day: `2026-10-${String(1 + days).padStart(2, '0')}`,
      ...values,
    })
    .execute()
}

it('tells the settings of the caller’s own employers, the person’s own limit and model before them', async () => {
  const own = { max_price_cents: 300_000, benefit_model: 'FROM_SALARY' as const }
  const { userId, employeeId } = await buildEmployee(world, company, own)
  const refused = await buildEmployee(world, await buildCompany(world), { status: 'REJECTED' })
  const { employers } = await world.ok(ownBenefit.get, { as: await world.signIn(userId) })
  expect(employers).toMatchObject([
    {
      beneficiaryEmployeeId: employeeId,
      companyId: company.companyId,
      maxPrice: 3000,
      benefitModel: 'FROM_SALARY',
      policy: { excess: 'EMPLOYEE', benefitModel: 'ON_TOP' },
    },
  ])
  expect((await world.ok(ownBenefit.get, { as: await world.signIn(refused.userId) })).employers).toEqual([])
})

it('tells the middle length of a step of enough orders alone, by days in Helsinki', async () => {
  const { userId } = await buildEmployee(world, company)
  const as = await world.signIn(userId)
  const usual = async () => (await world.ok(ownBenefit.get, { as })).usual
  for (let days = 1; days < ORDERS_MIN; days += 1) await handedOver(days)
  await handedOver(20, { status: 'REFUNDED' })
  expect(await usual()).toEqual([])
  await handedOver(25)
  expect(await usual()).toEqual([
    { step: 'ANSWER', days: 3, orders: ORDERS_MIN },
    { step: 'WHOLE', days: 5, orders: ORDERS_MIN },
  ])
})

it('is of nobody who chooses no bicycle', async () => {
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', company)
  expect((await world.call(ownBenefit.get, { as: employer })).status).toBe(403)
  expect((await world.call(ownBenefit.get, { as: null })).status).toBe(401)
})
