import { execFileSync } from 'node:child_process'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import { claimRows } from '#features/lease-ends/insurance-claims/server/record.ts'
import { lifeEventCalls } from '#features/lease-ends/life-events/contract.ts'
import { redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { redemptionRows } from '#features/lease-ends/redemptions/server/record.ts'
import { agreementsToReturn } from '#features/lease-ends/returns/server/record.ts'
import { agreements } from '#features/leases/agreements/contract.ts'
import { leaseChanges } from '#features/leases/lease-changes/contract.ts'
import { applyPaymentChanges } from '#features/leases/lease-changes/server/apply-job.ts'
import { billing } from '#features/money/billing/contract.ts'
import { continueBilling } from '#features/money/billing/server/run-job.ts'
import { verifyLog } from '#features/operations/event-log/server/verify.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { seedTaxTables } from '#features/pricing/tax/server/seed.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { formatEuros } from '#platform/values/money.ts'
import { assignRole, buildRunningLease } from '#testing/builders.ts'
import {
  agreementsOf,
  couple,
  db,
  hasPoppler,
  nightly,
  parties,
  prepared,
  prepareTransfers,
  reserved,
  sign,
  signInAgain,
  staff,
  world,
} from '#testing/cases/transfer-cases.ts'
import { brokerage } from '../contract.ts'

prepareTransfers()

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
  const { faults } = await verifyLog(db(), world.services, [])
  return faults.filter(({ fault }) => fault === 'SIGNATURE').map(({ subjectId }) => subjectId)
}

describe('a transfer between two companies of one lessor', () => {
  it('leaves signatures with their evidence, which the log proves in the agreement that ends and in the one that begins', async () => {
    await seedTaxTables(db(), world.env)
    const of = await reserved()
    const { callers, take, params, lease } = of
    await take(callers.SELLER, 'startTransfer')
    await take(callers.SELLER_EMPLOYER, 'agreeToGive')
    await take(callers.TAKER_EMPLOYER, 'agreeToTake')
    const { documentSha256 } = await take(staff, 'approveByLessor', { lessorReference: 'R-9' })
    for (const party of parties) expect((await sign(of, party, documentSha256!)).status, party).toBe(200)
    const { newAgreementId } = await world.ok(brokerage.get, { as: callers.TAKER, params })
    const cost = await world.ok(brokerage.cost, { as: callers.TAKER, params })
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
      // The tax at the end is the range that the taker's page has shown.
      expect(cost.mostTax).toBeGreaterThan(0)
      expect(words).toContain(
        `Vero lunastuksessa lopussa 0,00–${formatEuros(Math.round(cost.mostTax! * 100)).replace(/\s/g, ' ')}`,
      )
    }
    const own = await forged()
    for (const id of [lease.agreementId, newAgreementId]) expect(own).not.toContain(id)
    const earlier = { signed_at: sql<Date>`signed_at - interval '1 day'` }
    await db().updateTable('transfer_signatures').set(earlier).where('party', '=', 'SELLER').execute()
    expect(await forged()).toContain(lease.agreementId)
    await db().updateTable('signatures').set(earlier).where('leasing_agreement_id', '=', newAgreementId).execute()
    expect(await forged()).toContain(newAgreementId)
  })

  it('stands first among the cases of an employer whose word it waits for, before a newer one that waits for others', async () => {
    const [older, newer] = [await reserved(), await reserved()]
    await older.take(older.callers.SELLER, 'startTransfer')
    await newer.take(newer.callers.SELLER, 'startTransfer')
    await newer.take(newer.callers.SELLER_EMPLOYER, 'agreeToGive')
    const { userId } = older.callers.SELLER_EMPLOYER
    await assignRole(world, userId, 'EMPLOYER_ADMIN', { companyId: newer.giving.companyId })
    const { items } = await world.ok(brokerage.cases, { as: await world.signIn(userId), query: {} })
    expect(items.map(({ bikeBrokerageId }) => bikeBrokerageId)).toEqual([older.params.id, newer.params.id])
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
    await signInAgain()
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
    await signInAgain()
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
    await signInAgain()
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
    await signInAgain()
    await nightly()
    expect(await shown()).toBe(108)
  })
})
