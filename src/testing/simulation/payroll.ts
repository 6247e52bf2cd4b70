import { sql } from 'kysely'
import { redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { returns } from '#features/lease-ends/returns/contract.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { lockLargeMonths } from '#features/payroll/reporting/server/lock-job.ts'
import { addMonths, firstOfMonth, type Month, monthOf } from '#platform/values/days.ts'
import { payerVersion } from '#testing/money/payer-version.ts'
import { pick } from '../random.ts'
import { leasesWhere } from './leases.ts'
import type { Simulation } from './simulation.ts'

/** Each employer locks the month before this one. */
export async function lockMonths(simulation: Simulation): Promise<void> {
  const month = monthOf(addMonths(firstOfMonth(monthOf(simulation.today)), -1))
  for (const { companyId, adminId } of simulation.town.companies) {
    const as = await simulation.as(adminId)
    const months = await simulation.must('', reporting.months, { as, query: { companyId } })
    if (months?.items.find((item) => item.month === month)?.mayBeLocked)
      await lockMonth(simulation, { companyId, adminId, month })
  }
  await lockLargeMonths.run(simulation.world.services)
}

async function lockMonth(
  simulation: Simulation,
  { companyId, adminId, month }: { companyId: string; adminId: string; month: Month },
): Promise<void> {
  const as = await simulation.as(adminId)
  const params = { companyId, month }
  const asked = await simulation.must('', reporting.rows, { as, params, query: {} })
  for (const { leasingAgreementId, isCollected, version } of asked?.collections ?? [])
    if (isCollected === null)
      await simulation.must('collection answered', reporting.answerCollection, {
        as,
        params: { companyId, leasingAgreementId },
        body: { month, isCollected: simulation.random() < 0.7, version },
      })
  const seen = await simulation.must('', reporting.rows, { as, params, query: {} })
  if (!seen) return
  const body = { previewHash: seen.previewHash, acknowledged: ['LEFT_OPEN' as const] }
  await simulation.must('payroll month locked', reporting.lock, { as, params, body })
}

/** What happens to the bicycles of people who have left: redeemed, returned, kept, or settled for the months gone by. */
export async function settleLeavers(simulation: Simulation): Promise<void> {
  const first = firstOfMonth(monthOf(simulation.today))
  const leavers = await leasesWhere(
    simulation,
    sql`a.lease_state = 'ACTIVE' and a.ends_on is null and e.last_working_day < ${first}::date and a.kept_from is null
      and not exists (select 1 from payroll_payers p where p.agreement_id = a.id)
      and not exists (select 1 from agreement_endings n where n.agreement_id = a.id and n.closed_at is null)
      and not exists (select 1 from redemptions r where r.agreement_id = a.id and r.step not in ('DONE', 'CANCELLED', 'WITHDRAWN'))
      and not exists (select 1 from bike_returns r where r.agreement_id = a.id and r.step not in ('DONE', 'CANCELLED'))
      and not exists (select 1 from company_exits x where x.company_id = a.company_id and x.withdrawn_at is null)`,
    100,
  )
  for (const lease of leavers) {
    if (simulation.random() > 0.2) continue
    const { leasingAgreementId, ...rest } = { leasingAgreementId: lease.agreementId, ...lease }
    const person = await simulation.as(rest.userId)
    const employer = await simulation.as(rest.adminId)
    await pick(simulation.random, [
      () =>
        simulation.attempt('leaver redeems', redemptions.create, {
          as: person,
          body: { leasingAgreementId, reason: 'LEAVING' },
        }),
      () =>
        simulation.attempt('leaver returns', returns.create, {
          as: employer,
          body: { leasingAgreementId, reason: 'RESIGNED', payer: 'EMPLOYEE' },
        }),
      async () =>
        simulation.attempt('leaver settled', reporting.setPayer, {
          as: employer,
          params: { companyId: rest.companyId, leasingAgreementId },
          body: {
            fromMonth: monthOf(first),
            payer: pick(simulation.random, ['EMPLOYER', 'EMPLOYEE'] as const),
            version: await payerVersion(simulation.world.services.database.primary, leasingAgreementId),
          },
        }),
    ])()
  }
}

/** Terms that are over: the person redeems, or staff settle what nobody has chosen. */
export async function settleTerms(simulation: Simulation): Promise<void> {
  const over = await leasesWhere(
    simulation,
    sql`a.lease_state = 'ENDED' and a.end_reason = 'TERM' and a.bike_at = 'EMPLOYEE'
      and not exists (select 1 from redemptions r where r.agreement_id = a.id and r.step not in ('CANCELLED', 'WITHDRAWN'))
      and not exists (select 1 from bike_returns r where r.agreement_id = a.id and r.step <> 'CANCELLED')`,
    100,
  )
  for (const { agreementId: leasingAgreementId, userId } of over) {
    const luck = simulation.random()
    if (luck < 0.06)
      await simulation.attempt('redeemed after the term', redemptions.create, {
        as: await simulation.as(userId),
        body: { leasingAgreementId, reason: 'END_OF_LEASE' },
      })
    else if (luck < 0.08)
      await simulation.attempt('taken back after the term', returns.takeBack, {
        as: await simulation.as(simulation.town.staffId),
        body: { leasingAgreementId },
      })
  }
}
