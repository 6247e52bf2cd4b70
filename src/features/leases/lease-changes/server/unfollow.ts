import { sql } from 'kysely'
import { rateOn, type ValidRate } from '#features/pricing/vat/rules.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Day, type Month, monthOf } from '#platform/values/days.ts'
import { changesOfLease, type LeaseChange, rewriteChanges } from './reckon-lease.ts'
import { lockLease, type RunningLease } from './record.ts'

type RateOfCountry = ValidRate & { readonly country: string }

interface Rates {
  readonly before: readonly RateOfCountry[]
  readonly after: readonly RateOfCountry[]
}

const finnish = (rates: readonly RateOfCountry[]) => rates.filter(({ country }) => country === 'FI')

interface Followed {
  readonly agreement_id: string
  readonly company_id: string
  readonly from_day: Day
}

/**
 * Rates of VAT were added, removed or moved: the changes of payments that followed another in their month are withdrawn.
 * The rate of the month is then followed by the daily job.
 * @throws VAT_RATE_IN_MONTHS where a month from a change on is billed, locked or told to the lessor
 */
export async function unfollowRates(db: Db, services: Services, rates: Rates): Promise<void> {
  const gone = await goneChanges(db, rates)
  if (gone.length === 0) return
  await refuseUsedMonths(db, gone)
  for (const [id, own] of Map.groupBy(gone, (change) => change.agreement_id)) {
    const lease = await lockLease(db, scopeOfAll, id)
    if (lease?.lease_state === 'ACTIVE' && lease.start_day !== null && lease.end_day !== null)
      await unfollow(db, services, { lease: lease as RunningLease, days: own.map((change) => change.from_day) })
  }
}

/** Changes to a rate that was that of their month and no longer is. */
async function goneChanges(db: Db, { before, after }: Rates): Promise<Followed[]> {
  const kinds = await db
    .selectFrom('payment_changes')
    .select(['from_day', 'vat_basis_points'])
    .distinct()
    .where('vat_basis_points', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .execute()
  const wrong = kinds.filter(
    ({ from_day: day, vat_basis_points: rate }) =>
      rateOn(finnish(before), day)?.basis_points === rate && rateOn(finnish(after), day)?.basis_points !== rate,
  )
  if (wrong.length === 0) return []
  return db
    .selectFrom('payment_changes')
    .select(['agreement_id', 'company_id', 'from_day'])
    .where('withdrawn_at', 'is', null)
    .where((eb) =>
      eb.or(
        wrong.map(({ from_day: day, vat_basis_points: rate }) =>
          eb.and([eb('from_day', '=', day), eb('vat_basis_points', '=', rate)]),
        ),
      ),
    )
    .orderBy('agreement_id')
    .execute()
}

async function refuseUsedMonths(db: Db, gone: readonly Followed[]): Promise<void> {
  const used = await usedMonths(db, gone)
  if (used.agreements > 0) throw new AppError('VAT_RATE_IN_MONTHS', { details: { ...used } })
}

/** The months from some changes on that are billed, locked in payroll or told to the lessor, and of how many leases. */
export async function usedMonths(
  db: Db,
  changes: readonly Followed[],
): Promise<{ agreements: number; months: Month[] }> {
  // A run that bills one of the companies holds it and is waited for.
  const companies = [...new Set(changes.map((change) => change.company_id))].toSorted()
  await db
    .selectFrom('companies')
    .select('id')
    .where('id', '=', sql<string>`any(${companies}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const { rows } = await sql<{ agreements: number; months: Month[] }>`
    select count(distinct agreement_id)::int as agreements, coalesce(array_agg(distinct month order by month), '{}') as months from (
      select g.agreement_id, l.month from unnest(${changes.map((one) => one.agreement_id)}::uuid[], ${changes.map((one) => monthOf(one.from_day))}::text[]) g (agreement_id, month)
        cross join lateral (
          select split_part(source_key, ':', 3) as month from invoice_lines l join invoices i on i.id = l.invoice_id
           where l.agreement_id = g.agreement_id and l.purpose = 'INSTALMENT' and l.source_key is not null and i.stage not in ('DELETED', 'INVALIDATED', 'OVERRIDDEN')
          union all select month from payroll_rows r where r.agreement_id = g.agreement_id
          union all select g.month from lessor_news n join payment_changes p on p.id = n.subject_id
           where n.agreement_id = g.agreement_id and n.kind = 'CHANGED' and to_char(p.from_day, 'YYYY-MM') >= g.month) l
       where l.month >= g.month) used`.execute(db)
  return rows[0]!
}

async function unfollow(db: Db, services: Services, { lease, days }: { lease: RunningLease; days: readonly Day[] }) {
  const { agreed, changes } = await changesOfLease(db, lease)
  const isGone = ({ to, row }: LeaseChange) => typeof to === 'number' && days.includes(row!.from_day)
  await rewriteChanges(db, services, lease, {
    agreed,
    changes,
    wanted: changes.filter((change) => !isGone(change)),
    reasonOf: ({ change }) => change.row!.reason,
    withdrawnReason: { text: 'lease-changes:vatWithdrawn', values: {} },
  })
}
