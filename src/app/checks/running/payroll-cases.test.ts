import { afterEach, expect, test } from 'vitest'
import { reporting } from '#features/payroll/reporting/contract.ts'
import type { ReportRow } from '#features/payroll/reporting/rules/payroll-facts.ts'
import { buildCompany, buildRunningLease, signedInAs } from '#testing/builders.ts'
import {
  caseModels,
  caseMonths,
  caseTerms,
  faultsOf,
  type Known,
  type PayrollCase,
  payrollCases,
} from '#testing/money/payroll-cases.ts'
import { openWorld, type World } from '#testing/world.ts'

let world: World
afterEach(() => world.close())

interface Stored {
  readonly companyId: string
  readonly agreementId: string
  readonly employeeId: string
}

const db = () => world.services.database.primary

/** Writes the row of a lease as it stands when so much is known. */
async function writeLease({ agreementId, employeeId }: Stored, known: Known): Promise<void> {
  const isStarted = known.hasDays && known.isBilled && !known.isVoid
  await db()
    .updateTable('leasing_agreements')
    .set({
      start_day: known.hasDays ? caseTerms.start : null,
      end_day: known.hasDays ? caseTerms.end : null,
      lease_state: known.end ? 'ENDED' : isStarted ? 'ACTIVE' : 'NOT_STARTED',
      void_at: known.isVoid ? world.env.now() : null,
      ended_day: known.end?.day ?? null,
      end_reason: known.end?.reason ?? null,
      redemption_taxable_cents: known.taxableCents,
      bike_at: known.bikeAt,
      kept_from: known.keptFrom,
      instalment_cents: known.dearer?.cents ?? caseTerms.cents,
      instalment_from: known.dearer?.from ?? null,
      ...(known.isExempt ? { commitment_day: '2025-02-01', tax_regime: 'EXEMPT_GRANDFATHERED' as const } : {}),
    })
    .where('id', '=', agreementId)
    .execute()
  if (known.leftOn)
    await db()
      .updateTable('beneficiary_employees')
      .set({ last_working_day: known.leftOn })
      .where('id', '=', employeeId)
      .execute()
}

/** Writes what stands beside a lease: who bears its months, what was collected, a theft, a return. */
async function writeBeside({ companyId, agreementId, employeeId }: Stored, known: Known): Promise<void> {
  const own = { company_id: companyId, agreement_id: agreementId }
  await db().deleteFrom('payroll_payers').where('agreement_id', '=', agreementId).execute()
  for (const { from, to, payer, paidCents } of known.payers)
    await db()
      .insertInto('payroll_payers')
      .values({ ...own, id: world.env.id(), from_month: from, to_month: to, payer, paid_cents: paidCents })
      .execute()
  for (const { month, isCollected } of known.collections)
    await db()
      .insertInto('payroll_collections')
      .values({ ...own, id: world.env.id(), month, is_collected: isCollected })
      .execute()
  const ending = { ...own, id: world.env.id() }
  const kind = known.stolenOn ? 'CLAIM' : 'RETURN'
  if (!known.stolenOn && !known.receivedOn) return
  await db()
    .insertInto('agreement_endings')
    .values({ ...ending, kind, closed_at: world.env.now() })
    .execute()
  const process = { ...ending, beneficiary_employee_id: employeeId }
  if (known.stolenOn)
    await db()
      .insertInto('insurance_claims')
      .values({ ...process, type: 'THEFT', step: 'SENT_TO_INSURER', happened_day: known.stolenOn })
      .execute()
  if (known.receivedOn)
    await db()
      .insertInto('bike_returns')
      .values({
        ...process,
        step: 'RECEIVED',
        reason: 'OTHER',
        asked_by: 'EMPLOYEE',
        end_month: '2026-09',
        fee_cents: 0,
        transport_cents: 0,
        received_day: known.receivedOn,
      })
      .execute()
}

test('two years of every kind of end, absence, late billing and correction, locked by the calls: no row wrong, none missing', async () => {
  world = await openWorld()
  world.env.setNow('2026-01-05T08:00:00Z')
  const company = await buildCompany(world)
  const { companyId } = company
  await buildRunningLease(world, { company, agreement: { start_day: '2026-01-01', lease_months: 24 } })
  const cases = new Map<PayrollCase, Stored>()
  for (const [place, model] of caseModels.entries())
    for (const one of payrollCases(model, place === 1, place * 2)) {
      const { agreementId, employeeId } = await buildRunningLease(world, {
        company,
        agreement: {
          start_day: caseTerms.start,
          end_day: caseTerms.end,
          lease_months: caseTerms.months,
          last_instalment_cents: caseTerms.lastCents,
          benefit_model: model,
        },
      })
      const stored = { companyId, agreementId, employeeId }
      cases.set(one, stored)
      await writeLease(stored, one.before)
      await writeBeside(stored, one.before)
    }
  const admin = await signedInAs(world, 'EMPLOYER_ADMIN', company)
  for (const [place, month] of caseMonths.entries()) {
    world.env.setNow(`${caseMonths[place + 1] ?? '2028-01'}-02T08:00:00Z`)
    for (const [one, stored] of cases)
      if (one.knownIn === month) {
        await writeLease(stored, one.after)
        await writeBeside(stored, one.after)
      }
    const as = await world.signIn(admin.userId)
    const params = { companyId, month }
    const { previewHash } = await world.ok(reporting.rows, { as, params, query: {} })
    await world.ok(reporting.lock, { as, params, body: { previewHash, acknowledged: ['LEFT_OPEN'] } })
  }
  const kept = await db().selectFrom('payroll_rows').select(['agreement_id', 'facts']).execute()
  const rows = Map.groupBy(kept, (row) => row.agreement_id)
  const rowsOf = ({ agreementId }: Stored) => (rows.get(agreementId) ?? []).map(({ facts }) => facts as ReportRow)
  expect([...cases].flatMap(([one, stored]) => faultsOf(one, rowsOf(stored)))).toEqual([])
  expect(kept.length).toBeGreaterThan(1_000)
}, 300_000)
