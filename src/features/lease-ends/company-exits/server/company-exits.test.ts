import { expect, it } from 'vitest'
import { redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { followRedemptions } from '#features/lease-ends/redemptions/server/jobs.ts'
import { returns } from '#features/lease-ends/returns/contract.ts'
import { followReturns } from '#features/lease-ends/returns/server/jobs.ts'
import { endLeases } from '#features/leases/agreements/server/end-job.ts'
import { draftCompany } from '#features/money/billing/server/drafts.ts'
import { recordPayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Month } from '#platform/values/days.ts'
import { buildEmployee, buildRunningLease } from '#testing/builders.ts'
import {
  at,
  companyWith,
  db,
  leasesOf,
  marked,
  type Of,
  payersOf,
  prepareExits,
  read,
  staff,
  world,
} from '#testing/cases/exit-cases.ts'
import type { Caller } from '#testing/world.ts'
import { companyExits } from '../contract.ts'
import { takeBackLeases } from './take-back-job.ts'

prepareExits()

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
  const settled = db().selectFrom('notifications').where('template', '=', 'company-exits:employerNotice.settled')
  expect(await settled.where('company_id', '=', of.companyId).select('user_id').execute()).toEqual([
    { user_id: of.admin.userId },
  ])
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
