import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companies } from '#features/people/companies/contract.ts'
import {
  assignRole,
  buildCompany,
  buildEmployee,
  buildGroup,
  buildLessor,
  buildUser,
  newBusinessId,
  signedInAs,
  stepUp,
} from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

let world: World
let staff: Caller
let superAdmin: Caller

beforeAll(async () => {
  world = await openWorld()
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  superAdmin = await signedInAs(world, 'SUPER_ADMIN')
})
afterAll(() => world.close())

const eventsOf = (companyId: string) =>
  world.services.database.primary
    .selectFrom('events')
    .select('type')
    .where('company_id', '=', companyId)
    .orderBy('position')
    .execute()

describe('creating a company', () => {
  test('stores everything that was given, its first policy and its units', async () => {
    const { leasingCompanyId } = await buildLessor(world)
    const body = {
      name: 'Alku Oy',
      businessId: newBusinessId(),
      maxPrice: 3500.5,
      leasingCompanyId,
      contact: { name: 'Palkat', email: 'palkat@alku.example', phone: '040 123 4567' },
      policy: { maxPrice: 3000, body: 'Pyörä pidetään lukittuna.' },
      companyUnits: ['Tehdas', 'Konttori'],
    }
    const company = await world.ok(companies.create, { as: staff, body })
    expect(company).toMatchObject({
      name: 'Alku Oy',
      maxPrice: 3500.5,
      contact: { phone: '0401234567' },
      policy: { version: 1, maxPrice: 3000, orderCount: 1, benefitModel: 'FROM_SALARY' },
      twoFactor: 'NONE',
      active: true,
      version: 1,
    })
    expect(company.companyUnits.map((unit) => unit.unitName)).toEqual(['Konttori', 'Tehdas'])
    expect((await eventsOf(company.companyId)).map((event) => event.type)).toEqual([
      'COMPANY_CREATED',
      'BIKE_POLICY_UPDATED',
    ])
  })

  test('answers GROUP_COMPANY_EXISTS_ERROR when the business id is there already', async () => {
    const { businessId } = await buildCompany(world)
    const reply = await world.call(companies.create, { as: staff, body: { name: 'Toinen Oy', businessId } })
    expect(reply.status).toBe(409)
    expect(reply.body.code).toBe('GROUP_COMPANY_EXISTS_ERROR')
  })

  test('two at one moment with one business id make one company', async () => {
    const body = { name: 'Kilpa Oy', businessId: newBusinessId() }
    const both = await Promise.all([1, 2].map(() => world.call(companies.create, { as: staff, body })))
    expect(both.map((reply) => reply.status).sort()).toEqual([201, 409])
  })

  test('repeated with its key makes no second company', async () => {
    const call = { as: staff, key: 'luo-yritys', body: { name: 'Avain Oy', businessId: newBusinessId() } }
    const first = await world.ok(companies.create, call)
    expect(await world.ok(companies.create, call)).toEqual(first)
  })

  test.each([
    ['a wrong check digit', { businessId: '1234567-8' }, 'BUSINESS_ID_INVALID', 'businessId'],
    ['a wrong VAT number', { vatNumber: 'FI12345678' }, 'VALIDATION', 'vatNumber'],
    ['an address that is none', { contact: { email: 'ei@osoite' } }, 'VALIDATION', 'contact.email'],
    ['a phone number that is none', { contact: { phone: '12' } }, 'VALIDATION', 'contact.phone'],
    [
      'a lessor that does not exist',
      { leasingCompanyId: '01900000-0000-7000-8000-000000000000' },
      'VALIDATION',
      'leasingCompanyId',
    ],
  ])('refuses %s and creates nothing', async (_what, wrong, code, path) => {
    const body = { name: 'Virhe Oy', businessId: newBusinessId(), ...wrong }
    const reply = await world.call(companies.create, { as: staff, body })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ code, fields: [{ path }] })
    const found = await world.ok(companies.list, { as: staff, query: { search: 'Virhe Oy' } })
    expect(found.items).toEqual([])
  })

  test('names no signer and gives its maker no part in it, so the password is not asked for once more', async () => {
    const body = { name: 'Vartija Oy', businessId: newBusinessId(), twoFactor: 'EVERYONE' as const }
    const signed = { ...body, signerUserIds: [staff.userId] }
    const refused = await world.call(companies.create, { as: staff, body: signed })
    expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    const company = await world.ok(companies.create, { as: staff, body })
    expect(company).toMatchObject({ twoFactor: 'EVERYONE', signerUserIds: [] })
    const { companyId } = company
    const params = { id: companyId }
    expect((await world.ok(companies.employerPeople, { as: staff, params })).items).toEqual([])
    for (const change of [{ twoFactor: 'NONE' as const }, { signerUserIds: [staff.userId] }]) {
      const reply = await world.call(companies.update, { as: staff, params, body: change })
      expect(reply.status).toBeGreaterThanOrEqual(400)
    }
    expect(await world.ok(companies.get, { as: staff, params })).toMatchObject({
      twoFactor: 'EVERYONE',
      signerUserIds: [],
    })
    // One that is made anew under the same business id holds nobody of the one before.
    await signedInAs(world, 'EMPLOYER_ADMIN', { companyId })
    await world.ok(companies.remove, { as: superAdmin, params })
    const again = await world.ok(companies.create, { as: staff, body: { ...body, twoFactor: 'NONE' as const } })
    const peopleThere = { as: staff, params: { id: again.companyId } }
    expect((await world.ok(companies.employerPeople, peopleThere)).items).toEqual([])
  })

  test('is the staff’s alone', async () => {
    const employer = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
    const body = { name: 'Oma Oy', businessId: newBusinessId() }
    expect((await world.call(companies.create, { as: employer, body })).status).toBe(403)
  })
})

describe('the list of companies', () => {
  test('shows each role its own companies', async () => {
    const group = await buildGroup(world)
    const first = await buildCompany(world, { group_company_id: group.groupCompanyId })
    const second = await buildCompany(world, { group_company_id: group.groupCompanyId })
    const foreign = await buildCompany(world)
    const employer = await signedInAs(world, 'EMPLOYER_ADMIN', first)
    const groupAdmin = await signedInAs(world, 'EMPLOYER_GROUP_ADMIN', group)
    const idsFor = async (as: Caller, query = {}) =>
      (await world.ok(companies.list, { as, query })).items.map((c) => c.companyId)
    expect(await idsFor(employer)).toEqual([first.companyId])
    expect((await idsFor(groupAdmin)).sort()).toEqual([first.companyId, second.companyId].sort())
    expect(await idsFor(staff)).toContain(foreign.companyId)
    expect(await idsFor(staff, { filtered: true })).toEqual([])
    expect((await idsFor(staff, { groupCompanyId: group.groupCompanyId })).sort()).toEqual(
      [first.companyId, second.companyId].sort(),
    )
    expect(await idsFor(staff, { groupCompany: true })).not.toContain(foreign.companyId)
    expect(await idsFor(staff, { userId: employer.userId })).toEqual([first.companyId])
    expect(await idsFor(employer, { groupCompanyId: '01900000-0000-7000-8000-000000000000' })).toEqual([])
  })

  test('gives names alone when asked, units and limits otherwise', async () => {
    const company = await buildCompany(world)
    const employer = await signedInAs(world, 'EMPLOYER_EDITOR', company)
    const names = await world.ok(companies.list, { as: employer, query: { names: true } })
    expect(names.items).toEqual([{ companyId: company.companyId, companyName: company.name }])
    const staff = await signedInAs(world, 'INTERNAL_ADMIN')
    const twin = await buildCompany(world, { name: company.name })
    const both = (await world.ok(companies.list, { as: staff, query: { names: true } })).items
    const ofTwins = both.filter(({ companyName }) => companyName === company.name)
    expect(ofTwins.map(({ businessId }) => businessId)).toEqual([expect.any(String), expect.any(String)])
    expect(ofTwins.map(({ companyId }) => companyId)).toContain(twin.companyId)
    expect(both.filter(({ companyName }) => companyName !== company.name).some(({ businessId }) => businessId)).toBe(
      false,
    )
    const full = await world.ok(companies.list, { as: employer })
    expect(full.items[0]).toMatchObject({ maxPrice: 4500, companyUnits: [{ unitName: 'Pääkonttori' }], version: 1 })
  })

  test('shows a beneficiary the name and the limit of the employer, no more', async () => {
    const company = await buildCompany(world)
    const { userId } = await buildEmployee(world, company)
    const employee = await world.signIn(userId)
    const { items } = await world.ok(companies.list, { as: employee })
    expect(items).toEqual([
      { companyId: company.companyId, companyName: company.name, name: company.name, maxPrice: 4500 },
    ])
    expect((await world.call(companies.get, { as: employee, params: { id: company.companyId } })).status).toBe(404)
  })

  test('the register counts people, searches and turns pages', async () => {
    const company = await buildCompany(world, { name: 'Zz Laskettava Oy' })
    await buildEmployee(world, company)
    await buildEmployee(world, company, { status: 'PENDING' })
    const found = await world.ok(companies.register, { as: staff, query: { search: ' laskettava ' } })
    expect(found).toMatchObject({ total: 1, items: [{ name: 'Zz Laskettava Oy', employeeCount: 1, pendingCount: 1 }] })
    const page = await world.ok(companies.register, { as: staff, query: { limit: 1, page: 2, sort: '-name' } })
    expect(page).toMatchObject({ page: 2, hasPrevious: true, items: [{}] })
    const opened = { id: company.companyId, search: 'jokin muu', page: 7 }
    const { items } = await world.ok(companies.register, { as: staff, query: opened })
    expect(items.map(({ name }) => name)).toEqual(['Zz Laskettava Oy'])
    expect((await world.ok(companies.register, { as: staff, query: { search: '100 %' } })).items).toEqual([])
  })
})

describe('changing a company', () => {
  test('by its own admin keeps to contact, signing and payroll', async () => {
    const company = await buildCompany(world)
    const employer = await stepUp(world, await signedInAs(world, 'EMPLOYER_ADMIN', company))
    const params = { id: company.companyId }
    const body = {
      contact: { name: 'Uusi Yhteys' },
      payTypeCodes: { exemptOnTop: '1210' },
      twoFactor: 'EVERYONE' as const,
      version: 1,
    }
    const changed = await world.ok(companies.update, { as: employer, params, body })
    expect(changed).toMatchObject({
      contact: { name: 'Uusi Yhteys' },
      payTypeCodes: { exemptOnTop: '1210' },
      twoFactor: 'EVERYONE',
      version: 2,
    })
    const refused = await world.call(companies.update, {
      as: employer,
      params,
      body: { name: 'Muu Oy', maxPrice: 9000 },
    })
    expect(refused.status).toBe(403)
    expect(refused.body.fields?.map((field) => field.path)).toEqual(['name', 'maxPrice'])
    expect(await world.ok(companies.get, { as: employer, params })).toMatchObject({
      name: company.name,
      maxPrice: 4500,
      version: 2,
    })
  })

  test('at an old version answers with the company as it stands', async () => {
    const { companyId } = await buildCompany(world)
    const params = { id: companyId }
    await world.ok(companies.update, { as: staff, params, body: { maxPrice: 4000 } })
    const late = await world.call(companies.update, { as: staff, params, body: { maxPrice: 3000, version: 1 } })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ code: 'VERSION_CONFLICT', details: { current: { maxPrice: 4000, version: 2 } } })
  })

  test('two at one version: one wins, one is told', async () => {
    const params = { id: (await buildCompany(world)).companyId }
    const both = await Promise.all(
      [1, 2].map((n) => world.call(companies.update, { as: staff, params, body: { maxPrice: n * 1000, version: 1 } })),
    )
    expect(both.map((reply) => reply.status).sort()).toEqual([200, 409])
  })

  test('names only people of the company as signers', async () => {
    const company = await buildCompany(world)
    const params = { id: company.companyId }
    const editor = await signedInAs(world, 'EMPLOYER_EDITOR', company)
    const stranger = await buildUser(world)
    const unproven = await world.call(companies.update, { as: staff, params, body: { signerUserIds: [editor.userId] } })
    expect(unproven.body.code).toBe('STEP_UP_REQUIRED')
    await stepUp(world, staff)
    const ok = await world.ok(companies.update, { as: staff, params, body: { signerUserIds: [editor.userId] } })
    expect(ok.signerUserIds).toEqual([editor.userId])
    const refused = await world.call(companies.update, {
      as: staff,
      params,
      body: { signerUserIds: [stranger.userId] },
    })
    expect(refused.body).toMatchObject({ code: 'VALIDATION', fields: [{ path: 'signerUserIds' }] })
  })

  test('asks for the password again before its code at sign-in changes, and tells every admin of it', async () => {
    const group = await buildGroup(world)
    const company = await buildCompany(world, { group_company_id: group.groupCompanyId, two_factor: 'EVERYONE' })
    const params = { id: company.companyId }
    const admin = await signedInAs(world, 'EMPLOYER_ADMIN', company)
    const others = [await buildUser(world), await buildUser(world)] as const
    await assignRole(world, others[0].userId, 'EMPLOYER_ADMIN', company)
    await assignRole(world, others[1].userId, 'EMPLOYER_GROUP_ADMIN', group)
    const change = (twoFactor: 'NONE' | 'EVERYONE') =>
      world.call(companies.update, { as: admin, params, body: { twoFactor } })
    expect((await change('EVERYONE')).status).toBe(200)
    expect((await change('NONE')).body.code).toBe('STEP_UP_REQUIRED')
    expect((await world.ok(companies.get, { as: staff, params })).twoFactor).toBe('EVERYONE')
    await stepUp(world, admin)
    expect((await change('NONE')).status).toBe(200)
    const notices = await world.services.database.primary
      .selectFrom('outbox')
      .select('user_id')
      .where('template', '=', 'companies:mail.guarded.twoFactor')
      .where('user_id', '>=', admin.userId)
      .execute()
    expect(notices.map(({ user_id }) => user_id).sort()).toEqual([admin.userId, ...others.map((o) => o.userId)].sort())
  })

  test('a foreign company is not there', async () => {
    const foreign = await buildCompany(world)
    const employer = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
    const params = { id: foreign.companyId }
    expect((await world.call(companies.get, { as: employer, params })).status).toBe(404)
    expect(
      (await world.call(companies.update, { as: employer, params, body: { contact: { name: 'X' } } })).status,
    ).toBe(404)
    expect((await world.call(companies.employerPeople, { as: employer, params })).status).toBe(404)
    expect(
      (await world.call(companies.maxPrice, { as: employer, params: { companyId: foreign.companyId } })).status,
    ).toBe(404)
    expect((await world.call(companies.recipients, { as: employer, params })).status).toBe(404)
    expect((await world.call(companies.policy, { as: employer, params })).status).toBe(404)
    const policy = { orderCount: 5, version: 1 }
    expect((await world.call(companies.changePolicy, { as: employer, params, body: policy })).status).toBe(404)
  })
})

describe('closing a company', () => {
  test('leaves its rows and gives COMPANY_DELETED', async () => {
    const { companyId, businessId } = await buildCompany(world)
    const params = { id: companyId }
    expect((await world.call(companies.remove, { as: staff, params })).status).toBe(403)
    expect(await world.ok(companies.remove, { as: superAdmin, params })).toEqual({ code: 'COMPANY_DELETED', companyId })
    expect((await world.call(companies.get, { as: staff, params })).status).toBe(404)
    expect((await world.call(companies.remove, { as: superAdmin, params })).status).toBe(404)
    await world.ok(companies.create, { as: staff, body: { name: 'Uusi alku Oy', businessId } })
  })

  test('is refused while an order is open', async () => {
    const company = await buildCompany(world)
    const { employeeId } = await buildEmployee(world, company)
    await world.services.database.primary
      .insertInto('orders')
      .values({
        id: world.env.id(),
        company_id: company.companyId,
        beneficiary_employee_id: employeeId,
        order_number: 'T-1',
      })
      .execute()
    const reply = await world.call(companies.remove, { as: superAdmin, params: { id: company.companyId } })
    expect(reply.body).toMatchObject({ code: 'IN_USE_NOT_ALLOWED', details: { openOrders: 1, runningLeases: 0 } })
    expect((await world.ok(companies.get, { as: staff, params: { id: company.companyId } })).active).toBe(true)
  })
})
