import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { followRedemptions } from '#features/lease-ends/redemptions/server/jobs.ts'
import { endLeases } from '#features/leases/agreements/server/end-job.ts'
import { recordPayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { assignRole, buildCompany, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { insuranceClaims } from '../contract.ts'

let world: World
let staff: Caller
beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-11-10T08:00:00Z')
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
})
afterAll(() => world.close())

const db = () => world.services.database.primary

/** A running lease whose buy-out at the end of November is accepted and waits for its money. */
async function accepted(kind: 'OPERATOR' | 'GRENKE' = 'GRENKE') {
  world.env.setNow('2026-11-10T08:00:00Z')
  const company = await buildCompany(world, {}, { lessor: { kind, invoice_email: 'lasku@rahoitus.example' } })
  const lease = await buildRunningLease(world, {
    company,
    agreement: {
      start_day: '2026-01-01',
      lease_months: 24,
      end_day: '2027-12-31',
      bike_at: 'EMPLOYEE',
      buy_out_cents: Array(24).fill(50_000),
    },
  })
  const { user_id } = await db()
    .selectFrom('beneficiary_employees')
    .select('user_id')
    .where('id', '=', lease.employeeId)
    .executeTakeFirstOrThrow()
  await assignRole(world, user_id, 'BIKE_BENEFICIARY')
  const person = await world.signIn(user_id)
  const offered = await world.ok(redemptions.create, {
    as: person,
    body: { leasingAgreementId: lease.agreementId, reason: 'OWN_WISH' },
  })
  await world.ok(redemptions.update, {
    as: person,
    params: { id: offered.id },
    body: { step: 'accept', version: offered.version, paymentMethod: 'INVOICE', hasReadInformation: true },
  })
  return { ...lease, company, person, redemptionId: offered.id }
}
type Lease = Awaited<ReturnType<typeof accepted>>

const billOf = (id: string) =>
  db()
    .selectFrom('redemptions as r')
    .innerJoin('redemption_payments as p', 'p.id', 'r.redemption_payment_id')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .select(['i.id', 'i.total_cents', 'i.open_cents', 'i.credited_cents'])
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow()

async function pay({ redemptionId }: Lease) {
  const bill = await billOf(redemptionId)
  const payment = {
    invoiceId: bill.id,
    direction: 'IN' as const,
    amountCents: bill.total_cents,
    paidDay: '2026-11-10',
    method: 'BANK' as const,
    source: world.env.id(),
  }
  await world.services.database.transaction((tx) => recordPayment(tx, world.services, { actor: systemActor, payment }))
  await followRedemptions.run(world.services)
}

const redemption = (of: Lease, as: Caller = staff) => world.ok(redemptions.get, { as, params: { id: of.redemptionId } })
const claim = (of: Lease, as: Caller, type: 'DAMAGE' | 'THEFT' = 'DAMAGE') =>
  world.call(insuranceClaims.create, { as, body: { beneficiaryEmployeeId: of.employeeId, type } })
const openEndings = async (of: Lease) => {
  const rows = await db()
    .selectFrom('agreement_endings')
    .select('kind')
    .where('agreement_id', '=', of.agreementId)
    .where('closed_at', 'is', null)
    .execute()
  return rows.map(({ kind }) => kind)
}
const refused = { code: 'CLAIM_STEP_NOT_ALLOWED', details: { unmet: ['REDEMPTION_UNDER_WAY'] } }

it('a claim is refused beside a paid buy-out, to its person and to the staff, until the staff have called that off', async () => {
  const of = await accepted()
  await pay(of)
  expect(await redemption(of)).toMatchObject({ step: 'LESSOR_INVOICE_SENT' })
  for (const as of [of.person, staff])
    for (const type of ['DAMAGE', 'THEFT'] as const) expect((await claim(of, as, type)).body).toMatchObject(refused)
  expect(await openEndings(of)).toEqual(['REDEMPTION'])

  const paid = await redemption(of)
  const callOff = (as: Caller, reason?: string) =>
    world.call(redemptions.update, {
      as,
      params: { id: of.redemptionId },
      body: { step: 'callOff', version: paid.version, ...(reason ? { reason } : {}) },
    })
  expect((await callOff(of.person, 'Pyörä vietiin.')).body).toMatchObject({ code: 'REDEMPTION_STEP_NOT_PERMITTED' })
  expect((await callOff(staff)).body).toMatchObject({ details: { unmet: ['REASON_MISSING'] } })
  const before = await mailsToLessor()
  expect((await callOff(staff, 'Pyörä vietiin.')).body).toMatchObject({ step: 'CANCELLED', waitingFor: [] })

  // What hung on it is closed: its bill is credited and owed back, the lease runs on, the lessor knows.
  const bill = await billOf(of.redemptionId)
  expect(bill).toMatchObject({ credited_cents: bill.total_cents, open_cents: -bill.total_cents })
  expect(await openEndings(of)).toEqual([])
  const lease = () =>
    db()
      .selectFrom('leasing_agreements')
      .select(['lease_state', 'ends_on', 'ends_by', 'redemption_taxable_cents'])
      .where('id', '=', of.agreementId)
      .executeTakeFirstOrThrow()
  const running = { lease_state: 'ACTIVE', ends_on: null, ends_by: null, redemption_taxable_cents: 0 }
  expect(await lease()).toEqual(running)
  expect((await mailsToLessor()).slice(before.length)).toEqual(['redemptions:mail.calledOff'])
  world.env.setNow('2026-12-01T01:00:00Z')
  await endLeases.run(world.services)
  await followRedemptions.run(world.services)
  expect(await lease()).toEqual(running)

  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  const opened = await claim(of, staff, 'THEFT')
  expect(opened).toMatchObject({ status: 201, body: { step: 'OPEN' } })
  const again = { leasingAgreementId: of.agreementId, reason: 'OWN_WISH' as const }
  expect((await world.call(redemptions.create, { as: staff, body: again })).body).toMatchObject({
    code: 'CLAIM_OPEN',
    details: { process: { kind: 'CLAIM' } },
  })
})

async function mailsToLessor() {
  const found = await sql<{ template: string }>`
    select template from outbox where recipient = 'lasku@rahoitus.example' order by created_at, id`.execute(db())
  return found.rows.map(({ template }) => template)
}

it('a denial is not objected to while the buy-out that followed it is paid and under way', async () => {
  const of = await accepted('OPERATOR')
  const id = world.env.id()
  const own = { id, company_id: of.company.companyId, agreement_id: of.agreementId }
  await db()
    .insertInto('agreement_endings')
    .values({ ...own, kind: 'CLAIM', closed_at: world.env.now() })
    .execute()
  await db()
    .insertInto('insurance_claims')
    .values({
      ...own,
      beneficiary_employee_id: of.employeeId,
      type: 'DAMAGE',
      step: 'DENIED',
      denied_day: '2026-11-05',
    })
    .execute()
  await pay(of)
  const objected = await world.call(insuranceClaims.step, {
    as: of.person,
    params: { id },
    body: { step: 'object', version: 1, reason: 'Se oli lukittu.' },
  })
  expect(objected.body).toMatchObject(refused)
  expect((await redemption(of)).step).toBe('LESSOR_INVOICE_SENT')
})

it('of a payment and a claim at the same moment one goes on, and never both', async () => {
  const of = await accepted('OPERATOR')
  const [, told] = await Promise.all([pay(of), claim(of, of.person)])
  const { step } = await redemption(of)
  expect([step, told.status]).toEqual(told.status === 201 ? ['CANCELLED', 201] : ['LESSOR_INVOICE_SENT', 409])
  expect(await openEndings(of)).toEqual(told.status === 201 ? ['CLAIM'] : ['REDEMPTION'])
})

it('a lessor that has billed is asked to credit first, and a lease that has ended as redeemed stays so', async () => {
  const of = await accepted()
  await pay(of)
  const { version } = await redemption(of)
  const total = (await billOf(of.redemptionId)).total_cents / 100
  const billed = await world.ok(redemptions.update, {
    as: staff,
    params: { id: of.redemptionId },
    body: {
      step: 'matchLessorInvoice',
      version,
      lessorInvoice: { number: 'G-7', total, issueDay: '2026-11-10', dueDay: '2026-11-24' },
    },
  })
  const steps = billed.allowedSteps.filter(({ step }) => step === 'callOff')
  expect(steps).toMatchObject([{ allowed: false, unmet: ['LESSOR_HAS_BILLED'] }])
})
