import { sql } from 'kysely'
import { visibleMonths } from '#features/payroll/reporting/rules/month-steps.ts'
import { readMonth, readReport } from '#features/payroll/reporting/server/months.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import type { Month } from '#platform/values/days.ts'
import { eurosFromCents, sumCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { type BilledMonthSums, compareMonth } from '../rules/comparison.ts'

/** What a company found in the scope has been sent for a month. */
async function billedSums(db: Db, companyId: string, month: Month) {
  const result = await sql<BilledMonthSums & { invoices: number }>`
    select count(distinct i.id)::int as invoices,
           coalesce(sum(l.gross_cents) filter (where i.credited_invoice_id is not null), 0)::bigint as "creditCents",
           coalesce(sum(l.gross_cents) filter (where i.credited_invoice_id is null and l.corrects_month is not null), 0)::bigint as "correctionCents",
           coalesce(sum(l.gross_cents) filter (where i.credited_invoice_id is null and l.corrects_month is null and l.purpose = 'FEE'), 0)::bigint as "feeCents",
           coalesce(sum(l.gross_cents) filter (where i.credited_invoice_id is null and l.corrects_month is null and l.purpose <> 'FEE'), 0)::bigint as "instalmentCents"
      from invoices i join invoice_lines l on l.invoice_id = i.id
     where i.company_id = ${companyId} and i.billing_month = ${month} and i.direction = 'SALES' and i.party = 'EMPLOYER' and i.stage = 'SENT'`.execute(
    db,
  )
  return present(result.rows[0])
}

/** The company's agreements whose instalments another lessor bills. */
async function agreementsOfOthers(db: Db, companyId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('leasing_agreements as a')
    .innerJoin('leasing_companies as l', 'l.id', 'a.leasing_company_id')
    .select('a.id')
    .where('a.company_id', '=', companyId)
    .where('l.kind', '<>', 'OPERATOR')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The invoice month beside the payroll month. @throws NOT_FOUND for a company outside the scope */
export async function monthComparison(
  { db, scope, env }: Pick<BaseContext, 'db' | 'scope' | 'env'>,
  { companyId, month }: { companyId: string; month: Month },
) {
  const report = await readReport(db, scope, companyId, env)
  const billed = await billedSums(db, companyId, month)
  const hasBegun = month <= (visibleMonths(report.months)[0] ?? month)
  const rows = hasBegun ? (await readMonth(db, report, month)).rows : []
  const running = rows.filter((row) => row.correctsMonth === null && !['ENDED', 'REDEEMED'].includes(row.event))
  const others = await agreementsOfOthers(db, companyId)
  const sum = (isOther: boolean) =>
    sumCents(running.filter((row) => others.has(row.agreementId) === isOther).map((row) => row.instalmentCents))
  const compared = compareMonth(billed, { ownCents: sum(false), othersCents: sum(true) })
  const isComparable = hasBegun && billed.invoices > 0
  return {
    month,
    invoiced: billed.invoices > 0 ? eurosFromCents(compared.invoicedCents) : null,
    payroll: hasBegun ? eurosFromCents(compared.payrollCents) : null,
    difference: isComparable ? eurosFromCents(compared.differenceCents) : null,
    parts: isComparable ? compared.parts.map(({ kind, cents }) => ({ kind, amount: eurosFromCents(cents) })) : [],
  }
}
