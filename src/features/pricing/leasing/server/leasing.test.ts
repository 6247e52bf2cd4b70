import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leasing } from '#features/pricing/leasing/contract.ts'
import { fairValues } from '#features/pricing/leasing/fair-value-contract.ts'
import { buildCompany, buildEmployee, buildLessor, signedInAs, stepUp } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { settleLessorAccounts } from './bank-account-job.ts'

let world: World
let staff: Caller
let superAdmin: Caller

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

beforeAll(async () => {
  world = await openWorld()
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  superAdmin = await signedInAs(world, 'SUPER_ADMIN')
})
afterAll(() => world.close())

describe('the bank account of a lessor', () => {
  const [first, next] = ['FI2112345600000785', 'FI5542345670000081']

  async function lessor() {
    const { leasingCompanyId } = await buildLessor(world, { iban: first, invoice_email: 'laskut@rahoitus.example' })
    const params = { id: leasingCompanyId }
    const now = (as = staff) => world.ok(leasing.company, { as, params })
    const change = async (as: Caller, body: object) => {
      const { companyName, invoiceEmail, version } = await now(as)
      return world.call(leasing.updateCompany, { as, params, body: { companyName, invoiceEmail, version, ...body } })
    }
    const answer = async (call: 'confirmAccount' | 'refuseAccount', as: Caller) =>
      world.call(leasing[call], { as, params, body: { version: (await now()).version } })
    return { params, now, change, answer }
  }

  const mailed = async (recipient: string) => {
    const rows = await world.services.database.primary
      .selectFrom('outbox')
      .select('template')
      .where('recipient', '=', recipient)
      .where('template', 'like', 'leasing:%')
      .orderBy('created_at')
      .execute()
    return rows.map(({ template }) => template).sort()
  }

  test('changes with the password and a second member of staff; the old address and the staff are told', async () => {
    const one = await lessor()
    const me = await signedInAs(world, 'INTERNAL_ADMIN')
    const { email } = await world.services.database.primary
      .selectFrom('users')
      .select('email')
      .where('id', '=', superAdmin.userId)
      .executeTakeFirstOrThrow()
    expect((await one.change(me, { iban: next })).body.code).toBe('STEP_UP_REQUIRED')
    expect(await one.now()).toMatchObject({ iban: first, pendingIban: null })
    const proven = await stepUp(world, me)
    const stolen = { iban: next, invoiceEmail: 'muualle@muualla.example' }
    expect((await one.change(proven, stolen)).body).toMatchObject({
      iban: first,
      pendingIban: { iban: next, takesEffectAt: null },
    })
    expect(await mailed('laskut@rahoitus.example')).toEqual(['leasing:mail.bankAccount', 'leasing:mail.emailChanged'])
    expect(await mailed('muualle@muualla.example')).toEqual([])
    expect(await mailed(email)).toEqual(['leasing:mail.accountStaff'])
    expect((await one.answer('confirmAccount', proven)).body.code).toBe('NOT_FOR_ONESELF')
    expect((await one.answer('confirmAccount', staff)).body.code).toBe('STEP_UP_REQUIRED')
    const employer = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
    expect((await one.answer('confirmAccount', employer)).status).toBe(403)
    const second = await stepUp(world, superAdmin)
    expect((await one.answer('confirmAccount', second)).body).toMatchObject({ iban: next, pendingIban: null })
    expect((await one.answer('confirmAccount', second)).status).toBe(404)
  })

  test('that a change leaves out or that is stopped stays, and a new lessor has none before it is confirmed', async () => {
    const one = await lessor()
    const proven = await stepUp(world, await signedInAs(world, 'INTERNAL_ADMIN'))
    await one.change(proven, { iban: next })
    expect((await one.change(proven, {})).body).toMatchObject({ iban: first, pendingIban: { iban: next } })
    expect((await one.answer('refuseAccount', proven)).body).toMatchObject({ iban: first, pendingIban: null })
    expect((await one.change(proven, { iban: null })).body.fields).toMatchObject([{ path: 'iban', code: 'REQUIRED' }])
    expect((await one.change(proven, { iban: 'FI21 1' })).body.fields).toMatchObject([{ code: 'IBAN_INVALID' }])
    const added = { companyName: 'Tilillinen Rahoitus Oy', iban: next }
    const plain = await signedInAs(world, 'INTERNAL_ADMIN')
    expect((await world.call(leasing.createCompany, { as: plain, body: added })).body.code).toBe('STEP_UP_REQUIRED')
    const created = await world.ok(leasing.createCompany, { as: proven, body: added })
    expect(created).toMatchObject({ iban: null, pendingIban: { iban: next }, version: 1 })
    const { items } = await world.ok(leasing.companies, { as: staff })
    expect(items.filter((item) => 'companyName' in item && item.companyName === added.companyName)).toHaveLength(1)
  })

  test('takes effect after 72 hours where nobody else could confirm it, and not where nobody would be told', async () => {
    const one = await lessor()
    const silent = await buildLessor(world, { iban: first })
    const proven = await stepUp(world, await signedInAs(world, 'INTERNAL_ADMIN'))
    const db = world.services.database.primary
    const others = db.updateTable('users').where('id', '<>', proven.userId)
    await others.set({ deactivated_at: world.env.now() }).execute()
    await one.change(proven, { iban: next })
    const refused = { body: { fields: [{ path: 'invoiceEmail', code: 'REQUIRED' }] } }
    const added = { companyName: 'Osoitteeton Rahoitus Oy', iban: next }
    expect(await world.call(leasing.createCompany, { as: proven, body: added })).toMatchObject(refused)
    // An address that comes along with the account is nobody's who could object.
    const own = { companyName: silent.name, invoiceEmail: 'oma@muualla.example', iban: next, version: 1 }
    const params = { id: silent.leasingCompanyId }
    expect(await world.call(leasing.updateCompany, { as: proven, params, body: own })).toMatchObject(refused)
    const kept = db.selectFrom('leasing_companies').select(['name', 'pending_iban', 'invoice_email'])
    expect(await kept.where('name', 'in', [silent.name, added.companyName]).execute()).toEqual([
      { name: silent.name, pending_iban: null, invoice_email: null },
    ])
    world.env.advance(71 * 3_600_000)
    await settleLessorAccounts.run(world.services)
    const early = await db.selectFrom('leasing_companies').select('iban').where('id', '=', one.params.id).execute()
    expect(early).toEqual([{ iban: first }])
    world.env.advance(2 * 3_600_000)
    await settleLessorAccounts.run(world.services)
    const late = await db.selectFrom('leasing_companies').select('iban').where('id', '=', one.params.id).execute()
    expect(late).toEqual([{ iban: next }])
    await others.set({ deactivated_at: null }).execute()
    world.env.advance(-73 * 3_600_000)
  })

  test('is not told to an address alone that its proposer has just written, unless somebody else wrote it', async () => {
    const db = world.services.database.primary
    const [own, others] = [await buildLessor(world, { iban: first }), await buildLessor(world, { iban: first })]
    const proposer = await signedInAs(world, 'INTERNAL_ADMIN')
    const write = async (as: Caller, { leasingCompanyId: id }: typeof own, body: object) => {
      const { companyName, invoiceEmail, version } = await world.ok(leasing.company, { as, params: { id } })
      return world.ok(leasing.updateCompany, {
        as,
        params: { id },
        body: { companyName, invoiceEmail, version, ...body },
      })
    }
    await write(proposer, own, { invoiceEmail: 'oma@muualla.example' })
    await write(staff, others, { invoiceEmail: 'laskut@toinen.example' })
    const proven = await stepUp(world, proposer)
    const absent = db.updateTable('users').where('id', '<>', proven.userId)
    await absent.set({ deactivated_at: world.env.now() }).execute()
    const hours = async (lessor: typeof own) => {
      const { pendingIban } = await write(proven, lessor, { iban: next })
      return Math.round((Date.parse(pendingIban!.takesEffectAt!) - world.env.now().getTime()) / 3_600_000)
    }
    expect([await hours(own), await hours(others)]).toEqual([30 * 24 + 72, 72])
    const added = { companyName: 'Yksin Lisätty Rahoitus Oy', invoiceEmail: 'oma@muualla.example', iban: next }
    const created = await world.ok(leasing.createCompany, { as: proven, body: added })
    const waits = Date.parse(created.pendingIban!.takesEffectAt!) - world.env.now().getTime()
    expect(Math.round(waits / 3_600_000)).toBe(30 * 24 + 72)
    await absent.set({ deactivated_at: null }).execute()
  })

  test.each([29, 31])(
    'is not heard sooner by an address that was taken away at once and is back after %i days',
    async (days) => {
      const db = world.services.database.primary
      const start = world.env.now()
      const one = await lessor()
      const { userId } = await signedInAs(world, 'INTERNAL_ADMIN')
      const absent = db.updateTable('users').where('id', '<>', userId)
      await absent.set({ deactivated_at: start }).execute()
      const write = async (invoiceEmail: string | null) => one.change(await world.signIn(userId), { invoiceEmail })
      await write('oma@palaava.example')
      await db.deleteFrom('former_addresses').where('register_id', '=', one.params.id).execute()
      await write(null)
      world.env.advance(days * 24 * 3_600_000)
      await write('oma@palaava.example')
      const { pendingIban } = (await one.change(await stepUp(world, await world.signIn(userId)), { iban: next })).body
      const waits = Date.parse(pendingIban!.takesEffectAt!) - world.env.now().getTime()
      expect(Math.round(waits / 3_600_000)).toBe(30 * 24 + 72)
      await absent.set({ deactivated_at: null }).execute()
      world.env.setNow(start.toISOString())
    },
  )

  test('that nobody may confirm is told to colleagues who could stop it, and not heard by an address that one of them wrote', async () => {
    const db = world.services.database.primary
    const one = await lessor()
    const proposer = await signedInAs(world, 'SUPER_ADMIN')
    const puppet = await signedInAs(world, 'INTERNAL_ADMIN')
    const roles = db.updateTable('user_roles').where('user_id', '=', puppet.userId)
    await roles.set({ created_by: proposer.userId, created_at: world.env.now() }).execute()
    await one.change(puppet, { invoiceEmail: null })
    await one.change(puppet, { invoiceEmail: 'nukke@muualla.example' })
    await db.deleteFrom('former_addresses').where('register_id', '=', one.params.id).execute()
    const proven = await stepUp(world, proposer)
    const absent = db.updateTable('users').where('id', 'not in', [proven.userId, puppet.userId])
    await absent.set({ deactivated_at: world.env.now() }).execute()
    const { pendingIban } = (await one.change(proven, { iban: next })).body
    const waits = Date.parse(pendingIban!.takesEffectAt!) - world.env.now().getTime()
    expect(Math.round(waits / 3_600_000)).toBe(30 * 24 + 72)
    await absent.set({ deactivated_at: null }).execute()
    const told = await db.selectFrom('outbox').select('template').where('user_id', '=', puppet.userId).execute()
    expect(told).toEqual([{ template: 'leasing:mail.accountStaff' }])
  })
})

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
