import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { absencePlans } from '#features/lease-ends/absence-plans/contract.ts'
import { brokerage } from '#features/lease-ends/brokerage/contract.ts'
import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { returns } from '#features/lease-ends/returns/contract.ts'
import type { EndReason } from '#features/story/lease-story/facts.ts'
import {
  type Beginning,
  beginnings,
  type OpenMatter,
  openMatters,
  openMattersOf,
  verdictOf,
} from '#features/story/lease-story/rules/beside.ts'
import { readLeaseFacts } from '#features/story/lease-story/server/facts.ts'
import { db, type Leased, leased, prepareReturns, staff, world } from '#testing/cases/return-cases.ts'

prepareReturns()

type EndingKind = 'REDEMPTION' | 'RETURN' | 'CANCELLATION' | 'CLAIM' | 'TRANSFER'

/** The ending that a process holds of its lease, with what each of their rows says. */
async function endingOf({ agreementId, companyId, employeeId }: Leased, kind: EndingKind, isClosed = false) {
  const ids = { id: world.env.id(), company_id: companyId, agreement_id: agreementId }
  await db()
    .insertInto('agreement_endings')
    .values({ ...ids, kind, closed_at: isClosed ? world.env.now() : null })
    .execute()
  return { ...ids, beneficiary_employee_id: employeeId }
}

const isOver = (of: Leased, end_reason: EndReason) =>
  db()
    .updateTable('leasing_agreements')
    .set({ lease_state: 'ENDED', end_reason, ended_day: '2026-10-31', ends_on: null })
    .where('id', '=', of.agreementId)
    .execute()

type BuyOutStep = 'STARTED' | 'OFFERED' | 'ACCEPTED' | 'USER_PAYMENT_SENT' | 'USER_PAYMENT_PAID' | 'LESSOR_INVOICE_SENT'

const buyOut = (step: BuyOutStep | 'DONE' | 'WITHDRAWN') => async (of: Leased) => {
  const own = await endingOf(of, 'REDEMPTION', step === 'DONE')
  await db()
    .insertInto('redemptions')
    .values({ ...own, step, reason: 'OWN_WISH', end_month: '2026-12' })
    .execute()
  if (step === 'DONE' || step === 'WITHDRAWN') await isOver(of, 'REDEEMED')
}

const givenBack = (step: 'REQUESTED' | 'APPROVED' | 'RECEIVED' | 'INSPECTED') => async (of: Leased) => {
  const own = await endingOf(of, 'RETURN')
  const asked = { reason: 'OTHER', asked_by: 'EMPLOYEE', payer: 'EMPLOYER' } as const
  await db()
    .insertInto('bike_returns')
    .values({ ...own, ...asked, step, end_month: '2026-12', fee_cents: 0, transport_cents: 0 })
    .execute()
}

type OfferStep = 'DRAFT' | 'REVIEW' | 'LISTED' | 'RESERVED' | 'OFFERED' | 'TRANSFER' | 'BUYOUT'

const passedOn = (step: OfferStep, isHeld: boolean) => async (of: Leased) => {
  const { agreement_id, ...ids } = isHeld
    ? await endingOf(of, 'TRANSFER')
    : {
        id: world.env.id(),
        company_id: of.companyId,
        agreement_id: of.agreementId,
        beneficiary_employee_id: of.employeeId,
      }
  await db()
    .insertInto('bike_brokerages')
    .values({
      ...ids,
      agreement_id,
      step,
      ending_id: isHeld ? ids.id : null,
      description: 'Hyvä pyörä.',
      municipality: 'Vantaa',
      bike: 'Halla Taival 7',
      monthly_cents: 10_000,
      residual_cents: 15_000,
      lease_end_day: '2029-04-30',
      named_email: step === 'OFFERED' ? 'ottaja@muualla.example' : null,
    })
    .execute()
}

type ClaimStep =
  | 'OPEN'
  | 'PROOF_COMPLETE'
  | 'SENT_TO_INSURER'
  | 'INSURER_DECIDED'
  | 'AT_REPAIR'
  | 'NEW_BIKE'
  | 'LEASE_ENDED'

const claimed = (type: 'THEFT' | 'LOSS' | 'DAMAGE' | 'VANDALISM', step: ClaimStep) => async (of: Leased) => {
  const own = await endingOf(of, 'CLAIM')
  await db()
    .insertInto('insurance_claims')
    .values({ ...own, type, step, happened_day: '2026-10-20' })
    .execute()
  if (step === 'LEASE_ENDED')
    await db()
      .updateTable('leasing_agreements')
      .set({ bike_at: 'LOST', ends_on: '2026-11-30', ends_as: 'INSURANCE', ends_by: own.id })
      .where('id', '=', of.agreementId)
      .execute()
}

const cancelled = async (of: Leased) => {
  const { id } = await endingOf(of, 'CANCELLATION')
  await sql`insert into order_cancellations (id, company_id, order_id, beneficiary_employee_id, reason_code, reason, kept_order_status, opened_at)
    values (${id}::uuid, ${of.companyId}::uuid, ${of.orderId}::uuid, ${of.employeeId}::uuid, 'OTHER', 'x', 'CONFIRMED', now())`.execute(
    db(),
  )
}

const ended = (reason: EndReason) => (of: Leased) => isOver(of, reason)

/** Rows that bring each thing about, in each state of its process. */
const stands: Partial<Record<OpenMatter, readonly ((of: Leased) => Promise<unknown>)[]>> = {
  CANCELLATION: [cancelled],
  BUY_OUT_UNPAID: (['STARTED', 'OFFERED', 'ACCEPTED', 'USER_PAYMENT_SENT'] as const).map(buyOut),
  BUY_OUT_PAID: (['USER_PAYMENT_PAID', 'LESSOR_INVOICE_SENT'] as const).map(buyOut),
  OWNED: [buyOut('DONE')],
  RETURN_AGREED: [givenBack('REQUESTED'), givenBack('APPROVED'), buyOut('WITHDRAWN')],
  RETURN_RECEIVED: [givenBack('RECEIVED'), givenBack('INSPECTED')],
  ON_OFFER: (['DRAFT', 'REVIEW', 'LISTED', 'RESERVED', 'OFFERED'] as const).map((step) => passedOn(step, false)),
  TRANSFER: [passedOn('TRANSFER', true)],
  SALE: [passedOn('BUYOUT', true)],
  LOSS_CLAIM: (['OPEN', 'PROOF_COMPLETE', 'SENT_TO_INSURER', 'INSURER_DECIDED'] as const).flatMap((step) => [
    claimed('THEFT', step),
    claimed('LOSS', step),
  ]),
  DAMAGE_CLAIM: (['OPEN', 'PROOF_COMPLETE', 'SENT_TO_INSURER', 'INSURER_DECIDED', 'AT_REPAIR'] as const).flatMap(
    (step) => [claimed('DAMAGE', step), claimed('VANDALISM', step)],
  ),
  REPLACEMENT: [claimed('THEFT', 'NEW_BIKE')],
  WRITTEN_OFF: [claimed('THEFT', 'LEASE_ENDED')],
  OVER: [ended('TERM')],
  GONE: (['RETURNED', 'TRANSFERRED', 'INSURANCE', 'CANCELLED'] as const).map(ended),
}

/** How each thing begins by the public calls. */
const begin: Record<Beginning, (of: Leased) => Promise<{ status: number; body: unknown }>> = {
  CANCELLATION: ({ person, orderId }) =>
    world.call(orderCancellations.request, { as: person, params: { orderId }, body: { reason: 'Turha' } }),
  BUY_OUT: ({ person, agreementId: leasingAgreementId }) =>
    world.call(redemptions.create, { as: person, body: { leasingAgreementId, reason: 'OWN_WISH' } }),
  RETURN: ({ agreementId: leasingAgreementId }) =>
    world.call(returns.create, { as: staff, body: { leasingAgreementId, reason: 'OTHER' } }),
  TRANSFER: ({ person, agreementId: leasingAgreementId }) =>
    world.call(brokerage.create, { as: person, body: { leasingAgreementId, takerEmail: 'ottaja@muualla.example' } }),
  CLAIM: ({ person, employeeId, agreementId: leasingAgreementId }) =>
    world.call(insuranceClaims.create, {
      as: person,
      body: { beneficiaryEmployeeId: employeeId, leasingAgreementId, type: 'DAMAGE' },
    }),
  PLAN: ({ person, agreementId: leasingAgreementId }) =>
    world.call(absencePlans.create, {
      as: person,
      body: { leasingAgreementId, kind: 'PARENTAL', fromDay: '2026-12-01', toDay: '2027-03-31' },
    }),
}

/** Everything that hangs on the leases of a company, and what anybody was told or billed of it. */
async function allOf({ companyId }: Leased): Promise<string> {
  const tables = [
    'agreement_endings',
    'leasing_agreements',
    'redemptions',
    'bike_returns',
    'bike_brokerages',
    'insurance_claims',
    'absence_plans',
    'order_cancellations',
    'order_cancellation_requests',
    'orders',
    'invoices',
    'notifications',
    'outbox',
  ] as const
  const kept = await Promise.all(
    tables.map((table) =>
      sql<{ rows: string }>`select coalesce(json_agg(t order by t.id), '[]')::text as rows from ${sql.table(table)} t
        where t.company_id = ${companyId}`.execute(db()),
    ),
  )
  return kept.map(({ rows }) => rows[0]!.rows).join('\n')
}

/** What refuses by a word of its own: a second offer of one bicycle. */
const ownWord = (begins: Beginning, matter: OpenMatter) =>
  begins === 'TRANSFER' && (matter === 'ON_OFFER' || matter === 'TRANSFER' || matter === 'SALE')
    ? 'BROKERAGE_EXISTS'
    : null

const refusedPairs = openMatters.flatMap((matter) => {
  const refused = beginnings.filter((begins) => verdictOf(begins, matter).kind === 'REFUSED')
  return (stands[matter] ?? []).map((make, state) => ({ matter, state, make, refused }))
})

it('knows rows for everything beside which something is refused', () => {
  const missing = openMatters.filter(
    (matter) => !stands[matter] && beginnings.some((begins) => verdictOf(begins, matter).kind === 'REFUSED'),
  )
  expect(missing).toEqual([])
})

it.each(refusedPairs)(
  '$matter ($state) refuses $refused by the matrix’s word, and nothing of it stands',
  async (pair) => {
    const of = await leased()
    await db().updateTable('orders').set({ commitment_day: '2025-12-20' }).where('id', '=', of.orderId).execute()
    await pair.make(of)
    const facts = await readLeaseFacts(db(), of.agreementId, '2026-11-10')
    expect(openMattersOf(facts!).map(({ matter }) => matter)).toContain(pair.matter)
    const before = await allOf(of)
    for (const begins of pair.refused) {
      const verdict = verdictOf(begins, pair.matter)
      const code = verdict.kind === 'REFUSED' ? verdict.code : null
      const reply = await begin[begins](of)
      const told = `${begins}: ${reply.status} ${JSON.stringify(reply.body)}`
      expect(reply.status, told).toBeGreaterThanOrEqual(400)
      expect(reply.status, told).toBeLessThan(500)
      // Whether a lease runs at all each process says in its own words.
      if (facts!.leaseState === 'ACTIVE' && code !== 'LEASE_NOT_RUNNING')
        expect(told).toContain(`"${ownWord(begins, pair.matter) ?? code}"`)
      expect(await allOf(of), told).toBe(before)
    }
  },
)
