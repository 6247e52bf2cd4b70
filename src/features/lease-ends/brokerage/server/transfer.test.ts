import { execFileSync, spawnSync } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '#features/ground/sessions/server/password-hash.ts'
import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import { claimRows } from '#features/lease-ends/insurance-claims/server/record.ts'
import { lifeEventCalls } from '#features/lease-ends/life-events/contract.ts'
import { redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { redemptionRows } from '#features/lease-ends/redemptions/server/record.ts'
import { agreementsToReturn } from '#features/lease-ends/returns/server/record.ts'
import { agreements } from '#features/leases/agreements/contract.ts'
import { endLeases } from '#features/leases/agreements/server/end-job.ts'
import { leaseChanges } from '#features/leases/lease-changes/contract.ts'
import { applyPaymentChanges } from '#features/leases/lease-changes/server/apply-job.ts'
import { billing } from '#features/money/billing/contract.ts'
import { draftCompany } from '#features/money/billing/server/drafts.ts'
import { continueBilling } from '#features/money/billing/server/run-job.ts'
import { verifyLog } from '#features/operations/event-log/server/verify.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { type Month, NO_LAST_DAY } from '#platform/values/days.ts'
import {
  assignRole,
  buildCompany,
  buildEmployee,
  buildGroup,
  buildLessor,
  buildRunningLease,
  buildUser,
  signedInAs,
  verifiedPhone,
} from '#testing/builders.ts'
import { notOffered } from '#testing/lists/task-offers.ts'
import { wronglyDated } from '#testing/lists/task-since.ts'
import { newestCode } from '#testing/mailbox.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { brokerage, type CaseView } from '../contract.ts'
import type { BrokerageStep } from '../rules/words.ts'
import type { TransferParty } from '../rules.ts'
import { followBrokerages } from './jobs.ts'

const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0
if (process.env.CI && !hasPoppler) throw new Error('Install poppler-utils: a build server leaves no test out.')

const password = 'kolme-pyoraa-ja-silta'
const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from([0, 0, 0, 0, ...Buffer.from('IEND'), 0, 0, 0, 0]),
])

let world: World
let staff: Caller
let password_hash: string
beforeAll(async () => {
  world = await openWorld()
  password_hash = await hashPassword(password)
  world.env.setNow('2026-11-10T08:00:00Z')
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
})
afterAll(() => world.close())

const db = () => world.services.database.primary

async function admin(companyId: string) {
  const { userId } = await buildUser(world, { password_hash })
  await assignRole(world, userId, 'EMPLOYER_ADMIN', { companyId })
  return world.signIn(userId)
}

/** Two companies of one lessor, in one group if wanted: somebody of the first has a leased bicycle, and somebody works for the other. */
async function couple({ allows_brokerage = true, group_company_id = null as string | null } = {}) {
  world.env.setNow('2026-11-10T08:00:00Z')
  staff = await world.signIn(staff.userId)
  const { leasingCompanyId } = await buildLessor(world, { kind: 'OPERATOR' })
  const giving = await buildCompany(
    world,
    { leasing_company_id: leasingCompanyId, group_company_id },
    { policy: { allows_brokerage } },
  )
  const taking = await buildCompany(world, { leasing_company_id: leasingCompanyId, group_company_id })
  const signer = () => ({ password_hash, ...verifiedPhone(world) })
  const from = await buildEmployee(world, giving, {}, signer())
  const to = await buildEmployee(world, taking, {}, signer())
  const lease = await buildRunningLease(world, {
    company: giving,
    employeeId: from.employeeId,
    agreement: {
      start_day: '2026-01-01',
      lease_months: 36,
      end_day: '2028-12-31',
      bike_at: 'EMPLOYEE',
      commitment_day: '2025-12-15',
      tax_regime: 'EXEMPT_2025',
      buy_out_cents: Array.from({ length: 36 }, (_, month) => 100_000 - month * 2_000),
    },
  })
  const callers = {
    SELLER: await world.signIn(from.userId),
    TAKER: await world.signIn(to.userId),
    SELLER_EMPLOYER: await admin(giving.companyId),
    TAKER_EMPLOYER: await admin(taking.companyId),
  }
  return { giving, taking, from, to, lease, callers, leasingCompanyId }
}
type Couple = Awaited<ReturnType<typeof couple>>

/** Follows one offer of a couple from its first answer on. */
function following(of: Couple, first: CaseView) {
  const params = { id: first.bikeBrokerageId }
  let one = first
  const attempt = (as: Caller, step: BrokerageStep, more: object = {}) =>
    world.call(brokerage.update, { as, params, body: { step, version: one.version, ...more } })
  const take = async (as: Caller, step: BrokerageStep, more: object = {}) => {
    const { status, body } = await attempt(as, step, more)
    expect(status, `${step} ${JSON.stringify(body)}`).toBe(200)
    one = body as CaseView
    return one
  }
  return { ...of, params, attempt, take, now: () => one }
}
type Case = ReturnType<typeof following>

/** A bicycle on offer to everybody that somebody of another company has reserved. */
async function reserved() {
  const of = await couple()
  const { callers, lease } = of
  const { bikeBrokerageId: id } = await world.ok(brokerage.create, {
    as: callers.SELLER,
    body: { leasingAgreementId: lease.agreementId, text: 'Hyvä pyörä, huollettu keväällä.', municipality: 'Vantaa' },
  })
  const way = following(of, await world.ok(brokerage.addPhoto, { as: callers.SELLER, params: { id }, body: PNG }))
  await way.take(callers.SELLER, 'submit')
  await way.take(staff, 'list')
  await way.take(callers.TAKER, 'reserve')
  return way
}

/** Everybody has said yes, and the document is out for signing. */
async function prepared(of: Case) {
  const { callers, take } = of
  if (of.now().step === 'RESERVED') await take(callers.SELLER, 'startTransfer')
  await take(callers.SELLER_EMPLOYER, 'agreeToGive')
  await take(callers.TAKER_EMPLOYER, 'agreeToTake')
  return take(staff, 'approveByLessor', { lessorReference: 'R-1', lessorDay: '2026-11-10' })
}

async function sign(
  { callers, params }: Case,
  party: TransferParty,
  documentSha256: string,
  as = callers[party],
  key?: string,
) {
  const isPerson = party === 'SELLER' || party === 'TAKER'
  const user = await db().selectFrom('users').selectAll().where('id', '=', as.userId).executeTakeFirstOrThrow()
  if (isPerson) {
    const asked = await world.call(brokerage.signingCode, { as, params, body: { party, documentSha256 } })
    if (asked.status !== 200) return asked
  }
  return world.call(brokerage.sign, {
    as,
    params,
    ...(key ? { key } : {}),
    body: {
      party,
      documentSha256,
      password,
      typedName: `${user.first_name} ${user.last_name}`,
      ...(isPerson ? { code: await newestCode(world, as.userId) } : { position: 'Toimitusjohtaja' }),
    },
  })
}
const emailOf = async ({ userId }: Caller) =>
  (await db().selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email
const waiting = async (as: Caller) => {
  const { data } = await world.ok(tasks.list, { as })
  expect(await wronglyDated(world, data)).toEqual([])
  expect(await notOffered(world, as, data)).toEqual([])
  return data.map(({ action }) => action).filter((action) => /Offer|Transfer/.test(action))
}
const parties = ['SELLER', 'SELLER_EMPLOYER', 'TAKER', 'TAKER_EMPLOYER'] as const
const agreementsOf = (companyId: string) =>
  db().selectFrom('leasing_agreements').selectAll().where('company_id', '=', companyId).execute()
const nightly = async () => {
  await endLeases.run(world.services)
  await followBrokerages.run(world.services)
}
async function billed(month: string, companyId: string) {
  const run = await world.ok(billing.start, { as: staff, body: { month } })
  await continueBilling.run(world.services)
  const params = { id: run.billingRunId }
  const { items, version } = await world.ok(billing.run, { as: staff, params })
  await world.ok(billing.approve, { as: staff, params, body: { version } })
  await continueBilling.run(world.services)
  return items.filter((item) => item.companyId === companyId)
}

/** The agreements at which the log does not prove a signature. */
const forged = async () => {
  const { faults } = await verifyLog(db(), [])
  return faults.filter(({ fault }) => fault === 'SIGNATURE').map(({ subjectId }) => subjectId)
}

describe('a transfer between two companies of one lessor', () => {
  it('leaves signatures with their evidence, which the log proves in the agreement that ends and in the one that begins', async () => {
    const of = await reserved()
    const { callers, take, params, lease } = of
    await take(callers.SELLER, 'startTransfer')
    await take(callers.SELLER_EMPLOYER, 'agreeToGive')
    await take(callers.TAKER_EMPLOYER, 'agreeToTake')
    const { documentSha256 } = await take(staff, 'approveByLessor', { lessorReference: 'R-9' })
    for (const party of parties) expect((await sign(of, party, documentSha256!)).status, party).toBe(200)
    const { newAgreementId } = await world.ok(brokerage.get, { as: callers.TAKER, params })
    const [paper] = (await world.ok(agreements.documents, { as: callers.TAKER })).data
    const file = { as: callers.TAKER, params: { id: paper!.signedDocumentId } }
    const { raw } = await world.call(agreements.file, file)
    if (hasPoppler) {
      const text = execFileSync('pdftotext', ['-raw', '-', '-'], { input: Buffer.from(raw) }).toString('utf8')
      const words = text.replace(/\s+/g, ' ')
      // Both people by what they had verified and when, both employers by their password, and all the same document.
      expect(
        words.match(/numeroon, jonka allekirjoittaja on vahvistanut \d+\.\d+\.\d{4}, \d+ päivää? aiemmin/g),
      ).toHaveLength(2)
      expect(words.match(/Salasana uudelleen/g)).toHaveLength(4)
      expect(words).toContain(documentSha256!.slice(0, 32))
    }
    const own = await forged()
    for (const id of [lease.agreementId, newAgreementId]) expect(own).not.toContain(id)
    const earlier = { signed_at: sql<Date>`signed_at - interval '1 day'` }
    await db().updateTable('transfer_signatures').set(earlier).where('party', '=', 'SELLER').execute()
    expect(await forged()).toContain(lease.agreementId)
    await db().updateTable('signatures').set(earlier).where('leasing_agreement_id', '=', newAgreementId).execute()
    expect(await forged()).toContain(newAgreementId)
  })

  it('asks both employers and the lessor, is signed by all four, and each month is billed and kept once', async () => {
    const of = await reserved()
    const { callers, take, attempt, params, giving, taking, lease } = of
    expect((await world.call(brokerage.get, { as: callers.SELLER_EMPLOYER, params })).status).toBe(404)
    expect((await attempt(callers.TAKER, 'startTransfer')).body).toMatchObject({ code: 'BROKERAGE_STEP_NOT_PERMITTED' })
    const begun = await take(callers.SELLER, 'startTransfer')
    expect(begun).toMatchObject({
      step: 'TRANSFER',
      transferBy: '2026-11-24',
      waitingFor: ['SELLER_EMPLOYER', 'TAKER_EMPLOYER', 'STAFF'],
      takerCompany: taking.name,
      taxChange: { from: 'EXEMPT_2025', to: 'TAXABLE' },
    })
    expect((await attempt(callers.SELLER_EMPLOYER, 'agreeToTake')).body).toMatchObject({
      code: 'BROKERAGE_STEP_NOT_PERMITTED',
    })
    for (const [who, step, unmet] of [
      ['SELLER_EMPLOYER', 'agreeToGive', 'GIVER_AGREED_ALREADY'],
      ['TAKER_EMPLOYER', 'agreeToTake', 'TAKER_AGREED_ALREADY'],
    ] as const) {
      const { allowedSteps } = await take(callers[who], step)
      expect(allowedSteps.filter((one) => one.step === step && one.allowed)).toEqual([])
      expect(await attempt(callers[who], step), 'an employer agrees once').toMatchObject({
        status: 409,
        body: { details: { unmet: [unmet] } },
      })
    }
    expect((await attempt(staff, 'approveByLessor')).body).toMatchObject({
      details: { unmet: ['LESSOR_REFERENCE_MISSING'] },
    })
    const ready = await take(staff, 'approveByLessor', { lessorReference: 'R-1' })
    expect(ready).toMatchObject({ unsigned: [...parties], waitingFor: expect.arrayContaining([...parties]) })
    const hash = ready.documentSha256!
    const document = await world.call(brokerage.document, { as: callers.TAKER_EMPLOYER, params })
    expect(document.raw.subarray(0, 4).toString()).toBe('%PDF')

    expect((await sign(of, 'TAKER', hash, callers.SELLER)).status).toBe(403)
    expect((await sign(of, 'TAKER', '0'.repeat(64))).body).toMatchObject({ code: 'VERSION_CONFLICT' })
    for (const party of parties) expect((await sign(of, party, hash)).status, party).toBe(200)
    expect((await sign(of, 'SELLER', hash)).body).toMatchObject({ code: 'SIGNING_NOT_ALLOWED' })
    const done = await world.ok(brokerage.get, { as: callers.TAKER, params })
    expect(done).toMatchObject({ step: 'DONE', status: 'COMPLETED', startsOn: '2026-12-01', unsigned: [] })
    const ofTaker = { as: callers.TAKER, params: { id: done.newAgreementId! } }
    expect(await world.ok(agreements.get, ofTaker)).toMatchObject({ leaseState: 'NOT_STARTED', startDay: '2026-12-01' })
    expect(await world.ok(brokerage.get, { as: callers.SELLER, params })).toMatchObject({ newAgreementId: null })
    expect((await world.call(agreements.get, { ...ofTaker, as: callers.SELLER })).status).toBe(404)
    const [before] = await agreementsOf(giving.companyId)
    expect(before).toMatchObject({ ends_on: '2026-11-30', ends_as: 'TRANSFERRED', lease_state: 'ACTIVE' })
    await billed('2026-11', giving.companyId)

    world.env.setNow('2026-12-01T04:30:00Z')
    await nightly()
    staff = await world.signIn(staff.userId)
    const [old] = await agreementsOf(giving.companyId)
    const [next] = await agreementsOf(taking.companyId)
    expect(old).toMatchObject({ lease_state: 'ENDED', end_reason: 'TRANSFERRED', ended_day: '2026-11-30' })
    expect(next).toMatchObject({
      lease_state: 'ACTIVE',
      status: 'SIGNED',
      order_id: null,
      start_day: '2026-12-01',
      end_day: '2028-12-31',
      lease_months: 25,
      leasing_company_id: of.leasingCompanyId,
      previous_agreement_id: lease.agreementId,
      chain_id: old!.chain_id,
      tax_regime: 'TAXABLE',
      commitment_day: '2026-11-10',
      price_cents: 80_000,
    })
    expect(next!.buy_out_cents.map(Number)).toEqual(old!.buy_out_cents.slice(11).map(Number))
    expect(await billed('2026-12', giving.companyId)).toEqual([])
    world.env.setNow('2026-12-02T08:00:00Z')
    staff = await world.signIn(staff.userId)
    const rows = async (companyId: string, month: string) =>
      (await world.ok(reporting.rows, { as: staff, params: { companyId, month }, query: {} })).items.map(
        ({ event, agreementId, instalment }) => ({ event, agreementId, instalment }),
      )
    expect(await rows(taking.companyId, '2026-12')).toMatchObject([{ event: 'NEW', agreementId: next!.id }])
    expect((await rows(giving.companyId, '2026-12')).every(({ event }) => event === 'ENDED')).toBe(true)
    const lines = await db()
      .selectFrom('invoice_lines')
      .select(['agreement_id', 'source_key'])
      .where('purpose', '=', 'INSTALMENT')
      .where('agreement_id', 'in', [old!.id, next!.id])
      .execute()
    expect(lines.map((line) => [line.agreement_id === old!.id, line.source_key!.split(':')[2]])).toEqual([
      [true, '2026-11'],
      [false, '2026-12'],
    ])
    const documents = await db()
      .selectFrom('signed_documents')
      .select(['company_id', 'kind', 'sealed'])
      .where('leasing_agreement_id', 'in', [old!.id, next!.id])
      .execute()
    expect(documents).toHaveLength(2)
  })

  it('takes its bicycle along: name and frame number, and a value that falls from when it was new', async () => {
    const of = await reserved()
    const bike = { bike_brand: 'Helkama', bike_model: 'Jopo', frame_number: `RUNKO-${of.lease.orderId.slice(-8)}` }
    await db().updateTable('orders').set(bike).where('id', '=', of.lease.orderId).execute()
    const { documentSha256 } = await prepared(of)
    for (const party of parties) expect((await sign(of, party, documentSha256!)).status, party).toBe(200)
    world.env.setNow('2026-12-01T04:30:00Z')
    await nightly()
    world.env.setNow('2026-12-05T08:00:00Z')
    staff = await world.signIn(staff.userId)
    const taker = await world.signIn(of.callers.TAKER.userId)
    const [next] = await agreementsOf(of.taking.companyId)
    const body = { leasingAgreementId: next!.id }
    expect((await world.ok(lifeEventCalls.leases, { as: taker, query: {} })).items).toMatchObject([
      { bike: 'Helkama Jopo', isTakenOver: true },
    ])
    // 60 per cent of 1,200.00 after a year, although the lease goes on from 800.00 since this month.
    const quote = await world.ok(redemptions.quote, { as: taker, query: { ...body, endMonth: '2026-12' } })
    expect(quote).toMatchObject({ price: 780, fairValue: 720, taxableDifference: 0 })
    const redemption = await world.ok(redemptions.create, { as: taker, body: { ...body, reason: 'OWN_WISH' } })
    expect(redemption).toMatchObject({ bike: 'Helkama Jopo', fairValue: 720 })
    const bikes = await world.services.database.transaction((tx) =>
      redemptionRows(tx, scopeOfAll).where('r.id', '=', redemption.id).executeTakeFirstOrThrow(),
    )
    expect(bikes).toMatchObject(bike)
    const claim = await world.ok(insuranceClaims.create, {
      as: taker,
      body: { ...body, beneficiaryEmployeeId: of.to.employeeId, type: 'THEFT' },
    })
    // The cover has fallen twelve months' per cents.
    expect(claim).toMatchObject({ bike: 'Helkama Jopo', cover: 1_056 })
    const again = await claimRows(db(), scopeOfAll).where('k.id', '=', claim.insuranceId).executeTakeFirstOrThrow()
    expect(again).toMatchObject({ frame_number: bike.frame_number })
    // What happened before the lease was the taker's is not theirs to report.
    const happened = (happenedDay: string) => {
      const params = { id: claim.insuranceId }
      const version = claim.version
      return world.call(insuranceClaims.report, { as: taker, params, body: { version, happenedDay } })
    }
    expect((await happened('2026-11-30')).body).toMatchObject({
      fields: [{ path: 'happenedDay', code: 'TOO_SMALL', limit: '2026-12-01' }],
    })
    expect((await happened('2026-12-01')).status).toBe(200)
    const offer = await agreementsToReturn(db(), scopeOfAll).where('a.id', '=', next!.id).executeTakeFirstOrThrow()
    expect(offer).toMatchObject(bike)
    // The former lease keeps its own.
    const before = await agreementsToReturn(db(), scopeOfAll).where('a.id', '=', of.lease.agreementId).execute()
    expect(before).toMatchObject([{ order_id: of.lease.orderId, ...bike }])
  })

  it('is drafted and signed anew when the payment changes meanwhile, and names the sum that holds', async () => {
    const of = await reserved()
    const { callers, params, lease } = of
    const first = await prepared(of)
    expect(first.instalment).toBe(100)
    for (const party of ['SELLER', 'TAKER'] as const)
      expect((await sign(of, party, first.documentSha256!)).status).toBe(200)
    const change = { serviceShare: 25, reason: 'Huolto laajenee.', fromMonth: '2026-12' }
    const { version } = (await agreementsOf(of.giving.companyId))[0]!
    const { agreementNumber } = lease
    await world.ok(leaseChanges.changePayment, {
      as: staff,
      params: { id: lease.agreementId },
      body: { ...change, version, confirmation: agreementNumber },
    })
    const second = await world.ok(brokerage.get, { as: callers.TAKER, params })
    expect(second).toMatchObject({ step: 'TRANSFER', instalment: 103, unsigned: [...parties] })
    expect(second.documentSha256).not.toBe(first.documentSha256)
    expect((await sign(of, 'SELLER_EMPLOYER', first.documentSha256!)).body).toMatchObject({ code: 'VERSION_CONFLICT' })
    const told = await db()
      .selectFrom('notifications')
      .select('user_id')
      .where('template', '=', 'brokerage:notice.taker.redraft')
      .where('user_id', '=', callers.TAKER.userId)
      .execute()
    expect(told).toHaveLength(1)
    for (const party of parties) expect((await sign(of, party, second.documentSha256!)).status, party).toBe(200)
    expect(await world.ok(brokerage.get, { as: callers.TAKER, params })).toMatchObject({ step: 'DONE' })
    const opened = await agreementsOf(of.taking.companyId)
    expect(opened.map(({ status, void_at }) => [status, void_at !== null])).toEqual(
      expect.arrayContaining([
        ['PENDING', true],
        ['SIGNED', false],
      ]),
    )
    world.env.setNow('2026-12-01T04:30:00Z')
    await applyPaymentChanges.run(world.services)
    await nightly()
    const begun = (await agreementsOf(of.taking.companyId)).find(({ status }) => status === 'SIGNED')
    expect(begun).toMatchObject({ lease_state: 'ACTIVE', instalment_cents: 10_300 })
  })

  it('keeps the frame number of its bicycle to itself until the last lease of it has ended', async () => {
    const of = await reserved()
    const frame_number = `LOHI ${of.lease.orderId.slice(-8)}`
    await db().updateTable('orders').set({ frame_number }).where('id', '=', of.lease.orderId).execute()
    const { documentSha256 } = await prepared(of)
    for (const party of parties) expect((await sign(of, party, documentSha256!)).status, party).toBe(200)
    world.env.setNow('2026-12-01T04:30:00Z')
    await nightly()
    const other = await buildRunningLease(world, { company: of.giving })
    const same = (id: string) =>
      db()
        .updateTable('orders')
        .set({ frame_number: frame_number.toLowerCase().replace(' ', '-') })
        .where('id', '=', id)
    await expect(same(other.orderId).execute()).rejects.toThrow('orders_frame_key')
    const [next] = await agreementsOf(of.taking.companyId)
    const ended = { lease_state: 'ENDED', ended_day: '2026-12-31', end_reason: 'RETURNED' } as const
    await db().updateTable('leasing_agreements').set(ended).where('id', '=', next!.id).execute()
    await same(other.orderId).execute()
  })

  it('is offered at the payment that has been decided before, and at a later one from the month before it', async () => {
    const of = await couple()
    const change = async (fromMonth: string, serviceShare: number) => {
      const { version } = (await agreementsOf(of.giving.companyId))[0]!
      const confirmation = of.lease.agreementNumber
      const body = { serviceShare, reason: 'Huolto laajenee.', fromMonth, version, confirmation }
      await world.ok(leaseChanges.changePayment, { as: staff, params: { id: of.lease.agreementId }, body })
    }
    await change('2026-12', 25)
    await change('2027-01', 30)
    const offer = {
      leasingAgreementId: of.lease.agreementId,
      text: 'Hyvä pyörä, huollettu keväällä.',
      municipality: 'Vantaa',
    }
    const made = await world.ok(brokerage.create, { as: of.callers.SELLER, body: offer })
    expect(made.instalment).toBe(103)
    const shown = async () =>
      (await world.ok(brokerage.get, { as: staff, params: { id: made.bikeBrokerageId } })).instalment
    expect(await shown()).toBe(103)
    world.env.setNow('2026-12-01T04:30:00Z')
    staff = await world.signIn(staff.userId)
    await nightly()
    expect(await shown()).toBe(108)
  })

  it('is refused by the lessor: the lease goes on, nothing of the transfer stands, and the rider is told', async () => {
    const of = await reserved()
    const { callers, take, giving, taking } = of
    await take(callers.SELLER, 'startTransfer')
    expect(await take(staff, 'refuseByLessor')).toMatchObject({ step: 'WITHDRAWN', closedReason: 'LESSOR_REFUSES' })
    const [lease] = await agreementsOf(giving.companyId)
    expect(lease).toMatchObject({ lease_state: 'ACTIVE', ends_on: null })
    expect(await agreementsOf(taking.companyId)).toEqual([])
    const told = await db()
      .selectFrom('notifications')
      .select('template')
      .where('user_id', '=', callers.SELLER.userId)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(told?.template).toBe('brokerage:notice.seller.refuseByLessor')
  })

  it('comes to nothing by a refusal, or when fourteen days have passed, and the bicycle is on offer again', async () => {
    const of = await reserved()
    const { callers, take, attempt, taking } = of
    await prepared(of)
    expect((await attempt(callers.TAKER_EMPLOYER, 'refuseTransfer')).body).toMatchObject({
      details: { unmet: ['REASON_MISSING'] },
    })
    await take(callers.TAKER_EMPLOYER, 'refuseTransfer', { reason: 'Ei nyt.' })
    expect(await agreementsOf(taking.companyId)).toMatchObject([{ status: 'PENDING', void_at: expect.any(Date) }])
    const listed = await world.ok(brokerage.get, { as: callers.SELLER, params: of.params })
    expect(listed).toMatchObject({ step: 'LISTED', transferBy: null, takerName: null })

    const next = await reserved()
    await prepared(next)
    await sign(next, 'SELLER', next.now().documentSha256!)
    world.env.setNow('2026-11-24T20:00:00Z')
    await followBrokerages.run(world.services)
    const stepOf = async () =>
      (
        await db()
          .selectFrom('bike_brokerages')
          .select('step')
          .where('id', '=', next.params.id)
          .executeTakeFirstOrThrow()
      ).step
    expect(await stepOf()).toBe('TRANSFER')
    world.env.setNow('2026-11-25T08:00:00Z')
    await followBrokerages.run(world.services)
    expect(await stepOf()).toBe('LISTED')
  })

  it('asks nobody to agree, and lapses in the night, once no month would be left', async () => {
    const of = await reserved()
    await of.take(of.callers.SELLER, 'startTransfer')
    await db()
      .updateTable('bike_brokerages')
      .set({ lease_end_day: '2026-12-31' })
      .where('id', '=', of.params.id)
      .execute()
    world.env.setNow('2026-11-21T08:00:00Z')
    for (const [who, step] of [
      ['SELLER_EMPLOYER', 'agreeToGive'],
      ['TAKER_EMPLOYER', 'agreeToTake'],
    ] as const)
      expect((await of.attempt(of.callers[who], step)).body).toMatchObject({
        details: { step, unmet: ['LEASE_ENDS_FIRST'] },
      })
    await followBrokerages.run(world.services)
    // On offer again, and over in the same way.
    await followBrokerages.run(world.services)
    expect(await world.ok(brokerage.get, { as: of.callers.SELLER, params: of.params })).toMatchObject({
      step: 'EXPIRED',
    })
  })

  it('is not completed for somebody who leaves meanwhile: the last signature is refused and not kept', async () => {
    const of = await reserved()
    const { documentSha256 } = await prepared(of)
    for (const party of ['SELLER', 'SELLER_EMPLOYER', 'TAKER'] as const)
      expect((await sign(of, party, documentSha256!)).status).toBe(200)
    const leaving = (last_working_day: string) =>
      db().updateTable('beneficiary_employees').set({ last_working_day }).where('id', '=', of.to.employeeId).execute()
    await leaving('2027-06-30')
    const last = await sign(of, 'TAKER_EMPLOYER', documentSha256!)
    expect(last).toMatchObject({ status: 409, body: { details: { unmet: ['TAKER_LEAVES_BEFORE_END'] } } })
    const { step, unsigned } = await world.ok(brokerage.get, { as: of.callers.TAKER, params: of.params })
    expect({ step, unsigned }).toEqual({ step: 'TRANSFER', unsigned: ['TAKER_EMPLOYER'] })
    await leaving(NO_LAST_DAY)
    expect((await sign(of, 'TAKER_EMPLOYER', documentSha256!)).body).toMatchObject({ step: 'DONE' })
  })

  it('does not begin for a bicycle that is lost before its first day', async () => {
    const of = await reserved()
    const { documentSha256 } = await prepared(of)
    for (const party of parties) expect((await sign(of, party, documentSha256!)).status).toBe(200)
    await world.ok(insuranceClaims.create, {
      as: of.callers.SELLER,
      body: { beneficiaryEmployeeId: of.from.employeeId, leasingAgreementId: of.lease.agreementId, type: 'LOSS' },
    })
    const one = await world.ok(brokerage.get, { as: of.callers.SELLER, params: of.params })
    expect(one).toMatchObject({ step: 'WITHDRAWN', startsOn: null, newAgreementNumber: null })
    const [before] = await agreementsOf(of.giving.companyId)
    expect(before).toMatchObject({ lease_state: 'ACTIVE', ends_on: null, ends_as: null })
    const [opened] = await agreementsOf(of.taking.companyId)
    expect(opened).toMatchObject({ lease_state: 'NOT_STARTED', void_at: expect.any(Date) })
  })

  it('signed last after the 20th begins a month later', async () => {
    const of = await reserved()
    const ready = await prepared(of)
    for (const party of parties.slice(0, 3)) await sign(of, party, ready.documentSha256!)
    world.env.setNow('2026-11-21T08:00:00Z')
    const late = await world.signIn(of.callers.TAKER_EMPLOYER.userId)
    const done = await sign(of, 'TAKER_EMPLOYER', ready.documentSha256!, late)
    expect(done.body).toMatchObject({ step: 'DONE', startsOn: '2027-01-01' })
    expect(await agreementsOf(of.giving.companyId)).toMatchObject([{ ends_on: '2026-12-31' }])
    expect(await agreementsOf(of.taking.companyId)).toMatchObject([{ lease_months: 24, start_day: '2027-01-01' }])
  })
})

describe('two people at the same moment', () => {
  /** Two answers to one step: one is taken, and the other finds that the transfer has moved on. */
  async function both(of: Case, first: () => Promise<{ status: number }>, second = first, refused = [409]) {
    const replies = await Promise.all([first(), second()])
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b)
    // Whoever is no party any more finds nothing.
    expect(refused.map((status) => [200, status])).toContainEqual(statuses)
    return world.ok(brokerage.get, { as: staff, params: of.params })
  }

  it('take each step of a transfer once, and sign once each', async () => {
    const of = await reserved()
    const { callers, params, giving, taking } = of
    const step =
      (as: Caller, name: BrokerageStep, version: number, more = {}) =>
      () =>
        world.call(brokerage.update, { as, params, body: { step: name, version, ...more } })
    let one = of.now()
    const next = async (as: Caller, name: BrokerageStep, more = {}, other = step(as, name, one.version, more)) => {
      one = await both(of, step(as, name, one.version, more), other)
    }
    await next(callers.SELLER, 'startTransfer')
    const { rows } = await sql<{ open: number }>`select count(*)::int as open from agreement_endings
      where agreement_id = ${of.lease.agreementId} and closed_at is null`.execute(db())
    expect(rows).toEqual([{ open: 1 }])
    await next(callers.SELLER_EMPLOYER, 'agreeToGive')
    // Two sides at once: whoever comes second reads the other's answer first.
    const other = step(staff, 'approveByLessor', one.version, { lessorReference: 'R-2' })
    await next(callers.TAKER_EMPLOYER, 'agreeToTake', {}, other)
    await (one.takerAgreed
      ? next(staff, 'approveByLessor', { lessorReference: 'R-2' })
      : next(callers.TAKER_EMPLOYER, 'agreeToTake'))
    expect(await agreementsOf(taking.companyId)).toHaveLength(1)
    const hash = one.documentSha256!
    for (const party of ['SELLER', 'TAKER'] as const) expect((await sign(of, party, hash)).status).toBe(200)
    for (const party of ['SELLER_EMPLOYER', 'TAKER_EMPLOYER'] as const)
      one = await both(of, () => sign(of, party, hash))
    expect(one).toMatchObject({ step: 'DONE' })
    const signatures = await db()
      .selectFrom('transfer_signatures')
      .select('party')
      .where('brokerage_id', '=', params.id)
      .execute()
    expect(signatures.map(({ party }) => party).toSorted()).toEqual([...parties].toSorted())
    world.env.setNow('2026-12-01T04:30:00Z')
    await endLeases.run(world.services)
    await Promise.all([followBrokerages.run(world.services), followBrokerages.run(world.services)])
    expect(await agreementsOf(giving.companyId)).toMatchObject([{ lease_state: 'ENDED' }])
    expect(await agreementsOf(taking.companyId)).toMatchObject([{ lease_state: 'ACTIVE' }])
  })

  it('either refuse a transfer or sign it to its end', async () => {
    const of = await reserved()
    const { documentSha256: hash, version } = await prepared(of)
    for (const party of parties.slice(0, 3)) expect((await sign(of, party, hash!)).status, party).toBe(200)
    const refuse = () =>
      world.call(brokerage.update, {
        as: of.callers.SELLER,
        params: of.params,
        body: { step: 'refuseTransfer', version, reason: 'Pidän pyörän.' },
      })
    const one = await both(of, refuse, () => sign(of, 'TAKER_EMPLOYER', hash!), [404, 409])
    const [lease] = await agreementsOf(of.giving.companyId)
    const [opened] = await agreementsOf(of.taking.companyId)
    const isDone = one.step === 'DONE'
    expect([lease!.ends_as, opened!.void_at === null]).toEqual(isDone ? ['TRANSFERRED', true] : [null, false])
  })
})

/** Bills one company a month, beside what other tests have billed. */
async function drafted(month: Month, companyId: string) {
  await db()
    .insertInto('billing_runs')
    .values({ id: world.env.id(), month, status: 'DONE', created_at: world.env.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await db().selectFrom('billing_runs').select('id').where('month', '=', month).executeTakeFirstOrThrow()
  await world.services.database.transaction((tx) =>
    draftCompany(tx, world.services, { id, month, since: '2026-11' }, companyId),
  )
}

describe('the month of a transfer', () => {
  it('is billed and kept from pay to the cent once in the giving company, and the next ones in the taking one', async () => {
    const of = await reserved()
    const { giving, taking, lease } = of
    const { documentSha256 } = await prepared(of)
    for (const party of parties) expect((await sign(of, party, documentSha256!)).status, party).toBe(200)
    await drafted('2026-11', giving.companyId)
    world.env.setNow('2026-12-01T04:30:00Z')
    await nightly()
    for (const month of ['2026-12', '2027-01'] as const)
      for (const companyId of [giving.companyId, taking.companyId]) await drafted(month, companyId)
    const next = (await agreementsOf(taking.companyId))[0]!
    const sums = await db()
      .selectFrom('invoice_lines as l')
      .innerJoin('invoices as i', 'i.id', 'l.invoice_id')
      .select(['i.company_id', 'l.purpose', 'i.billing_month', 'l.gross_cents'])
      .where('l.agreement_id', 'in', [lease.agreementId, next.id])
      .where('i.status', '<>', 'DELETED')
      .orderBy('i.billing_month')
      .orderBy('l.purpose')
      .execute()
    const month = (company_id: string, billing_month: string) => [
      { company_id, purpose: 'FEE', billing_month, gross_cents: 1_500 },
      { company_id, purpose: 'INSTALMENT', billing_month, gross_cents: 10_000 },
    ]
    expect(sums).toEqual([
      ...month(giving.companyId, '2026-11'),
      ...month(taking.companyId, '2026-12'),
      ...month(taking.companyId, '2027-01'),
    ])
    world.env.setNow('2027-01-10T08:00:00Z')
    staff = await world.signIn(staff.userId)
    const kept = async (companyId: string) => {
      const rows = []
      for (const month of ['2026-11', '2026-12', '2027-01']) {
        const { items } = await world.ok(reporting.rows, { as: staff, params: { companyId, month }, query: {} })
        rows.push(...items.map((row) => [month, row.code363, row.code364, row.code420, row.grossLowering]))
      }
      return rows.filter(([, ...sums]) => sums.some((sum) => sum !== 0))
    }
    // Codes 363, 364 and 420, and what is taken from the pay.
    expect([await kept(giving.companyId), await kept(taking.companyId)]).toEqual([
      [['2026-11', 0, 100, 0, 100]],
      [
        ['2026-12', 0, 100, 0, 100],
        ['2027-01', 0, 100, 0, 100],
      ],
    ])
  })
})

describe('an offer to one person by address', () => {
  const offered = async (of: Couple, takerEmail: string) =>
    world.call(brokerage.create, {
      as: of.callers.SELLER,
      body: { leasingAgreementId: of.lease.agreementId, takerEmail },
    })

  it('goes to that person alone, names its giver to them, and becomes a transfer once they take it', async () => {
    const of = await couple({ allows_brokerage: false })
    const { callers } = of
    const made = await offered(of, (await emailOf(callers.TAKER)).toUpperCase())
    expect(made.body).toMatchObject({
      step: 'OFFERED',
      reservedUntil: '2026-11-17',
      waitingFor: ['TAKER'],
      takerName: null,
    })
    const { params, attempt, take } = following(of, made.body as CaseView)
    expect(await waiting(callers.TAKER)).toEqual(['answerOffer'])
    const read = await world.ok(brokerage.get, { as: callers.TAKER, params })
    expect(read).toMatchObject({
      side: 'TAKER',
      sellerCompany: of.giving.name,
      agreementNumber: null,
      namedEmail: null,
    })
    for (const as of [callers.SELLER_EMPLOYER, callers.TAKER_EMPLOYER])
      expect((await world.call(brokerage.get, { as, params })).status).toBe(404)
    const stranger = await world.signIn((await buildEmployee(world, of.taking)).userId)
    expect((await world.call(brokerage.get, { as: stranger, params })).status).toBe(404)
    expect((await attempt(stranger, 'acceptOffer')).status).toBe(404)
    expect(
      (await world.ok(brokerage.list, { as: stranger, query: {} })).items.map((one) => one.bikeBrokerageId),
    ).not.toContain(params.id)
    expect((await attempt(callers.SELLER, 'acceptOffer')).body).toMatchObject({ code: 'BROKERAGE_STEP_NOT_PERMITTED' })
    expect(await take(callers.TAKER, 'acceptOffer')).toMatchObject({
      step: 'TRANSFER',
      waitingFor: ['SELLER_EMPLOYER', 'TAKER_EMPLOYER', 'STAFF'],
    })
    expect([await waiting(callers.SELLER_EMPLOYER), await waiting(callers.TAKER_EMPLOYER)]).toEqual([
      ['approveTransfer'],
      ['approveTransfer'],
    ])
    await take(callers.SELLER_EMPLOYER, 'agreeToGive')
    expect(await waiting(callers.SELLER_EMPLOYER)).toEqual([])
    expect(await take(callers.TAKER_EMPLOYER, 'refuseTransfer', { reason: 'Ei nyt.' })).toMatchObject({
      step: 'WITHDRAWN',
    })
    expect(await world.ok(brokerage.get, { as: callers.SELLER, params })).toMatchObject({
      closedReason: 'Ei nyt.',
      takerName: null,
    })
    expect((await world.call(brokerage.get, { as: callers.TAKER, params })).status).toBe(404)
  })

  it('answers alike whether the address is known or not, not to oneself, is declined, and lapses after a week', async () => {
    const of = await couple()
    const { callers } = of
    expect((await offered(of, await emailOf(callers.SELLER))).body).toMatchObject({
      fields: [{ path: 'takerEmail', code: 'OWN_ADDRESS' }],
    })
    const known = await offered(of, await emailOf(callers.TAKER))
    const { attempt, take } = following(of, known.body as CaseView)
    expect((await attempt(callers.TAKER, 'acceptOffer', { beneficiaryEmployeeId: of.from.employeeId })).status).toBe(
      404,
    )
    expect(await take(callers.TAKER, 'declineOffer')).toMatchObject({ step: 'WITHDRAWN', sellerName: null })
    const unknown = await offered(of, 'ei-tilia@muualla.example')
    const shape = ({ bikeBrokerageId: _, namedEmail: __, createdAt: ___, ...rest }: CaseView) => rest
    expect(shape(unknown.body as CaseView)).toEqual(shape(known.body as CaseView))
    const { bikeBrokerageId: id } = unknown.body as CaseView
    world.env.setNow('2026-11-18T08:00:00Z')
    await followBrokerages.run(world.services)
    const seller = await world.signIn(callers.SELLER.userId)
    expect(await world.ok(brokerage.get, { as: seller, params: { id } })).toMatchObject({ step: 'EXPIRED' })
  })

  it('is told in the next night to whoever is named once their account is open again, and once alone', async () => {
    const of = await couple()
    const taker = of.callers.TAKER.userId
    const address = await emailOf(of.callers.TAKER)
    const primary = world.services.database.primary
    const shut = (deactivated_at: Date | null) =>
      primary.updateTable('users').set({ deactivated_at }).where('id', '=', taker).execute()
    await shut(world.env.now())
    const { bikeBrokerageId: id } = (await offered(of, address)).body as CaseView
    const told = async () => {
      const { rows } = await sql<{ turn: string; mails: number }>`
        select n.turn, (select count(*)::int from outbox m where m.user_id = n.user_id and array_to_string(m.links, ' ') like ${`%${id}%`}) as mails
          from notifications n where n.user_id = ${taker} and n.subject_id = ${id}`.execute(primary)
      return rows
    }
    await followBrokerages.run(world.services)
    expect(await told()).toEqual([])
    await shut(null)
    for (let night = 0; night < 2; night += 1) await followBrokerages.run(world.services)
    expect(await told()).toEqual([{ turn: expect.stringContaining('TAKER'), mails: 1 }])
  })

  it('is nobody’s to decide from two sides: staff who take a bicycle neither approve for the lessor nor for an employer', async () => {
    const of = await couple()
    const { callers } = of
    await assignRole(world, callers.TAKER.userId, 'INTERNAL_ADMIN')
    await assignRole(world, callers.TAKER.userId, 'EMPLOYER_ADMIN', { companyId: of.taking.companyId })
    const taker = await world.signIn(callers.TAKER.userId)
    const made = await offered(of, await emailOf(taker))
    const { attempt, take } = following(of, made.body as CaseView)
    expect(await take(taker, 'acceptOffer')).toMatchObject({ step: 'TRANSFER', side: 'TAKER' })
    for (const step of ['approveByLessor', 'agreeToTake'] as const)
      expect((await attempt(taker, step)).body).toMatchObject({ code: 'BROKERAGE_STEP_NOT_PERMITTED' })
    expect(await waiting(taker)).not.toContain('approveTransfer')
  })
})

describe('a move within a group', () => {
  it('takes the lease along to another employment, signed once by its rider, and agreed for both companies by the group', async () => {
    const group = await buildGroup(world)
    const of = await couple({ allows_brokerage: false, group_company_id: group.groupCompanyId })
    const { callers, giving, taking, lease } = of
    const body = { leasingAgreementId: lease.agreementId }
    const create = (beneficiaryEmployeeId: string) =>
      world.call(brokerage.create, { as: callers.SELLER, body: { ...body, beneficiaryEmployeeId } })
    for (const other of [of.to.employeeId, of.from.employeeId]) expect((await create(other)).status).toBe(404)
    const { employeeId } = await buildEmployee(world, taking, { user_id: of.from.userId })
    const seller = await world.signIn(of.from.userId)
    const made = await world.ok(brokerage.create, { as: seller, body: { ...body, beneficiaryEmployeeId: employeeId } })
    expect(made).toMatchObject({ step: 'TRANSFER', takerCompany: taking.name })
    const { userId } = await buildUser(world, { password_hash })
    await assignRole(world, userId, 'EMPLOYER_GROUP_ADMIN', { groupCompanyId: group.groupCompanyId })
    const both = await world.signIn(userId)
    const way = following(
      { ...of, callers: { ...callers, TAKER: seller, SELLER_EMPLOYER: both, TAKER_EMPLOYER: both } },
      made,
    )
    const ready = await prepared(way)
    expect(ready.unsigned).toEqual(['SELLER_EMPLOYER', 'TAKER', 'TAKER_EMPLOYER'])
    expect([await waiting(seller), await waiting(both)]).toEqual([['signTransfer'], ['signTransferAsEmployer']])
    for (const party of ready.unsigned) expect((await sign(way, party, ready.documentSha256!)).status, party).toBe(200)
    world.env.setNow('2026-12-01T04:30:00Z')
    await nightly()
    const [old] = await agreementsOf(giving.companyId)
    expect(old).toMatchObject({ lease_state: 'ENDED', end_reason: 'TRANSFERRED' })
    expect(await agreementsOf(taking.companyId)).toMatchObject([
      {
        lease_state: 'ACTIVE',
        beneficiary_employee_id: employeeId,
        instalment_cents: old!.instalment_cents,
        end_day: old!.end_day,
      },
    ])
  })
})
