import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import { redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { endLeases } from '#features/leases/agreements/server/end-job.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { buildCompany, buildEmployee, buildLessor, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { brokerage, type CaseView } from '../contract.ts'
import type { BrokerageStep } from '../rules/words.ts'
import { followBrokerages } from './jobs.ts'

let world: World
let staff: Caller
beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-11-10T08:00:00Z')
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const buyer = {
  buyerName: 'Uusi Työ Oy',
  buyerBusinessId: '1234567-1',
  buyerAddress: 'Satamakatu 3, 20100 Turku',
  buyerEmail: 'laskut@uusityo.example',
}
const approved = { lessorReference: 'MYYNTI-1', buyerAgreedBy: 'Maija Malli, toimitusjohtaja' }
const reason = 'Uusi työnantaja ei osta.'

/** Somebody with a running lease, whose price at the end of its month k is 1,020 € less 20 € for each month. */
async function rider() {
  world.env.setNow('2026-11-10T08:00:00Z')
  staff = await world.signIn(staff.userId)
  const { leasingCompanyId } = await buildLessor(world, { kind: 'OPERATOR' })
  const company = await buildCompany(world, { leasing_company_id: leasingCompanyId })
  const { employeeId, userId } = await buildEmployee(world, company)
  const { agreementId } = await buildRunningLease(world, {
    company,
    employeeId,
    agreement: {
      start_day: '2026-01-01',
      lease_months: 36,
      end_day: '2028-12-31',
      bike_at: 'EMPLOYEE',
      buy_out_cents: Array.from({ length: 36 }, (_, month) => 100_000 - month * 2_000),
    },
  })
  const self = await world.signIn(userId)
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: company.companyId })
  const ask = (more: object = {}, as = self, key?: string) =>
    world.call(brokerage.create, {
      as,
      ...(key ? { key } : {}),
      body: { leasingAgreementId: agreementId, ...buyer, ...more },
    })
  return { company, employeeId, agreementId, self, employer, ask }
}

/** A sale, followed from its first answer on. */
async function asked() {
  const of = await rider()
  let one = (await of.ask()).body as CaseView
  const params = { id: one.bikeBrokerageId }
  const attempt = (as: Caller, step: BrokerageStep, more: object = {}) =>
    world.call(brokerage.update, { as, params, body: { step, version: one.version, ...more } })
  const take = async (as: Caller, step: BrokerageStep, more: object = {}) => {
    const { status, body } = await attempt(as, step, more)
    expect(status, `${step} ${JSON.stringify(body)}`).toBe(200)
    one = body as CaseView
    return one
  }
  return { ...of, params, attempt, take, first: one }
}

async function billed() {
  const of = await asked()
  await of.take(of.employer, 'agreeToSell')
  await of.take(staff, 'billBuyer', approved)
  return of
}
const rowOf = ({ params }: { params: { id: string } }) =>
  db().selectFrom('bike_brokerages').selectAll().where('id', '=', params.id).executeTakeFirstOrThrow()
const leaseOf = ({ agreementId }: { agreementId: string }) =>
  db().selectFrom('leasing_agreements').selectAll().where('id', '=', agreementId).executeTakeFirstOrThrow()
const invoiceOf = async (of: { params: { id: string } }) =>
  db()
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', (await rowOf(of)).invoice_id)
    .executeTakeFirstOrThrow()
const pay = async (of: { params: { id: string } }, amount = 800) =>
  world.ok(invoices.pay, {
    as: staff,
    params: { id: (await invoiceOf(of)).id },
    body: { direction: 'IN', amount, paidDay: helsinkiDay(world.env.now()), method: 'MANUAL', reason: 'Tiliote' },
  })
const nightly = async (at: string) => {
  world.env.setNow(at)
  await endLeases.run(world.services)
  await followBrokerages.run(world.services)
}
const actionsOf = async (as: Caller) => (await world.ok(tasks.list, { as })).data.map(({ action }) => action)

describe('a bicycle that goes to an employer outside the service', () => {
  it('is billed to that company at the buy-out price, and its lease ends as transferred once it is paid', async () => {
    const of = await asked()
    expect(of.first).toMatchObject({
      step: 'BUYOUT',
      transferBy: '2026-11-24',
      waitingFor: ['SELLER_EMPLOYER'],
      takerCompany: 'Uusi Työ Oy',
      buyer: { name: 'Uusi Työ Oy', businessId: '1234567-1', price: 800, invoiceNumber: null },
    })
    expect(await actionsOf(of.employer)).toContain('approveTransfer')
    expect((await of.attempt(staff, 'billBuyer', approved)).body).toMatchObject({
      details: { unmet: ['GIVER_NOT_AGREED'] },
    })
    expect(await of.take(of.employer, 'agreeToSell')).toMatchObject({ waitingFor: ['STAFF'], giverAgreed: true })
    expect(await actionsOf(of.employer)).not.toContain('approveTransfer')
    expect((await of.attempt(of.employer, 'agreeToSell')).body).toMatchObject({
      details: { unmet: ['GIVER_AGREED_ALREADY'] },
    })
    expect(await of.take(staff, 'billBuyer', approved)).toMatchObject({
      step: 'BILLED',
      waitingFor: ['BUYER'],
      startsOn: '2026-12-01',
      buyer: { agreedBy: 'Maija Malli, toimitusjohtaja', dueDay: '2026-11-30', price: 800 },
    })
    const invoice = await invoiceOf(of)
    expect(invoice).toMatchObject({
      party: 'OUTSIDE',
      purpose: 'REDEMPTION',
      total_cents: 80_000,
      due_day: '2026-11-30',
      supply_day: '2026-11-30',
      buyer: { name: 'Uusi Työ Oy', businessId: '1234567-1', email: 'laskut@uusityo.example' },
    })
    const mail = await db()
      .selectFrom('outbox')
      .select(['template', 'links'])
      .where('recipient', '=', buyer.buyerEmail)
      .where('company_id', '=', of.company.companyId)
      .execute()
    expect(mail).toEqual([{ template: 'invoices:mail.toPay', links: [expect.stringContaining('/maksu/')] }])
    expect(await world.ok(invoices.get, { as: staff, params: { id: invoice.id } })).toMatchObject({
      otherParty: 'Uusi Työ Oy',
    })
    // The employer that gives the bicycle up is no party of this bill.
    expect((await world.call(invoices.get, { as: of.employer, params: { id: invoice.id } })).status).toBe(404)
    expect(await leaseOf(of)).toMatchObject({ ends_on: '2026-11-30', ends_as: 'TRANSFERRED', lease_state: 'ACTIVE' })

    // The sale moves with its payment, and no job has anything left to do.
    await pay(of)
    expect(await world.ok(brokerage.get, { as: of.self, params: of.params })).toMatchObject({
      step: 'DONE',
      status: 'COMPLETED',
      hasTitleDocument: false,
    })
    await nightly('2026-12-01T04:30:00Z')
    expect(await leaseOf(of)).toMatchObject({
      lease_state: 'ENDED',
      end_reason: 'TRANSFERRED',
      ended_day: '2026-11-30',
      bike_at: 'SOLD',
    })
    const self = await world.signIn(of.self.userId)
    expect(await world.ok(brokerage.get, { as: self, params: of.params })).toMatchObject({ hasTitleDocument: true })
    const { raw } = await world.call(brokerage.document, { as: self, params: of.params })
    expect(raw.subarray(0, 4).toString()).toBe('%PDF')
    const sold = await db()
      .selectFrom('outbox')
      .select('attachment_file_id')
      .where('template', '=', 'brokerage:mail.sold')
      .where('company_id', '=', of.company.companyId)
      .execute()
    expect(sold).toEqual([{ attachment_file_id: (await rowOf(of)).document_file_id }])
    expect(await followBrokerages.run(world.services)).toMatchObject({ moved: 0 })
    const told = await db()
      .selectFrom('events')
      .select('data')
      .where('subject_id', '=', of.agreementId)
      .where('type', '=', 'PROCESS_STEP')
      .execute()
    expect(told.map(({ data }) => (data as { step: string }).step)).toEqual(
      expect.arrayContaining(['sellOut', 'agreeToSell', 'billBuyer', 'recordSold']),
    )
  })

  it('stays leased where nobody pays: the bill is credited, and the bicycle can be redeemed', async () => {
    const of = await billed()
    await pay(of, 300)
    // Three bank days after the 30th of November.
    await nightly('2026-12-03T04:30:00Z')
    expect(await rowOf(of)).toMatchObject({ step: 'BILLED' })
    expect(await leaseOf(of)).toMatchObject({ lease_state: 'ACTIVE', ended_day: null })
    await nightly('2026-12-04T04:30:00Z')
    expect(await rowOf(of)).toMatchObject({ step: 'WITHDRAWN', status: 'CANCELLED', ending_id: null })
    expect(await invoiceOf(of)).toMatchObject({ credited_cents: 80_000, open_cents: -30_000 })
    expect(await leaseOf(of)).toMatchObject({ lease_state: 'ACTIVE', ends_on: null, ends_as: null, ends_by: null })
    const self = await world.signIn(of.self.userId)
    const redeem = { as: self, body: { leasingAgreementId: of.agreementId, reason: 'OWN_WISH' as const } }
    expect((await world.call(redemptions.create, redeem)).status).toBe(201)
  })

  it('lapses without an approval within fourteen days, and is stopped by either side with a reason before it is paid', async () => {
    const of = await asked()
    await nightly('2026-11-24T04:30:00Z')
    expect(await rowOf(of)).toMatchObject({ step: 'BUYOUT' })
    await nightly('2026-11-25T04:30:00Z')
    expect(await rowOf(of)).toMatchObject({ step: 'WITHDRAWN', invoice_id: null })

    const other = await billed()
    expect((await other.attempt(other.employer, 'stopSale')).body).toMatchObject({
      details: { unmet: ['REASON_MISSING'] },
    })
    expect(await other.take(other.employer, 'stopSale', { reason })).toMatchObject({
      step: 'WITHDRAWN',
      closedReason: reason,
    })
    expect(await invoiceOf(other)).toMatchObject({ credited_cents: 80_000, open_cents: 0 })

    const paid = await billed()
    await pay(paid)
    expect((await paid.attempt(paid.self, 'stopSale', { reason })).status).toBe(409)
    expect(await rowOf(paid)).toMatchObject({ step: 'DONE' })
  })

  it('is refused without the company’s details, beside another ending, to a customer, and without both consents', async () => {
    const of = await rider()
    const wrong = async (more: object) => {
      const { status, body } = await of.ask(more)
      return [status, (body as { fields?: { path: string }[] }).fields?.[0]?.path]
    }
    expect(await wrong({ buyerBusinessId: '1234567-2' })).toEqual([400, 'buyerBusinessId'])
    expect(await wrong({ buyerBusinessId: undefined })).toEqual([400, 'buyerBusinessId'])
    expect(await wrong({ buyerAddress: undefined })).toEqual([400, 'buyerAddress'])
    expect(await wrong({ buyerEmail: undefined })).toEqual([400, 'buyerEmail'])
    expect(
      await db().selectFrom('bike_brokerages').select('id').where('agreement_id', '=', of.agreementId).execute(),
    ).toEqual([])

    await world.ok(redemptions.create, {
      as: of.self,
      body: { leasingAgreementId: of.agreementId, reason: 'OWN_WISH' },
    })
    expect((await of.ask()).body).toMatchObject({
      code: 'AGREEMENT_ENDING_EXISTS',
      details: { process: { kind: 'BUY_OUT' } },
    })

    const customer = await asked()
    const { business_id } = await db()
      .selectFrom('companies')
      .select('business_id')
      .where('id', '=', customer.company.companyId)
      .executeTakeFirstOrThrow()
    await db()
      .updateTable('bike_brokerages')
      .set({ buyer_business_id: business_id })
      .where('id', '=', customer.params.id)
      .execute()
    await customer.take(customer.employer, 'agreeToSell')
    expect((await customer.attempt(staff, 'billBuyer')).body).toMatchObject({
      details: { unmet: ['BUYER_IN_SERVICE', 'LESSOR_REFERENCE_MISSING', 'BUYER_AGREEMENT_MISSING'] },
    })
    expect(await rowOf(customer)).toMatchObject({ step: 'BUYOUT', invoice_id: null })
  })

  it('is nobody else’s: 404 for a stranger and for a foreign employer, and neither side decides for the other', async () => {
    const of = await asked()
    const stranger = await rider()
    for (const who of [stranger.self, stranger.employer]) {
      expect((await world.call(brokerage.get, { as: who, params: of.params })).status).toBe(404)
      expect((await of.attempt(who, 'agreeToSell')).status).toBe(404)
    }
    expect((await of.ask({}, stranger.self)).status).toBe(404)
    for (const [as, step] of [
      [of.self, 'agreeToSell'],
      [staff, 'agreeToSell'],
      [of.self, 'billBuyer'],
      [of.employer, 'billBuyer'],
    ] as const)
      expect((await of.attempt(as, step, step === 'billBuyer' ? approved : {})).body).toMatchObject({
        code: 'BROKERAGE_STEP_NOT_PERMITTED',
      })
    expect(await rowOf(of)).toMatchObject({ step: 'BUYOUT', giver_agreed_at: null })
  })

  it('happens once where two act at the same moment, and where a call is repeated with its key', async () => {
    const of = await rider()
    const both = await Promise.all([of.ask(), of.ask()])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const other = await rider()
    const twice = [await other.ask({}, other.self, 'sama-avain-1'), await other.ask({}, other.self, 'sama-avain-1')]
    expect(twice.map(({ status }) => status)).toEqual([201, 201])
    expect(twice[0]!.body).toEqual(twice[1]!.body)

    const sale = await asked()
    await sale.take(sale.employer, 'agreeToSell')
    const race = await Promise.all([
      sale.attempt(staff, 'billBuyer', approved),
      sale.attempt(sale.self, 'stopSale', { reason }),
    ])
    expect(race.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('gives way to a claim: the bill is credited and the lease goes on to be settled', async () => {
    const of = await billed()
    await world.ok(insuranceClaims.create, {
      as: of.self,
      body: { beneficiaryEmployeeId: of.employeeId, leasingAgreementId: of.agreementId, type: 'THEFT' },
    })
    expect(await rowOf(of)).toMatchObject({ step: 'WITHDRAWN' })
    expect(await invoiceOf(of)).toMatchObject({ credited_cents: 80_000 })
    expect(await leaseOf(of)).toMatchObject({ lease_state: 'ACTIVE', ends_on: null })
  })
})
