import { type RawBuilder, sql } from 'kysely'
import type { InvoiceStatus } from '#features/money/invoices/rules.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Day } from '#platform/values/days.ts'
import { present } from '#platform/values/present.ts'

export interface RunRow {
  id: string
  month: string
  status: 'DRAFTING' | 'READY' | 'SENDING' | 'DONE'
  version: number
  created_at: Date
  approved_at: Date | null
  invoices: number
  lines: number
  total: number
  others_lease_count: number | null
}

/** An invoice's lines are numbered from 1 and stay, so its last number is how many there are. */
const linesOfInvoice = sql`coalesce((select max(l.position) from invoice_lines l where l.invoice_id = i.id), 0)`

/** How many invoices and lines a run has, and what they come to; asked for every moment while a run is at work. */
export const sumsOfRun = (runId: RawBuilder<unknown>, isWanted: RawBuilder<unknown> = sql`true`) => sql`
  select count(*)::int as invoices, coalesce(sum(${linesOfInvoice}), 0)::int as lines, coalesce(sum(i.total_cents), 0)::bigint as total
    from invoices i
   where ${isWanted} and i.billing_run_id = ${runId} and i.stage not in ('DELETED', 'OVERRIDDEN', 'INVALIDATED')`

/** Billing runs with what their invoices come to; those that are done keep their sums. One alone by its id. */
export async function runsOf(db: Db, id?: string): Promise<RunRow[]> {
  const result = await sql<RunRow>`
    select r.id, r.month, r.status, r.version, r.created_at, r.approved_at, r.others_lease_count, coalesce(r.invoice_count, s.invoices) as invoices,
           coalesce(r.line_count, s.lines) as lines, coalesce(r.total_cents, s.total) as total
      from billing_runs r cross join lateral (${sumsOfRun(sql`r.id`, sql`r.invoice_count is null`)}) s
     where ${id ? sql<boolean>`r.id = ${id}` : sql<boolean>`true`} order by r.month desc limit 500`.execute(db)
  return result.rows
}

interface ItemRow {
  id: string
  company_id: string
  company_name: string
  unit_name: string | null
  number: string | null
  status: InvoiceStatus
  total_cents: number
  due_day: string
  is_credit: boolean
  reason: string | null
  lines: number
}

/** The invoices of a run, by company and unit. */
export async function itemsOfRun(db: Db, runId: string): Promise<ItemRow[]> {
  const result = await sql<ItemRow>`
    select i.id, i.company_id, c.name as company_name, n.name as unit_name, i.number, i.status, i.total_cents, i.due_day, i.credited_invoice_id is not null as is_credit, i.reason,
           ${linesOfInvoice}::int as lines
      from invoices i join companies c on c.id = i.company_id left join company_units n on n.id = i.unit_id
     where i.billing_run_id = ${runId} order by c.name, n.name nulls first, i.id limit 500`.execute(db)
  return result.rows
}

/** How many running leases another lessor bills from before a day. */
export async function countLeasesOfOthers(db: Db, day: Day): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from leasing_agreements a join leasing_companies l on l.id = a.leasing_company_id
     where l.kind <> 'OPERATOR' and a.lease_state = 'ACTIVE' and a.start_day <= ${day}`.execute(db)
  return present(result.rows[0]).count
}

/** What a company was billed too much in earlier months, as a run will credit it. */
export interface CompanyCredit {
  readonly companyId: string
  readonly lines: number
  readonly cents: number
}

/** What a drafted run will credit, by company; once it has been sent, its credit notes tell. */
export async function creditsOfRun(db: Db, runId: string) {
  const result = await sql<CompanyCredit & { companyName: string }>`
    select p."companyId", c.name as "companyName", p.lines, p.cents
      from billing_runs r cross join jsonb_to_recordset(r.planned_credits) p ("companyId" uuid, lines int, cents bigint)
      join companies c on c.id = p."companyId"
     where r.id = ${runId} and r.status = 'READY' order by c.name, c.id limit 500`.execute(db)
  return result.rows
}

/** A run, locked before it is changed. */
export async function lockRun(db: Db, id: string) {
  return db.selectFrom('billing_runs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}
