import { afterAll, beforeAll, expect, it } from 'vitest'
import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import { redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { returns } from '#features/lease-ends/returns/contract.ts'
import { buildCompany, buildEmployee, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { leaseStory } from '../contract.ts'

let world: World
let person: Caller
let employer: Caller
let stranger: Caller
let staff: Caller
let lease: { agreementId: string; employeeId: string }

beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-06-10T08:00:00Z')
  const company = await buildCompany(world)
  employer = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: company.companyId })
  stranger = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: (await buildCompany(world)).companyId })
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  const employee = await buildEmployee(world, company)
  lease = await buildRunningLease(world, {
    company,
    employeeId: employee.employeeId,
    agreement: { start_day: '2026-01-01', end_day: '2027-12-31', lease_months: 24 },
  })
  person = await world.signIn(employee.userId)
})
afterAll(() => world.close())

const params = () => ({ leasingAgreementId: lease.agreementId })
const story = (as: Caller) => world.ok(leaseStory.get, { as, params: params() })

it('tells person, employer and staff the same of a running lease, and nobody else', async () => {
  const own = await story(person)
  expect(own).toMatchObject({ isOwn: true, situation: { key: 'running', awaited: null }, stands: [] })
  expect(own.beside.filter(({ refusal }) => refusal !== null)).toEqual([])
  expect(own.total).toMatchObject({ paidCount: 5, leftCount: 19, lastDay: '2027-12-31' })
  for (const as of [employer, staff]) {
    expect(await story(as)).toMatchObject({ isOwn: false, situation: own.situation, total: own.total })
  }
  expect(await world.call(leaseStory.get, { as: stranger, params: params() })).toMatchObject({ status: 404 })
})

it('leads with a buy-out once one is open, and says what may not begin beside it', async () => {
  const body = { leasingAgreementId: lease.agreementId, reason: 'OWN_WISH' } as const
  const opened = await world.ok(redemptions.create, { as: person, body })
  const told = await story(person)
  expect(told.situation).toMatchObject({
    key: 'buyOutAnswer',
    awaited: 'EMPLOYEE',
    act: 'ANSWER_OFFER',
    day: opened.offerValidUntil,
    sum: opened.total,
    process: { kind: 'BUY_OUT', id: opened.id },
  })
  const refused = told.beside.find(({ begins }) => begins === 'RETURN')
  expect(refused).toMatchObject({ refusal: 'AGREEMENT_ENDING_EXISTS', process: { id: opened.id } })
  const asked = await world.call(returns.create, {
    as: staff,
    body: { leasingAgreementId: lease.agreementId, reason: 'OTHER' },
  })
  expect(asked).toMatchObject({
    status: 409,
    body: { code: 'AGREEMENT_ENDING_EXISTS', details: { process: { kind: 'BUY_OUT', id: opened.id } } },
  })
  const step = { step: 'cancel', version: opened.version } as const
  await world.ok(redemptions.update, { as: person, params: { id: opened.id }, body: step })
})

it('lets nobody return or buy a bicycle that is said to be stolen', async () => {
  const claim = await world.ok(insuranceClaims.create, {
    as: person,
    body: { beneficiaryEmployeeId: lease.employeeId, type: 'THEFT' },
  })
  expect((await story(employer)).situation).toMatchObject({ key: 'theftReport', awaited: 'EMPLOYEE' })
  const body = { leasingAgreementId: lease.agreementId, reason: 'OTHER' } as const
  expect(await world.call(returns.create, { as: staff, body })).toMatchObject({
    status: 409,
    body: { code: 'CLAIM_OPEN', details: { process: { kind: 'CLAIM', id: claim.insuranceId } } },
  })
})
