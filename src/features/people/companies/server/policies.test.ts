import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companies } from '#features/people/companies/contract.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { buildCompany, buildEmployee, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

let world: World
let staff: Caller

beforeAll(async () => {
  world = await openWorld()
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
})
afterAll(() => world.close())

describe('price limits', () => {
  test('are the lowest of company, policy and person', async () => {
    const company = await buildCompany(world, { max_price_cents: 400_000 }, { policy: { max_price_cents: 350_000 } })
    const free = await buildEmployee(world, company)
    const bound = await buildEmployee(world, company, { max_price_cents: 200_050 })
    const employee = await world.signIn(free.userId)
    expect(await world.ok(companies.maxPrice, { as: employee, params: { companyId: company.companyId } })).toEqual({
      maxPrice: 3500,
    })
    expect(await world.ok(companies.employeeMaxPrice, { as: employee, params: { id: free.employeeId } })).toEqual({
      maxPrice: 3500,
    })
    expect(await world.ok(companies.employeeMaxPrice, { as: staff, params: { id: bound.employeeId } })).toEqual({
      maxPrice: 2000.5,
    })
    expect(
      (await world.call(companies.employeeMaxPrice, { as: employee, params: { id: bound.employeeId } })).status,
    ).toBe(404)
  })
})

describe('the bike policy', () => {
  test('is never edited: a change is a new version that keeps what it does not name', async () => {
    const company = await buildCompany(world, {}, { policy: { max_price_cents: 300_000 } })
    const employer = await signedInAs(world, 'EMPLOYER_ADMIN', company)
    const params = { id: company.companyId }
    const second = await world.ok(companies.changePolicy, { as: employer, params, body: { orderCount: 2, version: 1 } })
    expect(second).toMatchObject({ version: 2, orderCount: 2, maxPrice: 3000 })
    const { items } = await world.ok(companies.policyVersions, { as: employer, params })
    expect(items.map((policy) => [policy.version, policy.orderCount])).toEqual([
      [2, 2],
      [1, 1],
    ])
    const late = await world.call(companies.changePolicy, { as: employer, params, body: { orderCount: 3, version: 1 } })
    expect(late.body.code).toBe('VERSION_CONFLICT')
    const same = await world.ok(companies.changePolicy, { as: employer, params, body: { orderCount: 2, version: 2 } })
    expect(same.version).toBe(2)
  })

  test('is kept in other languages too, and changed by a version of its own', async () => {
    const company = await buildCompany(world)
    const as = await signedInAs(world, 'EMPLOYER_ADMIN', company)
    const params = { id: company.companyId }
    const change = (body: BodyOf<typeof companies.changePolicy>) =>
      world.ok(companies.changePolicy, { as, params, body })
    const translations = { sv: 'Cykeln är din att köra.' }
    expect(await change({ translations: { ...translations, en: ' ' }, version: 1 })).toMatchObject({
      version: 2,
      translations,
    })
    expect(await change({ translations: { en: null, ...translations }, version: 2 })).toMatchObject({ version: 2 })
    expect(await change({ orderCount: 3, version: 2 })).toMatchObject({ version: 3, translations })
  })

  test('tells the employer’s people about a new version', async () => {
    const company = await buildCompany(world)
    const employer = await signedInAs(world, 'EMPLOYER_ADMIN', company)
    await world.ok(companies.changePolicy, {
      as: staff,
      params: { id: company.companyId },
      body: { body: 'Uusi teksti', version: 1 },
    })
    const notices = await world.services.database.primary
      .selectFrom('notifications')
      .select(['type', 'template'])
      .where('user_id', '=', employer.userId)
      .execute()
    expect(notices).toEqual([{ type: 'GENERAL', template: 'companies:notice.policy' }])
  })

  test('two changes at one moment give one new version and one refusal', async () => {
    const params = { id: (await buildCompany(world)).companyId }
    const both = await Promise.all(
      [2, 3].map((orderCount) =>
        world.call(companies.changePolicy, { as: staff, params, body: { orderCount, version: 1 } }),
      ),
    )
    expect(both.map((reply) => reply.status).sort()).toEqual([200, 409])
  })

  test('of the company that they act for is read by all who act for an employer, and no other company’s', async () => {
    const company = await buildCompany(world, {}, { policy: { max_price_cents: 310_000 } })
    const other = await buildCompany(world)
    for (const role of ['EMPLOYER_ADMIN', 'EMPLOYER_EDITOR', 'EMPLOYER_GROUP_ADMIN', 'EMPLOYER_REPORTING'] as const) {
      const as = await signedInAs(world, role, company)
      const ask = (companyId?: string) => world.call(companies.ownPolicy, { as, query: companyId ? { companyId } : {} })
      expect((await ask()).body, role).toMatchObject({ companyId: company.companyId, maxPrice: 3100 })
      expect((await ask(company.companyId)).body, role).toMatchObject({ companyId: company.companyId })
      expect((await ask(other.companyId)).status, role).toBe(404)
    }
  })

  test('of the own employer is read by its people alone', async () => {
    const company = await buildCompany(world)
    const { userId } = await buildEmployee(world, company)
    const employee = await world.signIn(userId)
    expect(await world.ok(companies.ownPolicy, { as: employee })).toMatchObject({
      companyId: company.companyId,
      version: 1,
    })
    expect(await world.ok(companies.policy, { as: employee, params: { id: company.companyId } })).toMatchObject({
      version: 1,
    })
    const other = await buildCompany(world)
    expect(
      (await world.call(companies.ownPolicy, { as: employee, query: { companyId: other.companyId } })).status,
    ).toBe(404)
    expect((await world.call(companies.policy, { as: employee, params: { id: other.companyId } })).status).toBe(404)
    const body = { orderCount: 9, version: 1 }
    expect(
      (await world.call(companies.changePolicy, { as: employee, params: { id: company.companyId }, body })).status,
    ).toBe(403)
  })
})
