import { afterAll, beforeAll, expect, it } from 'vitest'
import { brokerage } from '#features/lease-ends/brokerage/contract.ts'
import { redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { buildCompany, buildEmployee, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { lifeEventCalls } from '../contract.ts'

let world: World
let employer: Caller
let person: Caller
let stranger: Caller
let staff: Caller
let of: { agreementId: string; employeeId: string }

beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-06-10T08:00:00Z')
  const company = await buildCompany(world)
  employer = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: company.companyId })
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  stranger = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: (await buildCompany(world)).companyId })
  const employee = await buildEmployee(world, company)
  of = await buildRunningLease(world, {
    company,
    employeeId: employee.employeeId,
    agreement: { start_day: '2026-01-01', end_day: '2027-12-31', lease_months: 24 },
  })
  person = await world.signIn(employee.userId)
})
afterAll(() => world.close())

const options = (as: Caller, event: 'LEAVING' | 'NEW_EMPLOYER' = 'LEAVING') =>
  world.call(lifeEventCalls.options, {
    as,
    params: { leasingAgreementId: of.agreementId },
    query: { event, day: '2026-08-14' },
  })

it('lets the employer end a lease only once it has told the last working day', async () => {
  const blocked = async () => (await options(employer)).body.options.find(({ kind }) => kind === 'REDEEM')!.blocked
  expect(await blocked()).toBe('NOT_LEAVING')
  await world.services.database.primary
    .updateTable('beneficiary_employees')
    .set({ last_working_day: '2026-08-14' })
    .where('id', '=', of.employeeId)
    .execute()
  expect(await blocked()).toBeNull()
})

it('gives the person, the employer and staff the same options, prices and deadlines', async () => {
  const own = await options(person)
  expect(own).toMatchObject({ status: 200, body: { otherwise: 'EMPLOYER_BEARS' } })
  expect(own.body.options.map(({ kind }) => kind)).toEqual(['REDEEM', 'RETURN', 'KEEP', 'TRANSFER'])
  expect((await options(employer)).body).toEqual(own.body)
  expect((await options(staff)).body).toEqual(own.body)
})

it('is of one’s own people alone', async () => {
  expect(await options(stranger)).toMatchObject({ status: 404 })
  const of404 = { as: stranger, query: { beneficiaryEmployeeId: of.employeeId } }
  expect((await world.ok(lifeEventCalls.leases, of404)).items).toEqual([])
  const found = { as: employer, query: { beneficiaryEmployeeId: of.employeeId } }
  expect((await world.ok(lifeEventCalls.leases, found)).items).toMatchObject([{ leasingAgreementId: of.agreementId }])
  expect((await world.ok(lifeEventCalls.leases, { as: person })).items).toHaveLength(1)
})

it('shows the price at which a sale to an employer outside the service is then asked for', async () => {
  const shown = (await options(person, 'NEW_EMPLOYER')).body.options.find(({ kind }) => kind === 'SELL')!
  expect(shown).toMatchObject({ blocked: null, endMonth: '2026-06', payer: 'BUYER' })
  const body = {
    leasingAgreementId: of.agreementId,
    buyerName: 'Uusi Työ Oy',
    buyerBusinessId: '1234567-1',
    buyerAddress: 'Satamakatu 3, 20100 Turku',
    buyerEmail: 'laskut@uusityo.example',
  }
  const asked = await world.ok(brokerage.create, { as: person, body })
  expect(asked).toMatchObject({ step: 'BUYOUT', buyer: { price: shown.price } })
  expect(shown.price).toBeGreaterThan(0)
  const stop = { step: 'stopSale', version: asked.version, reason: 'Uusi työnantaja ei osta.' } as const
  await world.ok(brokerage.update, { as: staff, params: { id: asked.bikeBrokerageId }, body: stop })
})

it('opens the redemption that was chosen, at the price that was shown, and then offers no other end', async () => {
  const [option] = (await options(person)).body.options
  const body = { leasingAgreementId: of.agreementId, endMonth: option!.endMonth!, reason: 'LEAVING' } as const
  const opened = await world.ok(redemptions.create, { as: person, body })
  expect(opened).toMatchObject({ endMonth: '2026-08', price: option!.price })
  const after = await options(employer)
  expect(after.body.options.map(({ blocked }) => blocked)).toEqual(Array(4).fill('ENDING_OPEN'))
})
