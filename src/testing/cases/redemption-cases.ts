import { afterAll, beforeAll } from 'vitest'
import { redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { followRedemptions } from '#features/lease-ends/redemptions/server/jobs.ts'
import { endLeases } from '#features/leases/agreements/server/end-job.ts'
import { recordPayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import { leaseSchedule } from '#features/pricing/leasing/rules.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { assignRole, buildCompany, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

const schedule = leaseSchedule(
  300_000,
  {
    instalmentCents: 10_000,
    serviceShareCents: 2_200,
    yearlyInterestBasisPoints: 490,
    residualBasisPoints: 500,
    adminFeeCents: 1_500,
    minMonths: 12,
    maxMonths: 60,
    minPriceCents: 50_000,
    maxPriceCents: 450_000,
  },
  { day: '2026-01-01' },
)

if (!schedule.ok) throw new Error('no schedule')

export const { buyOut } = schedule

export let world: World

export let staff: Caller

export const db = () => world.services.database.primary

/** A company with a running lease of 40 months since January 2026, whose price at the end of November is 2,260.20. */
export async function leased({
  kind = 'OPERATOR' as 'OPERATOR' | 'GRENKE',
  lastWorkingDay = null as string | null,
} = {}) {
  const company = await buildCompany(world, {}, { lessor: { kind, invoice_email: 'lasku@rahoitus.example' } })
  const lease = await buildRunningLease(world, {
    company,
    ...(lastWorkingDay ? { employee: { last_working_day: lastWorkingDay } } : {}),
    agreement: {
      start_day: '2026-01-01',
      end_day: '2029-04-30',
      lease_months: 40,
      price_cents: 300_000,
      residual_cents: 15_000,
      buy_out_cents: [...buyOut],
      bike_at: 'EMPLOYEE',
    },
  })
  const { user_id } = await db()
    .selectFrom('beneficiary_employees')
    .select('user_id')
    .where('id', '=', lease.employeeId)
    .executeTakeFirstOrThrow()
  await assignRole(world, user_id, 'BIKE_BENEFICIARY')
  const person = await world.signIn(user_id)
  return { company, ...lease, person, userId: user_id }
}

export type Leased = Awaited<ReturnType<typeof leased>>

export const start = (of: Leased, as: Caller = of.person) =>
  world.ok(redemptions.create, { as, body: { leasingAgreementId: of.agreementId, reason: 'OWN_WISH' } })

export const accept = async (
  of: Leased,
  id: string,
  version: number,
  paymentMethod: 'INVOICE' | 'SVEA' | 'PAYROLL' | 'BATCH' = 'INVOICE',
) =>
  world.ok(redemptions.update, {
    as: of.person,
    params: { id },
    body: { step: 'accept', version, paymentMethod, hasReadInformation: true },
  })

export const invoiceOf = (id: string) =>
  db()
    .selectFrom('redemptions as r')
    .innerJoin('redemption_payments as p', 'p.id', 'r.redemption_payment_id')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .selectAll('i')
    .select(['p.status as payment_status', 'p.id as payment_id'])
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow()

export const pay = async (id: string, amountCents: number, paidDay: string) =>
  payBill((await invoiceOf(id)).id, amountCents, paidDay)

export async function payBill(invoiceId: string, amountCents: number, paidDay: string) {
  await world.services.database.transaction((tx) =>
    recordPayment(tx, world.services, {
      actor: systemActor,
      payment: { invoiceId, direction: 'IN', amountCents, paidDay, method: 'BANK', source: world.env.id() },
    }),
  )
}

export const leaseOf = (id: string) =>
  db()
    .selectFrom('leasing_agreements')
    .select(['lease_state', 'end_reason', 'ended_day', 'ends_on', 'bike_at', 'redemption_taxable_cents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

export const at = (instant: string) => world.env.setNow(instant)

export const nightly = async () => {
  await followRedemptions.run(world.services)
  await endLeases.run(world.services)
  await followRedemptions.run(world.services)
}

/** A world with staff for tests of redemptions. */
export function prepareRedemptions() {
  beforeAll(async () => {
    world = await openWorld()
    world.env.setNow('2026-11-10T08:00:00Z')
    staff = await signedInAs(world, 'INTERNAL_ADMIN')
  })
  afterAll(() => world.close())
}
