import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { endLeases } from '#features/leases/agreements/server/end-job.ts'
import { banking } from '#features/money/banking/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { assignRole, buildCompany, buildRunningLease, buildStore, buildUser, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { insuranceClaims } from '../contract.ts'
import type { ClaimType } from '../rules.ts'
import { emptyOldClaims } from './retention-job.ts'

let world: World
let staff: Caller
beforeAll(async () => {
  world = await openWorld()
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
})
afterAll(() => world.close())
const db = () => world.services.database.primary

const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from([0, 0, 0, 0, ...Buffer.from('IEND'), 0, 0, 0, 0]),
])

/** A picture from its beginning to its end. */
const PROOF = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Buy-out prices that fall by 50.00 a month from 2,950.00. */
const buyOut = Array.from({ length: 48 }, (_, index) => 295_000 - index * 5_000)

/** A lease of a bicycle of 3,000.00 since January 2026 for 48 months, in one of its months. */
async function leased({ now = '2026-12-10T08:00:00Z', payer = 'EMPLOYEE' as 'EMPLOYEE' | 'EMPLOYER' } = {}) {
  world.env.setNow(now)
  const company = await buildCompany(world, {}, { lessor: { kind: 'GRENKE', invoice_email: 'lasku@rahoitus.example' } })
  const lease = await buildRunningLease(world, {
    company,
    agreement: {
      start_day: '2026-01-01',
      end_day: '2029-12-31',
      lease_months: 48,
      price_cents: 300_000,
      residual_cents: 15_000,
      buy_out_cents: buyOut,
      bike_at: 'EMPLOYEE',
    },
  })
  if (payer === 'EMPLOYER')
    await db()
      .insertInto('bike_policies')
      .values({ id: world.env.id(), company_id: company.companyId, number: 9, claim_payer: payer })
      .execute()
  const { user_id } = await db()
    .selectFrom('beneficiary_employees')
    .select('user_id')
    .where('id', '=', lease.employeeId)
    .executeTakeFirstOrThrow()
  await assignRole(world, user_id, 'BIKE_BENEFICIARY')
  const employer = await buildUser(world)
  await assignRole(world, employer.userId, 'EMPLOYER_ADMIN', { companyId: company.companyId })
  return { ...lease, company, person: await world.signIn(user_id), employer: await world.signIn(employer.userId) }
}
type Leased = Awaited<ReturnType<typeof leased>>
interface Claimed {
  readonly insuranceId: string
  readonly version: number
}

const take = (as: Caller, claim: Claimed, step: string, more: object = {}, key?: string) =>
  world.call(insuranceClaims.step, {
    as,
    params: { id: claim.insuranceId },
    body: { step: step as 'send', version: claim.version, ...more },
    ...(key ? { key } : {}),
  })
const taken = async (as: Caller, claim: Claimed, step: string, more: object = {}) => {
  const answer = await take(as, claim, step, more)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body as unknown as Claimed & Record<string, unknown>
}

/** A claim that the insurer has. */
async function sent(of: Leased, type: ClaimType = 'LOSS', happenedDay = '2026-12-05') {
  const claim = await world.ok(insuranceClaims.create, {
    as: of.person,
    body: { beneficiaryEmployeeId: of.employeeId, type },
  })
  const whole = await world.ok(insuranceClaims.report, {
    as: of.person,
    params: { id: claim.insuranceId },
    body: {
      version: claim.version,
      happenedDay,
      place: 'Pasila',
      description: 'Pyörä katosi.',
      policeReportNumber: '5500/R/1/26',
      lock: 'U-lukko',
    },
  })
  return taken(staff, whole, 'send')
}

const noticesOf = async ({ userId }: Caller) =>
  (await db().selectFrom('notifications').select('template').where('user_id', '=', userId).execute()).map(
    ({ template }) => template,
  )

const accounts = async (claimId: string) => {
  const found = await sql<{ account: string; cents: number }>`
    select account, sum(amount_cents)::bigint as cents from ledger_rows r
     where voucher like ${`claim:${claimId}:%`}
        or payment_id in (select id from payments where payer_kind = 'INSURER' and payer_id = ${claimId})
     group by account order by account`.execute(db())
  return Object.fromEntries(found.rows.map(({ account, cents }) => [account, cents]))
}

describe('a decided claim', () => {
  it('is a receivable of the insurer that is received in parts, and never more than it', async () => {
    const of = await leased()
    const claim = await sent(of)
    expect(claim).toMatchObject({ cover: 2640, closing: null })
    expect((await take(staff, claim, 'decide')).body).toMatchObject({ details: { unmet: ['SUM_MISSING'] } })
    const decided = await taken(staff, claim, 'decide', { compensation: 2440 })
    expect(decided).toMatchObject({
      step: 'INSURER_DECIDED',
      decidedDay: '2026-12-10',
      compensation: 2440,
      received: 0,
      waitingFor: ['STAFF', 'INSURER'],
    })
    expect(await accounts(claim.insuranceId)).toEqual({
      INSURANCE_COMPENSATIONS: -244_000,
      INSURANCE_RECEIVABLES: 244_000,
    })
    const tooMuch = await take(staff, decided, 'receive', { amount: 2440.01, paidDay: '2026-12-10' })
    expect(tooMuch.body).toMatchObject({ fields: [{ path: 'amount', code: 'TOO_LARGE', limit: 2440 }] })
    const tooLate = await take(staff, decided, 'receive', { amount: 1, paidDay: '2026-12-11' })
    expect(tooLate.body).toMatchObject({ fields: [{ path: 'paidDay', code: 'TOO_LARGE' }] })

    const lastYear = await take(staff, decided, 'receive', { amount: 1, paidDay: '2025-12-31' })
    expect(lastYear.body.fields).toMatchObject([{ path: 'reason', code: 'EARLIER_YEAR' }])
    const part = { amount: 2000, paidDay: '2026-12-09' }
    const once = await take(staff, decided, 'receive', part, 'part')
    expect(once.body).toMatchObject({ received: 2000 })
    expect((await take(staff, decided, 'receive', part, 'part')).body).toEqual(once.body)
    const rest = await taken(staff, once.body as unknown as Claimed, 'receive', { amount: 440, paidDay: '2026-12-10' })
    expect(rest).toMatchObject({ received: 2440, waitingFor: ['STAFF'] })
    expect(await accounts(claim.insuranceId)).toEqual({
      BANK: 244_000,
      INSURANCE_COMPENSATIONS: -244_000,
      INSURANCE_RECEIVABLES: 0,
    })
    const refused = await take(staff, rest, 'receive', { amount: 1, paidDay: '2026-12-10' })
    expect(refused.body).toMatchObject({ details: { unmet: ['COMPENSATION_COMPLETE'] } })
    expect((await take(staff, rest, 'cancel')).body).toMatchObject({ details: { unmet: ['COMPENSATION_RECEIVED'] } })
  })

  it('is decided by one of two at the same moment, and by nobody but the staff', async () => {
    const of = await leased()
    const claim = await sent(of)
    expect((await take(of.person, claim, 'decide', { compensation: 1 })).body).toMatchObject({
      code: 'CLAIM_STEP_NOT_PERMITTED',
    })
    expect((await take(of.employer, claim, 'decide', { compensation: 1 })).status).toBe(403)
    const both = await Promise.all([100, 200].map((compensation) => take(staff, claim, 'decide', { compensation })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { INSURANCE_RECEIVABLES } = await accounts(claim.insuranceId)
    expect([10_000, 20_000]).toContain(INSURANCE_RECEIVABLES)
  })

  it('is withdrawn by the staff when the bicycle is found, and nothing is expected any more', async () => {
    const of = await leased()
    const decided = await taken(staff, await sent(of), 'decide', { compensation: 2440 })
    expect((await take(of.person, decided, 'cancel')).body).toMatchObject({ code: 'CLAIM_STEP_NOT_PERMITTED' })
    expect(await taken(staff, decided, 'cancel')).toMatchObject({ status: 'CANCELLED', compensation: null })
    expect(await accounts(decided.insuranceId)).toEqual({ INSURANCE_COMPENSATIONS: 0, INSURANCE_RECEIVABLES: 0 })
  })
})

describe('the end of a lease by a claim', () => {
  it('bills the person what the compensation leaves, tells everybody, and comes with the month', async () => {
    const of = await leased()
    const decided = await taken(staff, await sent(of), 'decide', { compensation: 2140 })
    const closing = { endsOn: '2026-12-31', buyOut: 2400, left: 260, surplus: 0, payer: 'EMPLOYEE' }
    expect(decided).toMatchObject({ closing: { ...closing, invoiceNumber: null } })
    const ended = await taken(staff, decided, 'endLease')
    expect(ended).toMatchObject({ step: 'LEASE_ENDED', status: 'COMPLETED', leaseEffect: 'ENDS', closing })
    const bills = await db()
      .selectFrom('invoices')
      .select(['party', 'purpose', 'total_cents', 'vat_cents'])
      .where('agreement_id', '=', of.agreementId)
      .execute()
    expect(bills).toEqual([{ party: 'PERSON', purpose: 'OTHER', total_cents: 26_000, vat_cents: 0 }])
    const events = await db()
      .selectFrom('events')
      .select('type')
      .where('company_id', '=', of.company.companyId)
      .where('type', 'like', 'INSURANCE%')
      .orderBy('id')
      .execute()
    expect(events.map(({ type }) => type)).toEqual([
      'INSURANCE_CASE_STARTED',
      'INSURANCE_END_OF_LEASING_COMPLETED',
      'INSURANCE_CASE_GRENKE_INVOICE_SENT',
      'INSURANCE_CASE_COMPLETED',
    ])
    const seen = await world.ok(insuranceClaims.get, { as: of.employer, params: { id: ended.insuranceId } })
    expect(seen).toMatchObject({ leaseEffect: 'ENDS', leaseEndsOn: '2026-12-31', compensation: null, closing: null })
    const mails = await db()
      .selectFrom('outbox')
      .select('recipient')
      .where('template', '=', 'insurance-claims:mail.closing')
      .where('company_id', '=', of.company.companyId)
      .execute()
    expect(mails).toEqual([{ recipient: 'lasku@rahoitus.example' }])
    expect(await noticesOf(of.employer)).toContain('insurance-claims:employerNotice.LEASE_ENDED')
    expect(await noticesOf(of.person)).toContain('insurance-claims:notice.became.LEASE_ENDED')

    world.env.setNow('2027-01-01T08:00:00Z')
    await endLeases.run(world.services)
    const lease = await db()
      .selectFrom('leasing_agreements')
      .select(['lease_state', 'end_reason', 'ended_day', 'bike_at'])
      .where('id', '=', of.agreementId)
      .executeTakeFirstOrThrow()
    expect(lease).toEqual({
      lease_state: 'ENDED',
      end_reason: 'INSURANCE',
      ended_day: '2026-12-31',
      bike_at: 'LOST',
    })
    const later = await signedInAs(world, 'INTERNAL_ADMIN')
    const paid = await taken(later, ended, 'receive', { amount: 2140, paidDay: '2026-12-31', reason: 'Tiliote' })
    expect(paid).toMatchObject({ received: 2140, waitingFor: [], leaseEffect: 'ENDED', closing })
  })

  it('leaves nobody anything to pay where the compensation is as much, and shows a surplus', async () => {
    const of = await leased()
    const decided = await taken(staff, await sent(of), 'decide', { compensation: 2440 })
    expect(decided).toMatchObject({ closing: { left: 0, surplus: 40 } })
    await taken(staff, decided, 'endLease')
    const bills = await db().selectFrom('invoices').select('id').where('agreement_id', '=', of.agreementId).execute()
    expect(bills).toEqual([])
  })

  it('bills the employer where its policy says so', async () => {
    const of = await leased({ payer: 'EMPLOYER' })
    const decided = await taken(staff, await sent(of), 'decide', { compensation: 2000 })
    expect(await taken(staff, decided, 'endLease')).toMatchObject({ closing: { left: 400, payer: 'EMPLOYER' } })
    const bills = await db()
      .selectFrom('invoices')
      .select(['party', 'total_cents', 'vat_cents'])
      .where('agreement_id', '=', of.agreementId)
      .execute()
    expect(bills).toEqual([{ party: 'EMPLOYER', total_cents: 40_000, vat_cents: 0 }])
  })

  it('is refused where another end is set, a redemption is paid, or the lease has not begun', async () => {
    const of = await leased()
    const decided = await taken(staff, await sent(of), 'decide', { compensation: 2000 })
    const set = (columns: object) =>
      db().updateTable('leasing_agreements').set(columns).where('id', '=', of.agreementId).execute()
    const refused = async () => (await take(staff, decided, 'endLease')).body
    const other = world.env.id()
    await db()
      .insertInto('agreement_endings')
      .values({ id: other, company_id: of.company.companyId, agreement_id: of.agreementId, kind: 'REDEMPTION' })
      .execute()
    await set({ ends_on: '2027-01-31', ends_as: 'REDEEMED', ends_by: other })
    expect(await refused()).toMatchObject({ details: { unmet: ['LEASE_ENDS_OTHERWISE'] } })
    await set({ ends_on: null, ends_as: null, ends_by: null })
    await db()
      .insertInto('redemptions')
      .values({
        id: other,
        company_id: of.company.companyId,
        agreement_id: of.agreementId,
        beneficiary_employee_id: of.employeeId,
        step: 'USER_PAYMENT_PAID',
        reason: 'OWN_WISH',
        end_month: '2026-12',
      })
      .execute()
    expect(await refused()).toMatchObject({ details: { unmet: ['REDEMPTION_PAID'] } })
    const seen = await world.ok(insuranceClaims.get, { as: staff, params: { id: decided.insuranceId } })
    expect(seen).toMatchObject({ step: 'INSURER_DECIDED', hasPaidRedemption: true })
    await db().deleteFrom('redemptions').where('id', '=', other).execute()
    await set({ lease_state: 'NOT_STARTED', start_day: null, end_day: null })
    expect(await refused()).toMatchObject({ details: { unmet: ['LEASE_NOT_STARTED'] } })
  })
})

const bill = { number: 'K-1', issueDay: '2026-12-08', dueDay: '2026-12-22', total: 640, vatPercent: 25.5 }

/** A damage of which the insurer pays the repair, at a shop with a limit of 700.00. */
async function atRepair(of: Leased) {
  const store = await buildStore(world)
  const decided = await taken(staff, await damaged(of), 'decide', { compensation: 440 })
  const claim = await taken(staff, decided, 'repair', { repairStoreId: store.bikeStoreId, repairLimit: 700 })
  return { claim, store }
}
async function damaged(of: Leased) {
  const claim = await world.ok(insuranceClaims.create, {
    as: of.person,
    body: { beneficiaryEmployeeId: of.employeeId, type: 'DAMAGE' },
  })
  const told = await world.ok(insuranceClaims.report, {
    as: of.person,
    params: { id: claim.insuranceId },
    body: { version: claim.version, happenedDay: '2026-12-05', place: 'Pasila', description: 'Etupyörä on vääntynyt.' },
  })
  const whole = await taken(staff, told, 'waive', { piece: 'PHOTO', reason: 'Kuva ei onnistunut.' })
  return taken(staff, whole, 'send')
}
const invoicesOf = (of: Leased) =>
  db()
    .selectFrom('invoices')
    .select(['direction', 'party', 'purpose', 'total_cents', 'vat_cents'])
    .where('agreement_id', '=', of.agreementId)
    .orderBy('direction')
    .execute()

describe('a repair', () => {
  it('is done at a shop that sees bicycle, damage and limit alone, and closes with its invoice and one deductible', async () => {
    const of = await leased()
    const { claim, store } = await atRepair(of)
    expect(claim).toMatchObject({
      step: 'AT_REPAIR',
      waitingFor: ['STORE', 'STAFF', 'INSURER'],
      repair: { limit: 700 },
    })
    const mail = await db()
      .selectFrom('outbox')
      .selectAll()
      .where('template', '=', 'insurance-claims:mail.repair')
      .where('company_id', '=', of.company.companyId)
      .executeTakeFirstOrThrow()
    expect(mail.recipient).toBe(
      (
        await db()
          .selectFrom('bike_stores')
          .select('email')
          .where('id', '=', store.bikeStoreId)
          .executeTakeFirstOrThrow()
      ).email,
    )
    const unread = await take(staff, claim, 'completeRepair', { bill: { ...bill, referenceNumber: '12345' } })
    expect(unread.body).toMatchObject({
      fields: [{ path: 'bill.referenceNumber', message: expect.stringContaining('maksutiedoissa') }],
    })
    const over = await take(staff, claim, 'completeRepair', { bill: { ...bill, total: 700.01 } })
    expect(over.body).toMatchObject({ fields: [{ path: 'reason', code: 'OVER_LIMIT' }] })
    expect((await take(staff, claim, 'completeRepair')).body).toMatchObject({ details: { unmet: ['COST_MISSING'] } })
    const once = await take(staff, claim, 'completeRepair', { bill }, 'bill')
    expect(once.body).toMatchObject({
      step: 'REPAIRED',
      status: 'COMPLETED',
      leaseEffect: 'GOES_ON',
      repair: { cost: 640, isReceipt: false, invoiceNumber: 'K-1' },
      deductible: { amount: 200, payer: 'EMPLOYEE' },
    })
    expect((await take(staff, claim, 'completeRepair', { bill }, 'bill')).body).toEqual(once.body)
    expect(await invoicesOf(of)).toEqual([
      { direction: 'PURCHASE', party: 'STORE', purpose: 'OTHER', total_cents: 64_000, vat_cents: 13_004 },
      { direction: 'SALES', party: 'PERSON', purpose: 'DEDUCTIBLE', total_cents: 20_000, vat_cents: 0 },
    ])
    const events = await db()
      .selectFrom('events')
      .select('type')
      .where('company_id', '=', of.company.companyId)
      .where('type', 'like', 'INSURANCE%')
      .orderBy('id')
      .execute()
    expect(events.map(({ type }) => type)).toEqual([
      'INSURANCE_CASE_STARTED',
      'INSURANCE_REPAIR_BIKE_SUBMITTED',
      'INSURANCE_REPAIR_INVOICE_SENT',
      'INSURANCE_CASE_COMPLETED',
    ])
  })

  it('that the person has paid is given back whole, and a small cost is all deductible', async () => {
    const of = await leased()
    const { claim } = await atRepair(of)
    const receipt = { ...bill, number: 'R-1', total: 120, iban: 'FI2112345600000785' }
    const shown = await world.ok(insuranceClaims.addReceipt, {
      as: staff,
      params: { id: claim.insuranceId },
      query: { fileName: 'kuitti.png' },
      body: PROOF as never,
    })
    expect(await taken(staff, shown, 'reimburse', { bill: receipt })).toMatchObject({
      step: 'REPAIRED',
      repair: { cost: 120, isReceipt: true },
      deductible: { amount: 120 },
    })
    expect(await invoicesOf(of)).toMatchObject([
      { direction: 'PURCHASE', party: 'PERSON', total_cents: 12_000 },
      { direction: 'SALES', party: 'PERSON', purpose: 'DEDUCTIBLE', total_cents: 12_000 },
    ])
  })

  it('is refused for a theft, at a sum that the cover does not carry, and at a store that is none', async () => {
    const of = await leased()
    const theft = await taken(staff, await sent(of), 'decide', { compensation: 2440 })
    const at = { repairStoreId: (await buildStore(world)).bikeStoreId, repairLimit: 500 }
    expect((await take(staff, theft, 'repair', at)).body).toMatchObject({ details: { unmet: ['NOT_REPAIRABLE'] } })
    const damage = await taken(staff, await damaged(of), 'decide', { compensation: 440 })
    const tooHigh = await take(staff, damage, 'repair', { ...at, repairLimit: 2640 })
    expect(tooHigh.body).toMatchObject({ details: { unmet: ['LIMIT_TOO_HIGH'] } })
    const nowhere = await take(staff, damage, 'repair', { ...at, repairStoreId: of.agreementId })
    expect(nowhere.body).toMatchObject({ fields: [{ path: 'repairStoreId', code: 'NO_ACTIVE_STORE' }] })
    expect((await take(staff, damage, 'repair')).body).toMatchObject({ details: { unmet: ['REPAIR_STORE_MISSING'] } })
  })

  it('that finds a total loss goes back to a new sum, and the lease may end', async () => {
    const of = await leased()
    const { claim } = await atRepair(of)
    const received = await taken(staff, claim, 'receive', { amount: 440, paidDay: '2026-12-10' })
    const less = await take(staff, received, 'findTotalLoss', { compensation: 439 })
    expect(less.body).toMatchObject({ fields: [{ path: 'compensation', code: 'TOO_SMALL', limit: 440 }] })
    expect((await take(staff, received, 'findTotalLoss')).body).toMatchObject({ details: { unmet: ['SUM_MISSING'] } })
    const found = await taken(staff, received, 'findTotalLoss', { compensation: 2440 })
    expect(found).toMatchObject({ step: 'INSURER_DECIDED', isTotalLoss: true, compensation: 2440, received: 440 })
    expect(await accounts(claim.insuranceId)).toEqual({
      BANK: 44_000,
      INSURANCE_COMPENSATIONS: -244_000,
      INSURANCE_RECEIVABLES: 200_000,
    })
    expect((await take(staff, found, 'repair')).body).toMatchObject({ code: 'CLAIM_STEP_NOT_ALLOWED' })
    expect(await taken(staff, found, 'endLease')).toMatchObject({ step: 'LEASE_ENDED', closing: { left: 0 } })
    expect(await invoicesOf(of)).toEqual([])
  })
})

describe('another shop', () => {
  const linkedTo = async (storeId: string) => {
    const { email } = await db()
      .selectFrom('bike_stores')
      .select('email')
      .where('id', '=', storeId)
      .executeTakeFirstOrThrow()
    const { links } = await db()
      .selectFrom('outbox')
      .select('links')
      .where('recipient', '=', email)
      .where('template', '=', 'insurance-claims:mail.repair')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return links[0]!.split('/').at(-1)!
  }
  const pageOf = (token: string) => world.call(insuranceClaims.repairPage, { params: { token } })

  it('gets the bicycle under a link of its own; the first one hears of it, and its link shows nothing any more', async () => {
    const of = await leased()
    staff = await signedInAs(world, 'INTERNAL_ADMIN')
    const { claim, store } = await atRepair(of)
    const first = await linkedTo(store.bikeStoreId)
    expect((await pageOf(first)).body).toMatchObject({ isOpen: true, damage: 'Etupyörä on vääntynyt.', limit: 700 })
    const other = await buildStore(world)
    const to = { repairStoreId: other.bikeStoreId, repairLimit: 800 }
    expect((await take(staff, claim, 'changeShop')).body).toMatchObject({ fields: [{ path: 'repairStoreId' }] })
    expect((await take(staff, claim, 'changeShop', { ...to, repairLimit: 2640 })).body).toMatchObject({
      details: { unmet: ['LIMIT_TOO_HIGH'] },
    })
    expect((await take(of.person, claim, 'changeShop', to)).body).toMatchObject({ code: 'CLAIM_STEP_NOT_PERMITTED' })
    const moved = await taken(staff, claim, 'changeShop', to)
    expect(moved).toMatchObject({ step: 'AT_REPAIR', repair: { limit: 800 } })
    expect((await pageOf(first)).body).toMatchObject({ code: 'TOKEN_NOT_VALID' })
    const second = await linkedTo(other.bikeStoreId)
    expect((await pageOf(second)).body).toMatchObject({ isOpen: true, limit: 800 })
    const told = await db()
      .selectFrom('outbox')
      .select('template')
      .where('company_id', '=', of.company.companyId)
      .where('template', 'like', 'insurance-claims:mail.repair%')
      .orderBy('template')
      .execute()
    expect(told.map(({ template }) => template.split('.').at(-1))).toEqual(['repair', 'repair', 'repairElsewhere'])

    await taken(staff, moved, 'completeRepair', { bill: { ...bill, number: 'K-2' } })
    const closed = await pageOf(second)
    expect(closed.body).toMatchObject({ isOpen: false, damage: null, frameNumber: null, firstName: null, limit: null })
  })
})

describe('a bicycle that is not there any more when the term is over', () => {
  it.each(['SOLD', 'LESSOR', 'LOST'] as const)('%s: no claim opens, and none ends the lease again', async (bikeAt) => {
    const of = await leased()
    const decided = await taken(staff, await sent(of), 'decide', { compensation: 2000 })
    await db()
      .updateTable('leasing_agreements')
      .set({ lease_state: 'ENDED', end_reason: 'TERM', ended_day: '2026-12-09', bike_at: bikeAt })
      .where('id', '=', of.agreementId)
      .execute()
    expect((await take(staff, decided, 'endLease')).body).toMatchObject({ details: { unmet: ['LEASE_NOT_STARTED'] } })
    const again = await world.call(insuranceClaims.create, {
      as: of.person,
      body: { beneficiaryEmployeeId: of.employeeId, leasingAgreementId: of.agreementId, type: 'THEFT' },
    })
    expect(again.body).toMatchObject({ details: { unmet: ['BIKE_NOT_DELIVERED'] } })
  })
})

describe('the staff', () => {
  const tasksOf = async (claim: Claimed) =>
    (await world.ok(tasks.list, { as: staff })).data
      .filter(({ link }) => link.includes(claim.insuranceId))
      .map(({ action }) => action)

  it('are asked to tell the insurer of what a person withdraws once it was sent, and of nothing else', async () => {
    const of = await leased()
    const early = await world.ok(insuranceClaims.create, {
      as: of.person,
      body: { beneficiaryEmployeeId: of.employeeId, type: 'THEFT' },
    })
    expect(await taken(of.person, early, 'cancel')).toMatchObject({ waitingFor: [] })
    expect(await tasksOf(early)).toEqual([])

    const claim = await sent(of)
    expect(await tasksOf(claim)).toEqual(['settleClaim'])
    const withdrawn = await taken(of.person, claim, 'cancel')
    expect(withdrawn).toMatchObject({ step: 'CANCELLED', waitingFor: ['STAFF'] })
    expect(await tasksOf(withdrawn)).toEqual(['tellInsurer'])
    expect((await take(of.person, withdrawn, 'insurerTold')).body).toMatchObject({ code: 'CLAIM_STEP_NOT_PERMITTED' })
    const told = await taken(staff, withdrawn, 'insurerTold')
    expect(told).toMatchObject({ waitingFor: [] })
    expect(await tasksOf(told)).toEqual([])
  })
})

test('a claim is emptied three years after it was closed, and a removed photo leaves no bytes behind', async () => {
  const of = await leased()
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  const claim = await world.ok(insuranceClaims.create, {
    as: of.person,
    body: { beneficiaryEmployeeId: of.employeeId, type: 'DAMAGE' },
  })
  const params = { id: claim.insuranceId }
  for (let count = 0; count < 2; count += 1)
    await world.call(insuranceClaims.addPhoto, { as: of.person, params, body: PNG })
  const keys = async () =>
    (
      await db()
        .selectFrom('files')
        .select('storage_key')
        .where('parent_id', '=', claim.insuranceId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
    ).map(({ storage_key }) => storage_key!)
  const [removed, kept] = await keys()
  const isThere = (key: string) =>
    world.services.files.open(key, Buffer.alloc(32)).catch(({ code }: { code: string }) => code !== 'ENOENT')
  const [photo] = (await world.ok(insuranceClaims.get, { as: of.person, params })).photos
  await world.ok(insuranceClaims.removePhoto, { as: of.person, params: { ...params, photoId: photo!.photoId } })
  await emptyOldClaims.run(world.services)
  expect([await isThere(removed!), await isThere(kept!)]).toEqual([false, true])
  expect(await keys()).toEqual([kept])

  const whole = await world.ok(insuranceClaims.report, {
    as: of.person,
    params,
    body: {
      version: (await world.ok(insuranceClaims.get, { as: of.person, params })).version,
      happenedDay: '2026-12-05',
      place: 'Pasila',
      description: 'Kaaduin.',
    },
  })
  await taken(staff, await taken(staff, whole, 'send'), 'deny', { reason: 'Ei korvata.' })
  const told = async () => {
    const { place, description, denial_reason, version } = await db()
      .selectFrom('insurance_claims')
      .selectAll()
      .where('id', '=', claim.insuranceId)
      .executeTakeFirstOrThrow()
    return { texts: [place, description, denial_reason], version }
  }
  const closed = await told()
  world.env.setNow('2029-12-10T08:00:00Z')
  await emptyOldClaims.run(world.services)
  expect(await told()).toEqual(closed)
  world.env.setNow('2029-12-11T08:00:00Z')
  await emptyOldClaims.run(world.services)
  expect(await told()).toEqual({ texts: [null, null, null], version: closed.version + 1 })
  expect(await isThere(kept!)).toBe(false)
})

describe('the receipt of a repair', () => {
  const addReceipt = (as: Caller, claim: Claimed, body = PROOF) =>
    world.call(insuranceClaims.addReceipt, {
      as,
      params: { id: claim.insuranceId },
      query: { fileName: 'kuitti.png' },
      body,
    })
  const receiptFor = (as: Caller, claim: Claimed) =>
    world.call(insuranceClaims.receipt, { as, params: { id: claim.insuranceId } })

  it('is shown by its person, read by nobody beside the staff, and goes with the invoice that pays it back', async () => {
    const of = await leased()
    staff = await signedInAs(world, 'INTERNAL_ADMIN')
    const { claim } = await atRepair(of)
    const receipt = { ...bill, number: 'R-2', total: 120, iban: 'FI2112345600000785' }
    expect((await take(staff, claim, 'reimburse', { bill: receipt })).body).toMatchObject({
      details: { unmet: ['RECEIPT_MISSING'] },
    })
    expect((await addReceipt(of.person, claim, Buffer.from('ei mikään'))).body).toMatchObject({
      code: 'FILE_NOT_ACCEPTED',
    })
    expect((await addReceipt(of.employer, claim)).status).toBe(403)
    const colleague = await leased()
    expect((await addReceipt(colleague.person, claim)).status).toBe(404)
    const shown = (await addReceipt(of.person, claim)).body
    expect(shown).toMatchObject({ step: 'AT_REPAIR', repair: { hasReceipt: true } })
    expect((await receiptFor(of.person, claim)).raw.equals(PROOF)).toBe(true)
    expect((await receiptFor(of.employer, claim)).status).toBe(403)
    expect((await receiptFor(colleague.person, claim)).status).toBe(404)
    const paid = await taken(staff, shown, 'reimburse', { bill: receipt })
    expect(paid).toMatchObject({ step: 'REPAIRED', repair: { isReceipt: true, hasReceipt: true } })
    expect((await addReceipt(of.person, paid)).body).toMatchObject({ code: 'CLAIM_STEP_NOT_ALLOWED' })
    const { file_id, receipt_file_id } = await db()
      .selectFrom('insurance_claims as k')
      .innerJoin('invoices as i', 'i.id', 'k.repair_invoice_id')
      .select(['i.file_id', 'k.receipt_file_id'])
      .where('k.id', '=', claim.insuranceId)
      .executeTakeFirstOrThrow()
    expect(file_id).toBe(receipt_file_id)
  })
})

describe('a movement on the bank account', () => {
  const movement = async (cents: number, message: string) => {
    const id = world.env.id()
    const file = world.env.id()
    await db()
      .insertInto('bank_files')
      .values({ id: file, kind: 'CAMT053', name: 'tiliote.xml', sha256: Buffer.from(file) })
      .execute()
    await db()
      .insertInto('bank_entries')
      .values({
        id,
        bank_file_id: file,
        entry_key: id,
        iban: 'FI2112345600000785',
        position: 1,
        direction: 'CREDIT',
        amount_cents: cents,
        booked_day: '2026-12-09',
        message,
        state: 'OPEN',
      })
      .execute()
    return { id }
  }
  const proposed = async (claim: Claimed) =>
    (await world.ok(insuranceClaims.movements, { as: staff, params: { id: claim.insuranceId } })).items
  const match = (as: Caller, claim: Claimed, bankEntryId: string, key = 'match') =>
    world.call(insuranceClaims.match, {
      as,
      params: { id: claim.insuranceId },
      body: { version: claim.version, bankEntryId, entryVersion: 1 },
      key,
    })

  it('is proposed for the claim that it names, taken in once, and taken back where it came from', async () => {
    const of = await leased()
    staff = await signedInAs(world, 'INTERNAL_ADMIN')
    const claim = await taken(staff, await sent(of), 'decide', { compensation: 2440 })
    const { agreementNumber } = claim as unknown as { agreementNumber: string }
    const params = await movement(200_000, `Korvaus ${agreementNumber}`)
    expect(await proposed(claim)).toMatchObject([{ bankEntryId: params.id, amount: 2000, bookedDay: '2026-12-09' }])
    expect((await match(of.employer, claim, params.id)).status).toBe(403)
    expect((await match(of.person, claim, params.id)).status).toBe(403)
    const [one, other] = await Promise.all([
      match(staff, claim, params.id, 'one'),
      match(staff, claim, params.id, 'other'),
    ])
    expect([one.status, other.status].toSorted()).toEqual([200, 409])
    const read = (as: Caller) => world.ok(insuranceClaims.get, { as, params: { id: claim.insuranceId } })
    const received = await read(staff)
    expect(received).toMatchObject({
      received: 2000,
      payments: [{ amount: 2000, paidDay: '2026-12-09', isFromBank: true, isReversed: false }],
    })
    expect(await read(of.person)).toMatchObject({ payments: [] })
    const tooMuch = await movement(44_001, agreementNumber)
    expect(await proposed(claim)).toEqual([])
    expect((await match(staff, received, tooMuch.id)).body).toMatchObject({
      code: 'BANK_PARTS_DIFFER',
      details: { amount: 440.01, parts: 440 },
    })
    const { version } = await world.ok(banking.entry, { as: staff, params })
    await world.ok(banking.reopen, { as: staff, params, body: { version, reason: 'Toisen tapauksen rahaa' } })
    expect(await read(staff)).toMatchObject({
      received: 0,
      payments: [{ isReversed: true }, { amount: -2000, isReversed: true }],
    })
  })

  it('and a payment of the insurer are nobody’s to decide about for a claim of their own', async () => {
    const of = await leased()
    staff = await signedInAs(world, 'INTERNAL_ADMIN')
    const claim = await taken(staff, await sent(of), 'decide', { compensation: 2440 })
    await assignRole(world, of.person.userId, 'SUPER_ADMIN')
    const own = await world.signIn(of.person.userId)
    const params = await movement(244_000, 'Korvaus')
    expect((await match(own, claim, params.id)).body).toMatchObject({ code: 'CLAIM_STEP_NOT_PERMITTED' })
    const received = await taken(staff, claim, 'receive', { amount: 2440, paidDay: '2026-12-10' })
    const [payment] = received.payments as { paymentId: string }[]
    const reverse = (as: Caller) =>
      world.call(invoices.reverse, {
        as,
        params: { paymentId: payment!.paymentId },
        body: { reason: 'Kirjattu väärin' },
      })
    expect((await reverse(own)).body).toMatchObject({ code: 'NOT_FOR_ONESELF' })
    expect((await reverse(staff)).status).toBe(201)
    const after = await world.ok(insuranceClaims.get, { as: staff, params: { id: claim.insuranceId } })
    expect(after).toMatchObject({ received: 0, waitingFor: ['STAFF', 'INSURER'] })
    expect((await reverse(staff)).body).toMatchObject({ code: 'PAYMENT_NOT_REVERSIBLE' })
  })
})

it('insurance terms decide what is covered: those that the order accepted, else those in force', async () => {
  const of = await leased()
  const publish = (number: number, insurance: object) =>
    db()
      .insertInto('terms_documents')
      .values({
        id: world.env.id(),
        kind: 'INSURANCE',
        number,
        language: 'fi',
        title: 'Ehdot',
        content: 'Ehdot',
        sha256: Buffer.from([number]),
        created_at: world.env.now(),
        insurance: JSON.stringify({ insurer: 'X', businessId: 'Y', covers: [], limitCents: null, ...insurance }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const accepted = await publish(91, { deductibleCents: 15_000, coverFallBasisPoints: 50 })
  await publish(92, { deductibleCents: 30_000, limitCents: 100_000 })
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  const { insuranceId } = await sent(of)
  const coverNow = async () => (await world.ok(insuranceClaims.get, { as: staff, params: { id: insuranceId } })).cover
  expect(await coverNow()).toBe(1000)
  await db().updateTable('orders').set({ insurance_terms_id: accepted.id }).where('id', '=', of.orderId).execute()
  expect(await coverNow()).toBe(2820)
})
