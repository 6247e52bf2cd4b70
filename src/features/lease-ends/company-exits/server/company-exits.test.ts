import { afterAll, beforeAll, expect, it } from 'vitest'
import { redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { followRedemptions } from '#features/lease-ends/redemptions/server/jobs.ts'
import { returns } from '#features/lease-ends/returns/contract.ts'
import { followReturns } from '#features/lease-ends/returns/server/jobs.ts'
import { endLeases } from '#features/leases/agreements/server/end-job.ts'
import { draftCompany } from '#features/money/billing/server/drafts.ts'
import { recordPayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { replacePayers } from '#features/payroll/reporting/server/payers.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Month } from '#platform/values/days.ts'
import { buildCompany, buildEmployee, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { markedExit } from '#testing/exits.ts'
import { missingInPdf } from '#testing/files/pdf-words.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { companyExits } from '../contract.ts'
import { takeBackLeases } from './take-back-job.ts'

let world: World
let [staff, stranger] = [] as unknown as [Caller, Caller]

beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-11-10T08:00:00Z')
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  stranger = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: (await buildCompany(world)).companyId })
})
afterAll(() => world.close())

const db = () => world.services.database.primary

/** A company of the operator's with an admin and some leases of two years, 100.00 a month, whose people can sign in. */
async function companyWith(count: number) {
  world.env.setNow('2026-11-10T08:00:00Z')
  staff = await world.signIn(staff.userId)
  const company = await buildCompany(world, {}, { lessor: { kind: 'OPERATOR' } })
  const admin = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: company.companyId })
  const leases = []
  for (let i = 0; i < count; i += 1) {
    const employee = await buildEmployee(world, company)
    const lease = await buildRunningLease(world, {
      company,
      employeeId: employee.employeeId,
      agreement: { start_day: '2026-01-01', end_day: '2027-12-31', lease_months: 24, bike_at: 'EMPLOYEE' },
    })
    leases.push({ ...lease, userId: employee.userId, person: await world.signIn(employee.userId) })
  }
  return { ...company, admin, leases }
}
type Of = Awaited<ReturnType<typeof companyWith>>

const mark = (of: Of, body = {}, options: { as?: Caller; key?: string } = {}) =>
  markedExit(
    world,
    { companyId: of.companyId, kind: 'BANKRUPT', fromDay: '2026-11-15', reason: 'Konkurssi', ...body },
    { as: options.as ?? staff, ...(options.key ? { key: options.key } : {}) },
  )

async function marked(of: Of) {
  const { body } = await mark(of)
  return { params: { id: body.id }, version: body.version }
}
const leasesOf = async (params: { id: string }, as = staff) =>
  (await world.ok(companyExits.leases, { as, params })).items
const payersOf = (agreementId: string) =>
  db()
    .selectFrom('payroll_payers')
    .select(['from_month', 'to_month', 'payer'])
    .where('agreement_id', '=', agreementId)
    .orderBy('from_month')
    .execute()
const read = (params: { id: string }, as = staff) => world.ok(companyExits.get, { as, params })

async function drafted(of: Of, month: Month) {
  const id = world.env.id()
  await db().insertInto('billing_runs').values({ id, month, status: 'DRAFTING', created_at: world.env.now() }).execute()
  const run = { id, month, since: '2026-11' }
  const { drafted: made } = await world.services.database.transaction((tx) =>
    draftCompany(tx, world.services, run, of.companyId),
  )
  await db().updateTable('billing_runs').set({ status: 'DONE' }).where('id', '=', id).execute()
  return made
}

/** Opens a redemption, as its person. */
const offered = (lease: Of['leases'][0]) =>
  world.ok(redemptions.create, {
    as: lease.person,
    body: { leasingAgreementId: lease.agreementId, reason: 'LEAVING' },
  })
const accepted = ({ id, version }: { id: string; version: number }, as: Caller) =>
  world.ok(redemptions.update, {
    as,
    params: { id },
    body: { step: 'accept', version, paymentMethod: 'INVOICE', hasReadInformation: true },
  })

const at = async (day: string) => {
  world.env.setNow(`${day}T08:00:00Z`)
  staff = await world.signIn(staff.userId)
}

it('is worked off: people are asked, runs hold, one redeems, one returns, the lessor takes back the rest', async () => {
  const of = await companyWith(3)
  expect(await drafted(of, '2026-11')).toBe(1)
  const { params } = await marked(of)
  const [first, second, third] = of.leases as [Of['leases'][0], Of['leases'][0], Of['leases'][0]]
  expect(await read(params)).toMatchObject({ chooseUntil: '2026-12-15', leases: { OPEN: 3 }, held: 0 })
  const told = await db()
    .selectFrom('notifications')
    .select('template')
    .where('company_id', '=', of.companyId)
    .execute()
  expect(told.map(({ template }) => template).sort()).toEqual([
    'company-exits:employerNotice.markedBANKRUPT',
    'company-exits:employerNotice.proposed',
    ...Array.from({ length: 3 }, () => 'company-exits:notice.markedBANKRUPT'),
  ])

  await accepted(await offered(first), first.person)
  // The policy lets nobody return; a leaving company's people may, and staff answer for the employer.
  const asked = await world.ok(returns.create, {
    as: second.person,
    body: { leasingAgreementId: second.agreementId, reason: 'DISMISSED' },
  })
  expect(asked.waitingFor).toEqual(['STAFF'])
  await world.ok(returns.update, {
    as: staff,
    params: { id: asked.id },
    body: { step: 'approve', version: asked.version, payer: 'EMPLOYER' },
  })
  const choices = Object.fromEntries((await leasesOf(params)).map((row) => [row.leasingAgreementId, row.choice]))
  expect([first, second, third].map(({ agreementId }) => choices[agreementId])).toEqual(['REDEEM', 'RETURN', null])

  await at('2026-12-01')
  expect(await drafted(of, '2026-12')).toBe(0)
  // Two end with November; of the third an instalment and a fee are held.
  expect(await read(params)).toMatchObject({ held: 115 })
  await at('2026-12-15')
  expect(await takeBackLeases.run(world.services)).toEqual({ listed: 0, takenBack: 0 })
  await at('2026-12-16')
  expect(await takeBackLeases.run(world.services)).toEqual({ listed: 0, takenBack: 1 })
  expect(await takeBackLeases.run(world.services)).toEqual({ listed: 0, takenBack: 0 })
  expect((await leasesOf(params)).find((row) => row.leasingAgreementId === third.agreementId)).toMatchObject({
    choice: 'TAKEN_BACK',
    stage: 'CHOSEN',
    endsOn: '2026-12-31',
  })

  const tasksOf = async (as: Caller) =>
    (await world.ok(tasks.list, { as })).data
      .filter(({ companyId, action }) => companyId === of.companyId && /Exit|LastDeduction/.test(action))
      .map(({ action }) => action)
  expect(await tasksOf(staff)).toEqual(['settleExit'])
  expect(await tasksOf(await world.signIn(of.admin.userId))).toEqual(['confirmLastDeduction'])
  const { version, waitingFor, allowedSteps } = await read(params)
  expect(waitingFor).toEqual(['EMPLOYER', 'STAFF'])
  expect(allowedSteps).toEqual([
    { step: 'confirmDeductions', to: 'OPEN', allowed: true, unmet: [] },
    { step: 'workOff', to: 'WORKED_OFF', allowed: false, unmet: ['LEASES_LEFT'] },
    { step: 'withdraw', to: 'WITHDRAWN', allowed: true, unmet: [] },
  ])
  const early = await world.call(companyExits.workOff, { as: staff, params, body: { version } })
  expect(early).toMatchObject({
    status: 409,
    body: { code: 'COMPANY_EXIT_NOT_ALLOWED', details: { unmet: ['LEASES_LEFT'] } },
  })

  await at('2027-01-02')
  await endLeases.run(world.services)
  const over = (await leasesOf(params)).find((row) => row.leasingAgreementId === third.agreementId)!
  expect(over.stage).toBe('ENDED')
  const collect = { as: staff, params: { ...params, leasingAgreementId: third.agreementId } }
  const body = { bikeAt: 'LESSOR', version: over.agreementVersion } as const
  expect(await world.ok(companyExits.collected, { ...collect, body })).toMatchObject({ stage: 'SETTLED' })
  const again = { ...body, version: body.version + 1 }
  expect(await world.call(companyExits.collected, { ...collect, body: again })).toMatchObject({ status: 409 })
  await db()
    .updateTable('leasing_agreements')
    .set({ lease_state: 'ENDED', end_reason: 'REDEEMED', bike_at: 'SOLD' })
    .where('company_id', '=', of.companyId)
    .where('id', '<>', third.agreementId)
    .execute()
  expect(await world.ok(companyExits.workOff, { as: staff, params, body: { version } })).toMatchObject({
    state: 'WORKED_OFF',
  })
})

it('works off thirty leases of a bankrupt employer to the last bicycle: redeemed, returned and taken back', async () => {
  const of = await companyWith(30)
  const { params } = await marked(of)
  const [redeeming, returning, silent] = [of.leases.slice(0, 2), of.leases.slice(2, 5), of.leases.slice(5)]
  for (const lease of redeeming) {
    const { id } = await accepted(await offered(lease), lease.person)
    const { invoiceId, open_cents: amountCents } = await db()
      .selectFrom('redemptions as r')
      .innerJoin('redemption_payments as p', 'p.id', 'r.redemption_payment_id')
      .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
      .select(['i.id as invoiceId', 'i.open_cents'])
      .where('r.id', '=', id)
      .executeTakeFirstOrThrow()
    const payment = { invoiceId, direction: 'IN', paidDay: '2026-11-10', method: 'BANK', source: id } as const
    await world.services.database.transaction((tx) =>
      recordPayment(tx, world.services, { actor: systemActor, payment: { ...payment, amountCents: amountCents! } }),
    )
  }
  for (const lease of returning) {
    const asked = { leasingAgreementId: lease.agreementId, reason: 'DISMISSED' } as const
    let { id, version } = await world.ok(returns.create, { as: lease.person, body: asked })
    const steps: Omit<BodyOf<typeof returns.update>, 'version'>[] = [
      { step: 'approve', payer: 'EMPLOYER' },
      { step: 'receive', receivedDay: '2026-11-10' },
      { step: 'inspect', bikeAt: 'STORE', damages: [] },
    ]
    for (const step of steps)
      ({ id, version } = await world.ok(returns.update, { as: staff, params: { id }, body: { ...step, version } }))
  }
  expect((await read(params)).leases).toEqual({ OPEN: 25, CHOSEN: 5, ENDED: 0, SETTLED: 0 })

  await at('2026-12-01')
  await followRedemptions.run(world.services)
  await endLeases.run(world.services)
  await followRedemptions.run(world.services)
  await followReturns.run(world.services)
  // An instalment of 100.00 and a fee of 15.00 for each of the twenty-five that still run.
  expect(await read(params)).toMatchObject({ leases: { OPEN: 25, CHOSEN: 0, ENDED: 0, SETTLED: 5 }, held: 2_875 })

  await at('2026-12-16')
  expect(await takeBackLeases.run(world.services)).toEqual({ listed: 0, takenBack: 25 })
  await at('2027-01-02')
  await endLeases.run(world.services)
  const { leases, version } = await read(params)
  expect(leases).toEqual({ OPEN: 0, CHOSEN: 0, ENDED: 25, SETTLED: 5 })
  expect((await world.call(companyExits.workOff, { as: staff, params, body: { version } })).status).toBe(409)
  for (const row of await leasesOf(params)) {
    if (row.stage === 'SETTLED') continue
    await world.ok(companyExits.collected, {
      as: staff,
      params: { ...params, leasingAgreementId: row.leasingAgreementId },
      body: { bikeAt: 'LESSOR', version: row.agreementVersion },
    })
  }
  expect(await world.ok(companyExits.workOff, { as: staff, params, body: { version } })).toMatchObject({
    state: 'WORKED_OFF',
    leases: { OPEN: 0, CHOSEN: 0, ENDED: 0, SETTLED: 30 },
  })
  const ends = await db()
    .selectFrom('leasing_agreements')
    .select(['end_reason', 'ended_day', 'bike_at'])
    .where('company_id', '=', of.companyId)
    .execute()
  const counted = Object.entries(Object.groupBy(ends, (row) => `${row.end_reason} ${row.ended_day} ${row.bike_at}`))
  expect(Object.fromEntries(counted.map(([end, rows]) => [end, rows!.length]))).toEqual({
    'REDEEMED 2026-11-30 SOLD': redeeming.length,
    'RETURNED 2026-11-30 STORE': returning.length,
    'RETURNED 2026-12-31 LESSOR': silent.length,
  })
})

it('lists a lease that begins after the mark, with thirty days of its own, and is not worked off before orders under way', async () => {
  const of = await companyWith(1)
  const { params, version } = await marked(of)
  await world.ok(companyExits.confirmDeductions, { as: of.admin, params, body: { lastMonth: '2026-11', version } })
  await db()
    .updateTable('leasing_agreements')
    .set({ lease_state: 'ENDED', end_reason: 'REDEEMED', bike_at: 'SOLD' })
    .where('company_id', '=', of.companyId)
    .execute()
  const { orderId } = await db()
    .selectFrom('orders')
    .select('id as orderId')
    .where('company_id', '=', of.companyId)
    .executeTakeFirstOrThrow()
  const order = (status: 'CONFIRMED' | 'ACTIVE_LEASING') =>
    db().updateTable('orders').set({ status, commitment_day: '2026-11-09' }).where('id', '=', orderId).execute()
  await order('CONFIRMED')
  const close = async () => {
    const { ordersUnderWay, ...exit } = await read(params)
    const { body } = await world.call(companyExits.workOff, { as: staff, params, body: { version: exit.version } })
    return [ordersUnderWay, (body as { details?: { unmet?: string[] } }).details?.unmet ?? body.state]
  }
  expect(await close()).toEqual([1, ['ORDERS_UNDER_WAY']])
  await order('ACTIVE_LEASING')

  await at('2026-12-01')
  const employee = await buildEmployee(world, of)
  const begun = await buildRunningLease(world, {
    company: of,
    employeeId: employee.employeeId,
    agreement: { start_day: '2026-12-01', end_day: '2028-11-30', lease_months: 24, bike_at: 'EMPLOYEE' },
  })
  expect(await takeBackLeases.run(world.services)).toEqual({ listed: 1, takenBack: 0 })
  expect(await takeBackLeases.run(world.services)).toEqual({ listed: 0, takenBack: 0 })
  expect((await leasesOf(params)).find((row) => row.leasingAgreementId === begun.agreementId)).toMatchObject({
    stage: 'OPEN',
    chooseUntil: '2026-12-31',
  })
  expect(await close()).toEqual([0, ['LEASES_LEFT']])
  expect(await payersOf(begun.agreementId)).toEqual([{ from_month: '2026-12', to_month: null, payer: 'EMPLOYER' }])
  const { count } = await db()
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', employee.userId)
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(1)
})

it('takes back a lease whose redemption was opened and never accepted', async () => {
  const of = await companyWith(2)
  const { params } = await marked(of)
  const [opened, bought] = of.leases as [Of['leases'][0], Of['leases'][0]]
  const redemption = await offered(opened)
  await accepted(await offered(bought), bought.person)
  const choices = Object.fromEntries((await leasesOf(params)).map((row) => [row.leasingAgreementId, row.choice]))
  expect([opened, bought].map(({ agreementId }) => choices[agreementId])).toEqual([null, 'REDEEM'])
  await at('2026-12-16')
  expect(await takeBackLeases.run(world.services)).toEqual({ listed: 0, takenBack: 1 })
  const { body } = await world.call(redemptions.get, { as: staff, params: { id: redemption.id } })
  expect(body).toMatchObject({ step: 'CANCELLED' })
  expect((await leasesOf(params)).find((row) => row.leasingAgreementId === opened.agreementId)).toMatchObject({
    choice: 'TAKEN_BACK',
    endsOn: '2026-12-31',
  })
})

it('gives the pay back what it had moved to the employer, when it is taken back; months of an absence stay as agreed', async () => {
  const of = await companyWith(1)
  const { params, version } = await marked(of)
  const { agreementId } = of.leases[0]!
  const absence = { month: '2027-02' as Month, payer: 'EMPLOYEE' as const, paidCents: 10_000 }
  await replacePayers(db(), world.services, { agreementId, companyId: of.companyId, months: [absence] })
  await world.ok(companyExits.confirmDeductions, { as: of.admin, params, body: { lastMonth: '2026-11', version } })
  expect(await payersOf(agreementId)).toEqual([
    { from_month: '2026-12', to_month: '2027-01', payer: 'EMPLOYER' },
    { from_month: '2027-02', to_month: '2027-02', payer: 'EMPLOYEE' },
    { from_month: '2027-03', to_month: null, payer: 'EMPLOYER' },
  ])
  await at('2026-12-10')
  const query = { version: (await read(params)).version, reason: 'Jatkaa' }
  await world.ok(companyExits.withdraw, { as: staff, params, query })
  // December has begun and stays the employer's.
  expect(await payersOf(agreementId)).toEqual([
    { from_month: '2026-12', to_month: '2026-12', payer: 'EMPLOYER' },
    { from_month: '2027-02', to_month: '2027-02', payer: 'EMPLOYEE' },
  ])
  const told = await db()
    .selectFrom('notifications')
    .select('template')
    .where('company_id', '=', of.companyId)
    .where('template', 'like', '%PayAgain')
    .execute()
  expect(told).toHaveLength(2)
})

it('lets payroll take nothing after the last confirmed month, and confirms it once', async () => {
  const of = await companyWith(1)
  const { params, version } = await marked(of)
  const confirm = (lastMonth: Month, as: Caller) =>
    world.call(companyExits.confirmDeductions, { as, params, body: { lastMonth, version } })
  expect(await confirm('2027-06', of.admin)).toMatchObject({ status: 400 })
  expect(await confirm('2026-11', stranger)).toMatchObject({ status: 404 })
  const rows = async (month: Month) => {
    world.env.setNow('2027-01-20T08:00:00Z')
    const as = await world.signIn(of.admin.userId)
    const { items } = await world.ok(reporting.rows, { as, params: { companyId: of.companyId, month } })
    world.env.setNow('2026-11-10T08:00:00Z')
    return items
  }
  expect((await rows('2026-12'))[0]).toMatchObject({ taxValue: 100, grossLowering: 100 })
  expect(await confirm('2026-11', of.admin)).toMatchObject({
    status: 200,
    body: { lastDeductionMonth: '2026-11', confirmedBy: 'EMPLOYER' },
  })
  expect((await rows('2026-11'))[0]).toMatchObject({ taxValue: 100, grossLowering: 100 })
  expect((await rows('2026-12'))[0]).toMatchObject({ taxValue: 100, grossLowering: 0 })
  const next = await read(params)
  const twice = { as: staff, params, body: { lastMonth: '2026-12', version: next.version } } as const
  expect(await world.call(companyExits.confirmDeductions, twice)).toMatchObject({
    status: 409,
    body: { details: { unmet: ['DEDUCTIONS_CONFIRMED'] } },
  })
})

it('is marked once, by staff, whoever is quicker; taken back, all goes on', async () => {
  const of = await companyWith(1)
  expect(await mark(of, {}, { as: of.admin })).toMatchObject({ status: 403 })
  expect(await mark(of, { fromDay: '2029-01-01' })).toMatchObject({ status: 400 })
  expect(await mark(of, { companyId: world.env.id() })).toMatchObject({ status: 404 })
  const one = await mark(of)
  expect(await mark(of)).toMatchObject({ status: 409, body: { code: 'COMPANY_EXIT_EXISTS' } })
  const { id, version } = one.body
  const params = { id }
  expect(await world.call(companyExits.get, { as: stranger, params })).toMatchObject({ status: 404 })
  expect((await world.ok(companyExits.list, { as: stranger })).items).toEqual([])
  expect((await world.ok(companyExits.list, { as: of.admin })).items).toMatchObject([{ id, companyId: of.companyId }])

  await at('2026-12-20')
  await takeBackLeases.run(world.services)
  expect(await read(params)).toMatchObject({ leases: { CHOSEN: 1 } })
  const withdraw = { as: staff, params, query: { version: version + 5, reason: 'Jatkaa' } }
  expect(await world.call(companyExits.withdraw, withdraw)).toMatchObject({ status: 409 })
  const done = await world.ok(companyExits.withdraw, { ...withdraw, query: { version, reason: 'Jatkaa' } })
  expect(done).toMatchObject({ state: 'WITHDRAWN', held: 0, leases: { OPEN: 1 } })
  expect((await leasesOf(params))[0]).toMatchObject({ endsOn: null, choice: null })
  expect((await mark(of, { fromDay: '2027-01-01' })).status).toBe(200)
})

it('gives the lessor, the claims and the letters as files', async () => {
  const of = await companyWith(2)
  const { params } = await marked(of)
  const { lessors } = await read(params)
  const query = { leasingCompanyId: lessors[0]!.leasingCompanyId }
  const lessorFile = await world.call(companyExits.lessorFile, { as: staff, params, query })
  expect(lessorFile.raw.toString().trim().split('\n')).toHaveLength(3)
  for (const { agreementNumber } of of.leases)
    expect(lessorFile.raw.toString()).toContain(
      `${agreementNumber};${of.name};;01.01.2026;31.12.2027;100,00;14;Ei valittu;`,
    )
  const letters = await world.call(companyExits.letters, { as: staff, params })
  const names = (await leasesOf(params)).map(({ employeeName }) => employeeName.split(' ').at(-1)!)
  const numbers = of.leases.map(({ agreementNumber }) => agreementNumber)
  const printed = [of.name, 'konkurssissa 15.11.2026 alkaen', 'Valitse viimeistään 15.12.2026']
  expect(missingInPdf(letters.raw, [...names.map((name) => `Hei ${name}`), ...numbers, ...printed])).toEqual([])
  expect(await world.call(companyExits.letters, { as: of.admin, params })).toMatchObject({ status: 403 })
  await at('2026-12-01')
  const claims = await world.call(companyExits.claimsFile, { as: staff, params })
  const owed = claims.raw.toString().trim().split('\n').slice(1)
  expect((await read(params)).held).toBe(230)
  const each = ['Laskuttamatta;T;2026-12;;100,00', 'Laskuttamatta;T;2026-12;;15,00']
  expect(owed.map((claim) => claim.trim().replace(/T-\d+/, 'T'))).toEqual([...each, ...each])
  expect(new Set(owed.map((claim) => claim.split(';')[1])).size).toBe(2)
})
