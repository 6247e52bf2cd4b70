import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assignRole, buildCompany, buildRunningLease, buildStore, buildUser, signedInAs } from '#testing/builders.ts'
import { buildCast, journeyOf } from '#testing/journey.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { insuranceClaims } from '../contract.ts'
import { callOffNewBikes } from './ended-job.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
const db = () => world.services.database.primary

interface Claimed {
  readonly insuranceId: string
  readonly version: number
}
const take = (as: Caller, claim: Claimed, step: string, more: object = {}) =>
  world.call(insuranceClaims.step, {
    as,
    params: { id: claim.insuranceId },
    body: { step: step as 'send', version: claim.version, ...more },
  })
const taken = async (as: Caller, claim: Claimed, step: string, more: object = {}) => {
  const answer = await take(as, claim, step, more)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body as Claimed & { newBike: { orderId: string } }
}

type Of = { employeeId: string; employee: Caller; staff: Caller }

/** A stolen bicycle for which the insurer pays a sum. */
async function stolen({ employeeId, employee, staff }: Of, happenedDay: string, compensation: number) {
  const claim = await world.ok(insuranceClaims.create, {
    as: employee,
    body: { beneficiaryEmployeeId: employeeId, type: 'THEFT' },
  })
  const told = await world.ok(insuranceClaims.report, {
    as: employee,
    params: { id: claim.insuranceId },
    body: {
      version: claim.version,
      happenedDay,
      place: 'Pasila',
      description: 'Pyörä vietiin telineestä.',
      policeReportNumber: '5500/R/1/26',
      lock: 'U-lukko',
    },
  })
  return taken(staff, await taken(staff, told, 'send'), 'decide', { compensation })
}

/** A lease of a bicycle of 3,000.00 for 48 months since January 2026, and the steps of its orders. */
async function leased(now: string) {
  world.env.setNow(now)
  const company = await buildCompany(world)
  const lease = await buildRunningLease(world, {
    company,
    agreement: {
      start_day: '2026-01-01',
      end_day: '2029-12-31',
      lease_months: 48,
      price_cents: 300_000,
      buy_out_cents: Array(48).fill(100_000),
      bike_at: 'EMPLOYEE',
      tax_regime: 'TAXABLE',
    },
  })
  const { user_id } = await db()
    .selectFrom('beneficiary_employees')
    .select('user_id')
    .where('id', '=', lease.employeeId)
    .executeTakeFirstOrThrow()
  await assignRole(world, user_id, 'BIKE_BENEFICIARY')
  const employer = await buildUser(world)
  const cast = {
    companyId: company.companyId,
    employeeId: lease.employeeId,
    bikeStoreId: (await buildStore(world)).bikeStoreId,
    employee: await world.signIn(user_id),
    employer: await world.signIn(employer.userId),
    staff: await signedInAs(world, 'INTERNAL_ADMIN'),
    password: '',
  }
  return { ...cast, ...lease, journey: journeyOf(world, cast) }
}

const bills = (orderId: string) =>
  db()
    .selectFrom('invoices')
    .select(['purpose', 'total_cents'])
    .where('order_id', '=', orderId)
    .where('direction', '=', 'SALES')
    .orderBy('created_at')
    .execute()

const agreementOf = (id: string) =>
  db().selectFrom('leasing_agreements').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a new bicycle in the place of a lost one', () => {
  it.each([
    { month: 12, now: '2026-12-10T08:00:00Z', day: '2026-12-05', compensation: 2440, released: 2640, dearer: 3400 },
    { month: 36, now: '2028-12-10T08:00:00Z', day: '2028-12-05', compensation: 1720, released: 1920, dearer: 2500 },
  ])(
    'stolen in month $month: a cheaper one costs nothing beside the deductible, a dearer one the rest',
    async (walk) => {
      const of = await leased(walk.now)
      const decided = await stolen(of, walk.day, walk.compensation)
      expect(decided).toMatchObject({ cover: walk.released, newBike: { released: walk.released, orderId: null } })
      const claim = await taken(of.staff, decided, 'newBike')
      const { orderId } = claim.newBike
      const bike = { accessories: [], isOnlineOrder: true }
      const before = await agreementOf(of.agreementId)
      const cheaper = await of.journey.choosePackage(orderId, { ...bike, bikePrice: walk.released - 500 })
      expect(cheaper).toMatchObject({ priceCard: { excess: 0, instalment: 100 } })
      const dearer = await of.journey.choosePackage(orderId, { ...bike, bikePrice: walk.dearer })
      const excess = walk.dearer - walk.released
      expect(dearer).toMatchObject({ totalAmount: walk.dearer, priceCard: { excess, instalment: 100 } })
      await of.journey.answer(orderId)
      expect(await of.journey.confirm(orderId)).toMatchObject({ orderStatus: 'CONFIRMED', owesExcess: true })
      expect(await bills(orderId)).toEqual([{ purpose: 'EXCESS', total_cents: excess * 100 }])
      expect(await agreementOf(of.agreementId)).toEqual(before)

      const abandoned = await taken(of.staff, claim, 'abandonNewBike', { reason: 'Liike ei toimita.' })
      expect(abandoned).toMatchObject({ step: 'PROOF_COMPLETE', status: 'PENDING', compensation: walk.compensation })
      expect(await of.journey.order(of.staff, orderId)).toMatchObject({ orderStatus: 'CANCELLED' })
      expect(await bills(orderId)).toMatchObject([{ total_cents: excess * 100 }, { total_cents: -excess * 100 }])
      expect(await agreementOf(of.agreementId)).toEqual(before)
    },
  )

  it('is called off by itself once the lease has ended, and the claim goes back to the staff', async () => {
    const of = await leased('2026-12-10T08:00:00Z')
    const claim = await taken(of.staff, await stolen(of, '2026-12-05', 2440), 'newBike')
    expect(await callOffNewBikes.run(world.services)).toEqual({ calledOff: 0, refused: 0 })
    await db()
      .updateTable('leasing_agreements')
      .set({ lease_state: 'ENDED', end_reason: 'TERM', ended_day: '2026-12-31' })
      .where('id', '=', of.agreementId)
      .execute()
    expect(await callOffNewBikes.run(world.services)).toEqual({ calledOff: 1, refused: 0 })
    const params = { id: claim.insuranceId }
    expect(await world.ok(insuranceClaims.get, { as: of.staff, params })).toMatchObject({ step: 'PROOF_COMPLETE' })
    const { orderStatus } = await of.journey.order(of.staff, claim.newBike.orderId)
    expect(orderStatus).toBe('CANCELLED')
    expect(await callOffNewBikes.run(world.services)).toEqual({ calledOff: 0, refused: 0 })
  })

  it('is refused for a damage that is repaired, and warns first where an exemption may end', async () => {
    const of = await leased('2026-12-10T08:00:00Z')
    await db()
      .updateTable('leasing_agreements')
      .set({ tax_regime: 'EXEMPT_2025' })
      .where('id', '=', of.agreementId)
      .execute()
    const decided = await stolen(of, '2026-12-05', 2440)
    expect(decided).toMatchObject({ newBike: { mayEndExemption: true } })
    expect((await take(of.staff, decided, 'newBike')).body).toMatchObject({
      details: { unmet: ['TAX_WARNING_UNREAD'] },
    })
    expect((await take(of.employee, decided, 'newBike')).body).toMatchObject({ code: 'CLAIM_STEP_NOT_PERMITTED' })
    const set = (is_total_loss: boolean, type: 'DAMAGE' | 'THEFT') =>
      db().updateTable('insurance_claims').set({ is_total_loss, type }).where('id', '=', decided.insuranceId).execute()
    await set(false, 'DAMAGE')
    const accepted = { acceptsTaxReview: true }
    expect((await take(of.staff, decided, 'newBike', accepted)).body).toMatchObject({
      details: { unmet: ['NOT_LOST'] },
    })
    await set(true, 'DAMAGE')
    const claim = await taken(of.staff, decided, 'newBike', accepted)
    expect(claim).toMatchObject({ step: 'NEW_BIKE', waitingFor: ['EMPLOYEE', 'INSURER'] })
    expect((await agreementOf(of.agreementId)).tax_regime_review).not.toBeNull()
  })

  it('comes into the same agreement when it is delivered: its days stay, and the lessor is told', async () => {
    world.env.setNow('2026-03-10T08:00:00Z')
    const cast = await buildCast(world, { lessorKind: 'GRENKE' })
    await db().updateTable('leasing_companies').set({ invoice_email: 'uusi@rahoitus.example' }).execute()
    const first = await journeyOf(world, cast).toRunningLease()
    const of = {
      ...cast,
      employee: await world.signIn(cast.employee.userId),
      staff: await signedInAs(world, 'INTERNAL_ADMIN'),
    }
    const journey = journeyOf(world, of)
    const { id } = await db()
      .selectFrom('leasing_agreements')
      .select('id')
      .where('order_id', '=', first)
      .executeTakeFirstOrThrow()
    const before = await agreementOf(id)
    const decided = await stolen(of, before.start_day!, 2770)
    const claim = await taken(of.staff, decided, 'newBike', { acceptsTaxReview: true })
    const { orderId } = claim.newBike
    await journey.choosePackage(orderId, { model: 'Toinen 9', bikePrice: 2500, accessories: [] })
    await journey.answer(orderId)
    await journey.confirm(orderId)
    await journey.process(orderId)
    const cancel = { as: of.staff, params: { id: claim.insuranceId } }
    expect(await world.ok(insuranceClaims.get, cancel)).toMatchObject({ step: 'NEW_BIKE' })
    const invoice = await journey.enterInvoice(orderId, 2500)
    await journey.match(orderId, invoice.invoiceId)
    expect((await take(of.staff, claim, 'abandonNewBike', { reason: 'Ei enää.' })).body).toMatchObject({
      details: { unmet: ['NEW_BIKE_BILLED'] },
    })
    await journey.deliver(orderId, 'UUSI-1')
    expect(await journey.order(of.staff, orderId)).toMatchObject({ orderStatus: 'ACTIVE_LEASING' })
    const done = await world.ok(insuranceClaims.get, cancel)
    expect(done).toMatchObject({
      step: 'REPLACED',
      status: 'COMPLETED',
      leaseEffect: 'GOES_ON',
      deductible: { amount: 200 },
    })
    const { order_id, bike_at, start_day, end_day, commitment_day, instalment_cents } = await agreementOf(id)
    expect({ order_id, bike_at, start_day, end_day, commitment_day, instalment_cents }).toEqual({
      order_id: orderId,
      bike_at: 'EMPLOYEE',
      start_day: before.start_day,
      end_day: before.end_day,
      commitment_day: before.commitment_day,
      instalment_cents: before.instalment_cents,
    })
    expect((await bills(orderId)).map(({ purpose }) => purpose)).toEqual(['DEDUCTIBLE'])
    const told = await db()
      .selectFrom('outbox')
      .select('recipient')
      .where('template', '=', 'insurance-claims:mail.replaced')
      .execute()
    expect(told).toEqual([{ recipient: 'uusi@rahoitus.example' }])
    const events = await db()
      .selectFrom('events')
      .select('type')
      .where('company_id', '=', cast.companyId)
      .where('type', 'like', 'INSURANCE%')
      .orderBy('id')
      .execute()
    expect(events.map(({ type }) => type)).toEqual([
      'INSURANCE_CASE_STARTED',
      'INSURANCE_NEW_BIKE_SUBMITTED',
      'INSURANCE_CASE_COMPLETED',
    ])
  })
})
