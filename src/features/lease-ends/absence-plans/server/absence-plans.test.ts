import { afterAll, beforeAll, expect, it } from 'vitest'
import { draftCompany } from '#features/money/billing/server/drafts.ts'
import { recordPayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Month } from '#platform/values/days.ts'
import { buildCompany, buildEmployee, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { noticesOf } from '#testing/notices.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { absencePlans } from '../contract.ts'
import { followAbsencePlans } from './jobs.ts'

let world: World
let staff: Caller
let stranger: Caller

beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-05-20T08:00:00Z')
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  stranger = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: (await buildCompany(world)).companyId })
})
afterAll(() => world.close())

const db = () => world.services.database.primary

/** A lease from January 2026 to the end of 2027, 100.00 a month and a fee of 15.00, of a company with an admin. */
async function leased(kind: 'OPERATOR' | 'OTHER') {
  world.env.setNow('2026-05-20T08:00:00Z')
  const company = await buildCompany(world, {}, { lessor: { kind } })
  const admin = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: company.companyId })
  const person = await buildEmployee(world, company)
  const lease = await buildRunningLease(world, {
    company,
    employeeId: person.employeeId,
    agreement: { start_day: '2026-01-01', end_day: '2027-12-31', lease_months: 24, bike_at: 'EMPLOYEE' },
  })
  return { ...lease, companyId: company.companyId, admin, person: await world.signIn(person.userId) }
}
type Of = Awaited<ReturnType<typeof leased>>

const summer = { kind: 'PARENTAL', fromDay: '2026-06-01', toDay: '2026-08-31' } as const
const propose = (of: Of, body = {}, options: { as?: Caller; key?: string } = {}) =>
  world.call(absencePlans.create, {
    as: options.as ?? of.person,
    body: { leasingAgreementId: of.agreementId, ...summer, ...body },
    ...(options.key ? { key: options.key } : {}),
  })
const take = (
  id: string,
  version: number,
  step: 'confirm' | 'change' | 'confirmChange' | 'dropChange' | 'cancel',
  as: Caller,
  more = {},
) => world.call(absencePlans.update, { as, params: { id }, body: { step, version, ...more } })

async function confirmed(of: Of, body = {}) {
  const made = await propose(of, body)
  return (await take(made.body.id, made.body.version, 'confirm', of.admin)).body
}

async function billed(of: Of, month: Month) {
  const id = world.env.id()
  await db()
    .insertInto('billing_runs')
    .values({ id, month, status: 'DONE', created_at: world.env.now() })
    .onConflict((c) => c.doNothing())
    .execute()
  const run = await db().selectFrom('billing_runs').select('id').where('month', '=', month).executeTakeFirstOrThrow()
  await world.services.database.transaction((tx) =>
    draftCompany(tx, world.services, { id: run.id, month, since: '2026-06' }, of.companyId),
  )
  const lines = await db()
    .selectFrom('invoice_lines')
    .select(['purpose', 'gross_cents', 'source_key'])
    .where('agreement_id', '=', of.agreementId)
    .where('source_key', 'is not', null)
    .orderBy('source_key')
    .execute()
  return lines.map((line) => [line.purpose, line.source_key!.split(':')[2], line.gross_cents])
}

/** The rows of three months, once the employer has said of these that they were collected. */
async function rows(of: Of, collected: readonly string[] = []) {
  world.env.setNow('2026-09-20T08:00:00Z')
  const as = await world.signIn(of.admin.userId)
  for (const month of collected)
    await world.ok(reporting.answerCollection, {
      as,
      params: { companyId: of.companyId, leasingAgreementId: of.agreementId },
      body: { month, isCollected: true, version: null },
    })
  const found = []
  for (const month of ['2026-06', '2026-07', '2026-08'] as const) {
    const { items } = await world.ok(reporting.rows, { as, params: { companyId: of.companyId, month } })
    const row = items.find(({ agreementNumber }) => agreementNumber === of.agreementNumber)
    found.push([row?.code364, row?.code420, row?.grossLowering])
  }
  return found
}

it('three unpaid months of an operator’s lease: the employer’s, the person’s paid, the person’s unpaid', async () => {
  const of = await leased('OPERATOR')
  const plan = await confirmed(of)
  expect(plan).toMatchObject({
    state: 'CONFIRMED',
    isBilledToPerson: true,
    months: [
      { month: '2026-06', payer: 'EMPLOYER', instalment: 100, personPays: 0 },
      { month: '2026-07', payer: 'EMPLOYEE', instalment: 100, personPays: 100 },
      { month: '2026-08', payer: 'EMPLOYEE', instalment: 100, personPays: 100 },
    ],
  })
  const june = [
    ['FEE', '2026-06', 1_500],
    ['INSTALMENT', '2026-06', 10_000],
  ]
  expect(await billed(of, '2026-06')).toEqual(june)
  world.env.setNow('2026-07-01T05:30:00Z')
  expect(await followAbsencePlans.run(world.services)).toMatchObject({ billed: 1 })
  expect(await followAbsencePlans.run(world.services)).toMatchObject({ billed: 0, handedBack: 0 })
  const bills = await db()
    .selectFrom('invoices')
    .select(['purpose', 'party', 'total_cents', 'due_day'])
    .where('agreement_id', '=', of.agreementId)
    .execute()
  expect(bills).toEqual([{ purpose: 'ABSENCE', party: 'PERSON', total_cents: 10_000, due_day: '2026-07-15' }])
  const july = [june[0], ['FEE', '2026-07', 1_500], june[1]]
  expect(await billed(of, '2026-07')).toEqual(july)

  world.env.setNow('2026-07-29T05:30:00Z')
  expect(await followAbsencePlans.run(world.services)).toMatchObject({ handedBack: 0 })
  world.env.setNow('2026-07-30T05:30:00Z')
  expect(await followAbsencePlans.run(world.services)).toMatchObject({ handedBack: 1 })
  expect(await followAbsencePlans.run(world.services)).toMatchObject({ handedBack: 0 })
  const august = await billed(of, '2026-08')
  expect(august).toContainEqual(['INSTALMENT', '2026-07', 10_000])
  expect(august).not.toContainEqual(['INSTALMENT', '2026-08', 10_000])
  expect(await rows(of, ['2026-08'])).toEqual([
    [100, 0, 0],
    [100, 0, 0],
    [0, 100, 0],
  ])
})

it('the same months of another lessor’s lease: the employer collects, nobody is billed by us', async () => {
  const of = await leased('OTHER')
  expect(await confirmed(of)).toMatchObject({ isBilledToPerson: false })
  world.env.setNow('2026-07-01T05:30:00Z')
  expect(await followAbsencePlans.run(world.services)).toMatchObject({ billed: 0 })
  expect((await billed(of, '2026-07')).map(([purpose]) => purpose)).toEqual(['FEE', 'FEE'])
  expect(await rows(of, ['2026-07', '2026-08'])).toEqual([
    [100, 0, 0],
    [0, 100, 0],
    [0, 100, 0],
  ])
})

it('a bill that is paid in part: the person keeps what was paid, the employer’s next run bills the rest', async () => {
  const of = await leased('OPERATOR')
  await confirmed(of)
  world.env.setNow('2026-07-01T05:30:00Z')
  await followAbsencePlans.run(world.services)
  const { id: invoiceId } = await db()
    .selectFrom('invoices')
    .select('id')
    .where('agreement_id', '=', of.agreementId)
    .executeTakeFirstOrThrow()
  await world.services.database.transaction((tx) =>
    recordPayment(tx, world.services, {
      actor: systemActor,
      payment: {
        invoiceId,
        direction: 'IN',
        amountCents: 4_000,
        paidDay: '2026-07-01',
        method: 'BANK',
        source: 'part',
      },
    }),
  )
  await billed(of, '2026-07')
  world.env.setNow('2026-07-30T05:30:00Z')
  expect(await followAbsencePlans.run(world.services)).toMatchObject({ handedBack: 1 })
  expect(await billed(of, '2026-08')).toContainEqual(['INSTALMENT', '2026-07', 6_000])
  expect((await rows(of))[1]).toEqual([60, 40, 0])
})

it('what another lessor’s employer has not collected of a month is its own, as it says itself', async () => {
  const of = await leased('OTHER')
  const { id, version } = await confirmed(of)
  world.env.setNow('2026-07-20T08:00:00Z')
  const [admin, person] = [await world.signIn(of.admin.userId), await world.signIn(of.person.userId)]
  const [other, reader] = [await world.signIn(stranger.userId), await world.signIn(staff.userId)]
  const collect = (as: Caller, body: object = {}, key?: string) =>
    world.call(absencePlans.collect, {
      as,
      params: { id },
      body: { version, month: '2026-07', paid: 30, ...body },
      ...(key ? { key } : {}),
    })
  expect(await collect(person)).toMatchObject({ status: 403, body: { code: 'ABSENCE_PLAN_STEP_NOT_PERMITTED' } })
  expect((await collect(other)).status).toBe(404)
  expect((await collect(reader)).status).toBe(403)
  expect((await collect(admin, { paid: 100.01 })).body).toMatchObject({ fields: [{ path: 'paid', limit: 100 }] })
  expect((await collect(admin, { month: '2026-06' })).status).toBe(404)
  expect((await collect(admin, { month: '2026-08' })).body).toMatchObject({ code: 'ABSENCE_PLAN_STEP_NOT_ALLOWED' })
  const once = await collect(admin, {}, 'collected')
  expect(once.body.months[1]).toMatchObject({ month: '2026-07', personPays: 30, handedBack: true, mayCollect: true })
  expect((await collect(admin, {}, 'collected')).body).toEqual(once.body)
  const told = await db().selectFrom('notifications').select('template').where('user_id', '=', person.userId).execute()
  expect(told.map(({ template }) => template)).toContain('absence-plans:notice.collected')
  expect(await rows(of, ['2026-08'])).toEqual([
    [100, 0, 0],
    [70, 30, 0],
    [0, 100, 0],
  ])
})

it('is confirmed by the other side, changed for later months, and cancelled before it begins', async () => {
  const of = await leased('OPERATOR')
  const { body: made } = await propose(of)
  expect(made.waitingFor).toEqual(['EMPLOYER'])
  expect(await take(made.id, made.version, 'confirm', of.person)).toMatchObject({ status: 409 })
  expect(await take(made.id, made.version, 'confirm', staff)).toMatchObject({ status: 403 })
  expect(await take(made.id, made.version, 'confirm', stranger)).toMatchObject({ status: 404 })
  const twice = await Promise.all([1, 2].map(() => take(made.id, made.version, 'confirm', of.admin)))
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const changed = await take(made.id, made.version + 1, 'change', of.admin, { toDay: '2026-07-15' })
  expect(changed.body).toMatchObject({ state: 'CHANGED', askedToDay: '2026-07-15', waitingFor: ['EMPLOYEE'] })
  const agreed = await take(made.id, changed.body.version, 'confirmChange', of.person)
  expect(agreed.body).toMatchObject({ state: 'CONFIRMED', toDay: '2026-07-15' })
  expect(agreed.body.months.map(({ month }) => month)).toEqual(['2026-06', '2026-07'])
  const cancelled = await take(made.id, agreed.body.version, 'cancel', of.person)
  expect(cancelled.body).toMatchObject({ state: 'CANCELLED', months: [] })
  expect(await rows(of)).toEqual([
    [100, 0, 100],
    [100, 0, 100],
    [100, 0, 100],
  ])
})

it('has another reason named, tells why somebody is absent to the person and the employer’s admin alone, and forgets it after a year', async () => {
  const of = await leased('OPERATOR')
  for (const text of [undefined, null, ' ']) {
    const unnamed = await propose(of, { kind: 'OTHER', text })
    expect([unnamed.status, unnamed.body.fields?.map(({ path }) => path)]).toEqual([400, ['text']])
  }
  const { body: made } = await propose(of, { kind: 'OTHER', text: 'Vuorotteluvapaa' })
  const params = { id: made.id }
  expect(await world.ok(absencePlans.get, { as: of.admin, params })).toMatchObject({
    kind: 'OTHER',
    text: 'Vuorotteluvapaa',
  })
  expect(made).toMatchObject({ kind: 'OTHER' })
  const seen = await world.ok(absencePlans.get, { as: staff, params })
  expect([seen.kind, seen.text]).toEqual([undefined, undefined])
  expect(JSON.stringify(await world.ok(absencePlans.list, { as: staff }))).not.toContain('Vuorotteluvapaa')
  world.env.setNow('2027-09-01T05:30:00Z')
  await followAbsencePlans.run(world.services)
  const kept = await db()
    .selectFrom('absence_plans')
    .select(['absence_kind', 'absence_text'])
    .where('id', '=', made.id)
    .execute()
  expect(kept).toEqual([{ absence_kind: null, absence_text: null }])
})

it('refuses days outside the lease and a second plan, and repeats nothing', async () => {
  const of = await leased('OPERATOR')
  expect(await propose(of, { toDay: '2026-05-01' })).toMatchObject({
    status: 409,
    body: { details: { unmet: ['DAYS_NOT_POSSIBLE'] } },
  })
  expect(await propose(of, {}, { as: stranger })).toMatchObject({ status: 404 })
  expect(await propose(of, {}, { as: staff })).toMatchObject({ status: 403 })
  const key = 'c0000000-0000-4000-8000-000000000271'
  const made = await propose(of, {}, { key })
  expect((await propose(of, {}, { key })).body).toEqual(made.body)
  expect(await propose(of)).toMatchObject({ status: 409, body: { code: 'ABSENCE_PLAN_EXISTS' } })
})

it('lets the notice of a plan follow it: open while the employer is awaited, done once it has answered', async () => {
  const of = await leased('OPERATOR')
  const made = await propose(of)
  const [open] = await noticesOf(world, of.admin)
  expect(open).toMatchObject({ done: false, read: false })
  await take(made.body.id, made.body.version, 'confirm', of.admin)
  expect((await noticesOf(world, of.admin)).map(({ title, done }) => [title, done])).toContainEqual([
    `Hoidettu: ${open!.title}`,
    true,
  ])
})
