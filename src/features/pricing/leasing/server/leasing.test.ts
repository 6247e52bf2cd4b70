import { describe, expect, test } from 'vitest'
import { buildCompany, buildEmployee, buildLessor, signedInAs } from '#testing/builders.ts'
import { prepareLeasing, staff, superAdmin, world } from '#testing/cases/leasing-cases.ts'
import type { Caller } from '#testing/world.ts'
import { leasing } from '../contract.ts'
import { fairValues } from '../fair-value-contract.ts'

prepareLeasing()

const terms = {
  name: 'Hinnasto',
  instalment: 100,
  insurance: 12,
  service: 10,
  yearlyInterest: 4.9,
  residual: 5,
  adminFee: 15,
  minMonths: 12,
  maxMonths: 60,
  minPrice: 500,
  maxPrice: 4500,
  validFrom: '2024-01-01',
}

describe('leasing companies', () => {
  test('a lessor is added, changed at its version and listed for choosing', async () => {
    const added = await world.ok(leasing.createCompany, { as: staff, body: { companyName: 'Uusi Rahoitus Oy' } })
    const { leasingCompanyId: id } = added
    const stale = { companyName: 'Uusi Rahoitus Oyj', version: 7 }
    const refused = await world.call(leasing.updateCompany, { as: staff, params: { id }, body: stale })
    expect(refused.body).toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { current: { companyName: 'Uusi Rahoitus Oy' } },
    })
    const changed = await world.ok(leasing.updateCompany, { as: staff, params: { id }, body: { ...stale, version: 1 } })
    expect(changed).toMatchObject({ companyName: 'Uusi Rahoitus Oyj', kind: 'OTHER', version: 2 })
    const choices = await world.ok(leasing.companies, { as: staff, query: { forDropdown: true } })
    expect(choices.items).toContainEqual({ id, name: 'Uusi Rahoitus Oyj' })
  })

  test('two lessors cannot have one name, and a wrong business id is refused at its field', async () => {
    await world.ok(leasing.createCompany, { as: staff, body: { companyName: 'Sama Oy' } })
    const again = await world.call(leasing.createCompany, { as: staff, body: { companyName: 'Sama Oy' } })
    expect(again.status).toBe(409)
    expect(again.body.code).toBe('NAME_EXISTS')
    const wrong = await world.call(leasing.createCompany, {
      as: staff,
      body: { companyName: 'Toinen Oy', businessId: '1234567-8' },
    })
    expect(wrong.body).toMatchObject({ code: 'BUSINESS_ID_INVALID', fields: [{ path: 'businessId' }] })
  })

  test('an employer has no business with lessors', async () => {
    const { companyId } = await buildCompany(world)
    const employer = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId })
    expect((await world.call(leasing.companies, { as: employer })).status).toBe(403)
    expect((await world.call(leasing.billingTables, { as: employer })).status).toBe(403)
  })
})

describe('billing tables', () => {
  test('a table is added with the usual terms where it says nothing, and removed by a super admin', async () => {
    const { leasingCompanyId } = await world.ok(leasing.createCompany, { as: staff, body: { companyName: 'Tyhjä Oy' } })
    const { name, yearlyInterest, minMonths, maxMonths, minPrice, maxPrice, validFrom } = terms
    const body = { leasingCompanyId, name, yearlyInterest, minMonths, maxMonths, minPrice, maxPrice, validFrom }
    const table = await world.ok(leasing.createBillingTable, { as: staff, body })
    expect(table).toMatchObject({
      instalment: 100,
      adminFee: 15,
      residual: 5,
      companyId: null,
      campaign: null,
      version: 1,
    })
    const params = { id: table.billingTableId }
    expect((await world.call(leasing.removeBillingTable, { as: staff, params })).status).toBe(403)
    await world.ok(leasing.removeBillingTable, { as: superAdmin, params })
    const left = await world.ok(leasing.billingTables, { as: staff, query: { leasingCompanyId } })
    expect(left.billingTables).toEqual([])
  })

  test('a second table for the same days is refused, one for a single company is not', async () => {
    const { leasingCompanyId, billingTableId } = await buildLessor(world)
    const { companyId } = await buildCompany(world, { leasing_company_id: leasingCompanyId })
    const second = await world.call(leasing.createBillingTable, { as: staff, body: { ...terms, leasingCompanyId } })
    expect(second.body).toMatchObject({ code: 'BILLING_TABLE_EXISTS', details: { billingTableId } })
    await world.ok(leasing.createBillingTable, { as: staff, body: { ...terms, leasingCompanyId, companyId } })
    const own = await world.ok(leasing.billingTables, { as: staff, query: { companyId } })
    expect(own.billingTables).toHaveLength(1)
  })

  test('two tables saved at one moment do not both come into force', async () => {
    const { leasingCompanyId } = await world.ok(leasing.createCompany, { as: staff, body: { companyName: 'Kilpa Oy' } })
    const body = { ...terms, leasingCompanyId }
    const both = await Promise.all([1, 2].map(() => world.call(leasing.createBillingTable, { as: staff, body })))
    expect(both.map((reply) => reply.status).sort()).toEqual([201, 409])
  })

  test('terms that contradict themselves are refused and leave the table as it was', async () => {
    const { billingTableId, leasingCompanyId } = await buildLessor(world)
    const params = { id: billingTableId }
    const body = {
      ...terms,
      leasingCompanyId,
      companyId: null,
      campaign: null,
      validTo: null,
      insurance: 60,
      service: 40,
    }
    const refused = await world.call(leasing.updateBillingTable, { as: staff, params, body })
    expect(refused.body.code).toBe('LEASING_CONFIGURATION_INVALID')
    expect(await world.ok(leasing.billingTable, { as: staff, params })).toMatchObject({ insurance: 12, version: 1 })
    const third = await world.call(leasing.updateBillingTable, {
      as: staff,
      params,
      body: { ...body, insurance: 12.345, service: 10 },
    })
    expect(third.body.code).toBe('VALIDATION')
  })
})

describe('the lease time of an employee', () => {
  const ask = async (as: Caller, beneficiaryEmployeeId: string, totalAmount: number, useCampaign?: boolean) =>
    world.call(leasing.leaseTime, {
      as,
      body: { totalAmount, beneficiaryEmployeeId, ...(useCampaign === undefined ? {} : { useCampaign }) },
    })

  test('is computed from the table of the company’s lessor, for the employee and for the employer', async () => {
    const company = await buildCompany(world)
    const { employeeId, userId } = await buildEmployee(world, company)
    const employee = await world.signIn(userId)
    const employer = await signedInAs(world, 'EMPLOYER_EDITOR', company)
    const expected = {
      leaseTimeMonths: 40,
      instalment: 100,
      lastInstalment: 99.33,
      totalInstalments: 3999.33,
      residual: 150,
    }
    expect((await ask(employee, employeeId, 3000)).body).toMatchObject(expected)
    expect((await ask(employer, employeeId, 3000)).body).toMatchObject(expected)
  })

  test('prefers the company’s own table to the general one', async () => {
    const company = await buildCompany(world)
    const { employeeId, userId } = await buildEmployee(world, company)
    const { companyId, leasingCompanyId } = company
    const body = { ...terms, leasingCompanyId, companyId, instalment: 200 }
    await world.ok(leasing.createBillingTable, { as: staff, body })
    const reply = await ask(await world.signIn(userId), employeeId, 3000)
    expect(reply.body).toMatchObject({ instalment: 200 })
  })

  test('is refused with the reason and the limit in euros', async () => {
    const company = await buildCompany(world)
    const { employeeId, userId } = await buildEmployee(world, company)
    const employee = await world.signIn(userId)
    const tooDear = await ask(employee, employeeId, 4501)
    expect(tooDear.status).toBe(400)
    expect(tooDear.body).toMatchObject({
      code: 'LEASING_TERMS_NOT_COMPUTABLE',
      details: { reason: 'PRICE_ABOVE_MAXIMUM', maxPrice: 4500 },
    })
    expect((await ask(employee, employeeId, 4313)).body).toMatchObject({
      code: 'LEASING_TERMS_NOT_COMPUTABLE',
      details: { maxMonths: 60 },
    })
    expect((await ask(employee, employeeId, 879)).body.code).toBe('LEASING_PERIOD_BELOW_MINIMUM')
  })

  test('names a campaign that needs a longer term and goes without it when asked to', async () => {
    const campaign = {
      campaign_discount_basis_points: 1000,
      campaign_min_months: 30,
      campaign_from: '2020-01-01',
      campaign_to: '2998-12-31',
    }
    const company = await buildCompany(world, {}, { terms: campaign })
    const { employeeId, userId } = await buildEmployee(world, company)
    const employee = await world.signIn(userId)
    expect((await ask(employee, employeeId, 2000)).body.code).toBe('LEASING_CAMPAIGN_PERIOD_TOO_SHORT')
    expect((await ask(employee, employeeId, 2500)).body).toMatchObject({ leaseTimeMonths: 30, campaignApplied: true })
    expect((await ask(employee, employeeId, 2000, false)).body).toMatchObject({ campaignApplied: false })
  })

  test('says that the configuration is wrong when the company has no lessor', async () => {
    const company = await buildCompany(world)
    await world.services.database.primary
      .updateTable('companies')
      .set({ leasing_company_id: null })
      .where('id', '=', company.companyId)
      .execute()
    const { employeeId, userId } = await buildEmployee(world, company)
    const reply = await ask(await world.signIn(userId), employeeId, 3000)
    expect(reply.body).toMatchObject({ code: 'LEASING_CONFIGURATION_INVALID', details: { reason: 'NO_BILLING_TABLE' } })
  })

  test('is nobody else’s to ask', async () => {
    const { employeeId } = await buildEmployee(world, await buildCompany(world))
    const other = await buildCompany(world)
    const stranger = await buildEmployee(world, other)
    expect((await ask(await world.signIn(stranger.userId), employeeId, 3000)).status).toBe(404)
    expect((await ask(await signedInAs(world, 'EMPLOYER_ADMIN', other), employeeId, 3000)).status).toBe(404)
    expect((await ask(await signedInAs(world, 'EMPLOYER_REPORTING', other), employeeId, 3000)).status).toBe(403)
  })
})

test('nothing of a lessor has been taken in yet', async () => {
  expect(await world.ok(leasing.lastFetchTime, { as: staff })).toEqual({ lastFetchTime: null })
})

describe('the estimate of bicycles’ values', () => {
  const own = { month0: 80, month12: 60, month24: 45, month36: 30, month48: 20, month60: 15 }
  const set = (as: Caller, change: object, key?: string) =>
    world.call(fairValues.set, {
      as,
      body: { ...own, version: 0, ...change },
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    })

  test('is one table that staff set at its version and everybody signed in reads', async () => {
    const { userId } = await buildEmployee(world, await buildCompany(world))
    const employee = await world.signIn(userId)
    // Without tax tables nobody can tell what a redemption may be taxed with.
    const topTaxPercent = null
    expect(await world.ok(fairValues.get, { as: employee })).toEqual({ ...own, version: 0, topTaxPercent })
    expect((await set(employee, {})).status).toBe(403)
    const rising = await set(staff, { month36: 45.5 })
    expect(rising.body.fields).toMatchObject([{ path: 'month36', code: 'RISES' }])
    expect((await set(staff, { month0: 101 })).status).toBe(400)
    const changed = { ...own, month36: 25 }
    expect((await set(staff, changed, 'values-once')).body).toEqual({ ...changed, version: 1 })
    expect((await set(staff, changed, 'values-once')).body).toEqual({ ...changed, version: 1 })
    expect((await set(staff, { month36: 24 })).body).toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { current: { month36: 25, version: 1 } },
    })
    const both = await Promise.all([staff, superAdmin].map((as) => set(as, { month60: 10, version: 1 })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await world.ok(fairValues.get, { as: employee })).toMatchObject({ ...own, month60: 10, version: 2 })
  })
})
