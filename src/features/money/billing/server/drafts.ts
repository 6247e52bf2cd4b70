import { sql } from 'kysely'
import { creditInvoice } from '#features/money/invoices/ledger/server/credit.ts'
import { buyerOfCompany, draftInvoice, type NewInvoiceLine } from '#features/money/invoices/ledger/server/issue.ts'
import { changesOf } from '#features/pricing/leasing/server/payment-changes.ts'
import { rateOn } from '#features/pricing/vat/rules.ts'
import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import {
  addDays,
  firstOfMonth,
  helsinkiDay,
  lastOfMonth,
  laterDay,
  type Month,
  nextMonth,
} from '#platform/values/days.ts'
import { sumCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import {
  type BillableLease,
  type BilledMonth,
  type BilledSpan,
  monthsOfSpans,
  type PlannedCredit,
  type PlannedLine,
  planLease,
} from '../rules/plan.ts'
import type { CompanyCredit } from './queries.ts'

interface LeaseRow extends BillableLease {
  readonly unitId: string | null
  readonly unitName: string | null
  readonly costUnit: string | null
  readonly orderNumber: string
}

export interface Run {
  readonly id: string
  readonly month: Month
  /** The first month that was ever billed here: nothing before it is corrected. */
  readonly since: Month
}

/** What the person bears of months of an absence, of a lease of the operator's. */
const personMonths = sql`coalesce((select json_agg(json_build_object('month', m.month, 'cents', m.person_cents)) from absence_plan_months m
  where m.agreement_id = a.id and m.person_cents > 0), '[]'::json)`

/** The leases of a company that a run may bill or correct: all that have begun by the end of its month. */
async function leasesOf(db: Db, companyId: string, { month, since }: Run): Promise<LeaseRow[]> {
  const result = await sql<LeaseRow>`
    select a.id as "agreementId", l.kind = 'OPERATOR' as "isOperators", a.start_day as "startDay", a.end_day as "termEndDay",
           coalesce(a.ended_day, a.ends_on, a.end_day) as "endDay", a.instalment_cents as "instalmentCents", a.last_instalment_cents as "lastInstalmentCents",
           a.admin_fee_cents as "adminFeeCents", a.instalment_from as "instalmentFrom", ${changesOf(sql`a.id`)} as changes, ${personMonths} as "personMonths",
           e.unit_id as "unitId", n.name as "unitName", e.cost_unit as "costUnit", coalesce(o.order_number, a.agreement_number) as "orderNumber"
      from leasing_agreements a join leasing_companies l on l.id = a.leasing_company_id left join orders o on o.id = a.order_id
      join beneficiary_employees e on e.id = a.beneficiary_employee_id left join company_units n on n.id = e.unit_id
     where a.company_id = ${companyId} and a.lease_state <> 'NOT_STARTED' and a.void_at is null
       and a.start_day <= ${lastOfMonth(firstOfMonth(month))} and a.end_day >= ${firstOfMonth(since)}
     order by n.name nulls first, "orderNumber", a.id`.execute(db)
  return result.rows
}

/** What has been billed of some of a company's leases by month and kind, credits taken off. */
async function billedOf(db: Db, companyId: string, agreementIds: readonly string[]): Promise<BilledMonth[]> {
  const result = await sql<BilledMonth>`
    select l.agreement_id as "agreementId", l.purpose as kind, split_part(l.source_key, ':', 3) as month, l.id as "lineId", l.vat_basis_points as "basisPoints",
           l.gross_cents + coalesce(c.credited, 0) as cents, case when i.stage = 'SENT' then l.gross_cents + coalesce(c.credited, 0) else 0 end as "lineLeftCents"
      from invoice_lines l join invoices i on i.id = l.invoice_id
      left join lateral (select sum(gross_cents) as credited from invoice_lines c where c.credits_line_id = l.id) c on true
     where l.company_id = ${companyId} and l.agreement_id = any(${agreementIds}::uuid[]) and l.source_key is not null and i.stage not in ('DELETED', 'INVALIDATED', 'OVERRIDDEN')
     order by l.source_key`.execute(db)
  return result.rows
}

/** The same in months that were billed alike: a lease of two years has a few of them instead of fifty lines. */
async function spansOf(db: Db, companyId: string, agreementIds: readonly string[]): Promise<BilledSpan[]> {
  const result = await sql<BilledSpan>`
    select "agreementId", kind, "basisPoints", cents::bigint as cents, min(month) as first, max(month) as last, count(*)::int as months
      from (select l.agreement_id as "agreementId", l.purpose as kind, split_part(l.source_key, ':', 3) as month, l.vat_basis_points as "basisPoints", sum(l.gross_cents + coalesce(c.credited, 0)) as cents
              from invoice_lines l join invoices i on i.id = l.invoice_id
              left join (select credits_line_id, sum(gross_cents) as credited from invoice_lines
                          where company_id = ${companyId} and agreement_id = any(${agreementIds}::uuid[]) and credits_line_id is not null group by 1) c on c.credits_line_id = l.id
             where l.company_id = ${companyId} and l.agreement_id = any(${agreementIds}::uuid[]) and l.source_key is not null and i.stage not in ('DELETED', 'INVALIDATED', 'OVERRIDDEN')
             group by 1, 2, 3, 4) billed
     group by 1, 2, 3, 4`.execute(db)
  return result.rows
}

interface Plan {
  readonly lease: LeaseRow
  readonly lines: readonly PlannedLine[]
  readonly credits: readonly PlannedCredit[]
}

const LEASES_AT_ONCE = 500

/** The VAT rate of each month that a run bills or corrects. */
type Rates = ReadonlyMap<Month, number>

async function ratesOf(db: Db, { month, since }: Run): Promise<Rates> {
  const rates = await db.selectFrom('vat_rates').selectAll().where('country', '=', 'FI').execute()
  const found = new Map<Month, number>()
  for (let at = since < month ? since : month; at <= month; at = nextMonth(at)) {
    const rate = rateOn(rates, firstOfMonth(at))
    if (rate) found.set(at, rate.basis_points)
  }
  return found
}

/**
 * What a run bills and credits for each lease of a company; what has been billed is read for some leases at a time.
 * @param rates empty for a company whose instalments are held: what is not billed again is not credited for its rate
 */
async function plansOf(db: Db, companyId: string, run: Run, rates: Rates): Promise<Plan[]> {
  const leases = await leasesOf(db, companyId, run)
  const plans: Plan[] = []
  for (let at = 0; at < leases.length; at += LEASES_AT_ONCE)
    plans.push(...(await plansOfSome(db, companyId, leases.slice(at, at + LEASES_AT_ONCE), { ...run, rates })))
  return plans
}

const NONE: Rates = new Map()

const ratesFor = async (db: Db, companyId: string, run: Run): Promise<Rates> =>
  (await isHeld(db, companyId, run.month)) ? NONE : ratesOf(db, run)

/** Most leases were billed alike every month; the lines of those alone that were not, or that get money back, are read. */
async function plansOfSome(
  db: Db,
  companyId: string,
  leases: readonly LeaseRow[],
  run: Run & { rates: Rates },
): Promise<Plan[]> {
  const ids = leases.map(({ agreementId }) => agreementId)
  const spans = Map.groupBy(await spansOf(db, companyId, ids), (span) => span.agreementId)
  const plans = new Map<string, Plan>()
  for (const lease of leases) {
    const billed = monthsOfSpans(spans.get(lease.agreementId) ?? [])
    const plan = billed && planLease(lease, billed, run)
    if (plan?.credits.length === 0) plans.set(lease.agreementId, { lease, ...plan })
  }
  const others = ids.filter((id) => !plans.has(id))
  const lines = others.length > 0 ? await billedOf(db, companyId, others) : []
  const billed = Map.groupBy(lines, (row) => row.agreementId)
  return leases.map(
    (lease) => plans.get(lease.agreementId) ?? { lease, ...planLease(lease, billed.get(lease.agreementId) ?? [], run) },
  )
}

/**
 * Drafts the invoices of one company for a run, one or one a unit. Each line carries
 * what it bills as a key that the company can have once, so a run that is repeated finds its lines taken.
 * @returns how many invoices were drafted, and what the run will credit
 */
export async function draftCompany(
  db: Db,
  services: Services,
  run: Run,
  companyId: string,
): Promise<{ drafted: number; credit: CompanyCredit | null }> {
  const company =
    (await db
      .selectFrom('companies')
      .selectAll()
      .where('id', '=', companyId)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()) ?? fail('NOT_FOUND')
  const isSkipped = await isHeld(db, companyId, run.month)
  const rates = isSkipped ? NONE : await ratesOf(db, run)
  const plans = await plansOf(db, companyId, run, rates)
  if (isSkipped) return { drafted: 0, credit: creditOf(companyId, plans) }
  const taken = await takenKeys(db, companyId, plans)
  const t: LineParts['t'] = (key, values) => services.texts.t(company.language, `billing:${key}`, values)
  const lines: { unitId: string | null; line: NewInvoiceLine }[] = []
  for (const { lease, lines: planned } of plans)
    for (const line of planned) lines.push({ unitId: lease.unitId, line: lineOf({ line, lease, taken, t, rates }) })
  const groups = company.invoice_by_unit ? Map.groupBy(lines, ({ unitId }) => unitId) : new Map([[null, lines]])
  let drafted = 0
  for (const [unitId, own] of groups) {
    if (own.length === 0) continue
    await draftInvoice(db, services, {
      stage: 'UNSAVED',
      invoice: {
        companyId,
        purpose: own.some(({ line }) => line.purpose === 'INSTALMENT') ? 'INSTALMENT' : 'FEE',
        party: 'EMPLOYER',
        unitId,
        billingMonth: run.month,
        billingRunId: run.id,
        supplyDay: lastOfMonth(firstOfMonth(run.month)),
        dueDay: addDays(laterDay(helsinkiDay(services.env.now()), firstOfMonth(run.month)), company.payment_terms_days),
        buyer: buyerOfCompany(company),
        lines: own.map(({ line }) => line),
      },
    })
    drafted += 1
  }
  return { drafted, credit: creditOf(companyId, plans) }
}

function creditOf(companyId: string, plans: readonly Plan[]): CompanyCredit | null {
  const credits = plans.flatMap((plan) => plan.credits)
  const cents = sumCents(credits.map(({ grossCents }) => grossCents))
  return cents === 0 ? null : { companyId, lines: credits.length, cents }
}

/** Runs skip a company that leaves, for the months from its day on: their instalments are held. A merging one pays to its end. */
async function isHeld(db: Db, companyId: string, month: Month): Promise<boolean> {
  const exit = await db
    .selectFrom('company_exits')
    .select('from_day')
    .where('company_id', '=', companyId)
    .where('withdrawn_at', 'is', null)
    .where('kind', '<>', 'MERGED')
    .executeTakeFirst()
  return exit !== undefined && firstOfMonth(month) >= exit.from_day
}

/** What has not been billed of a company's leases up to a month: what is held while runs skip the company. */
export async function unbilledOf(
  db: Db,
  companyId: string,
  month: Month,
): Promise<(PlannedLine & { orderNumber: string })[]> {
  const first = await sql<{ since: Month | null }>`select min(month) as since from billing_runs`.execute(db)
  const run = { id: '', month, since: first.rows[0]?.since ?? month }
  const plans = await plansOf(db, companyId, run, await ratesFor(db, companyId, run))
  return plans.flatMap(({ lease, lines }) => lines.map((line) => ({ ...line, orderNumber: lease.orderNumber })))
}

interface LineParts {
  readonly line: PlannedLine
  readonly lease: LeaseRow
  readonly taken: ReadonlyMap<string, number>
  readonly t: (key: string, values: Record<string, string>) => string
  readonly rates: Rates
}

/** How many lines of any state have been made for the leases, kinds and months that are billed now. */
async function takenKeys(db: Db, companyId: string, plans: readonly Plan[]): Promise<Map<string, number>> {
  const first = plans.flatMap(({ lines }) => lines.map((line) => `${keyOf(line)}:0`))
  const again = await sql<{ agreement_id: string }>`
    select distinct agreement_id from invoice_lines where company_id = ${companyId} and source_key = any(${first})`.execute(
    db,
  )
  if (again.rows.length === 0) return new Map()
  const result = await sql<{ key: string; count: number }>`
    select regexp_replace(source_key, ':[0-9]+$', '') as key, count(*)::int as count
      from invoice_lines where company_id = ${companyId} and source_key is not null
       and agreement_id = any(${again.rows.map((row) => row.agreement_id)}::uuid[]) group by 1`.execute(db)
  return new Map(result.rows.map((row) => [row.key, row.count]))
}

const keyOf = (line: PlannedLine) => `${line.kind}:${line.agreementId}:${line.month}`

function lineOf({ line, lease, taken, t, rates }: LineParts): NewInvoiceLine {
  const key = keyOf(line)
  const [year, month] = line.month.split('-')
  return {
    purpose: line.kind,
    description: t(`line.${line.kind}`, { month: `${Number(month)}/${year}`, order: lease.orderNumber }),
    grossCents: line.grossCents,
    vatBasisPoints: rates.get(line.month) ?? fail('NOT_FOUND'),
    sourceKey: `${key}:${taken.get(key) ?? 0}`,
    agreementId: line.agreementId,
    correctsMonth: line.correctsMonth,
    unitName: lease.unitName,
    costUnit: lease.costUnit,
    supplyDay: lastOfMonth(firstOfMonth(line.month)),
  }
}

/**
 * Credits what a company was billed too much in earlier months, one credit note for each invoice; part of sending a run.
 * @returns the credit notes
 */
export async function creditCompany(db: Db, services: Services, run: Run, companyId: string): Promise<string[]> {
  await db.selectFrom('companies').select('id').where('id', '=', companyId).forUpdate().execute()
  const plans = await plansOf(db, companyId, run, await ratesFor(db, companyId, run))
  const credits = plans.flatMap((plan) => plan.credits)
  if (credits.length === 0) return []
  const lineIds = credits.map(({ lineId }) => lineId)
  const rows = await db.selectFrom('invoice_lines').select(['id', 'invoice_id']).where('id', 'in', lineIds).execute()
  const invoiceOf = new Map(rows.map((row) => [row.id, row.invoice_id]))
  const made = []
  for (const [invoiceId, own] of Map.groupBy(credits, ({ lineId }) => present(invoiceOf.get(lineId)))) {
    const note = await creditInvoice(db, services, { invoiceId, reason: run.month, actor: systemActor, lines: own })
    await db.updateTable('invoices').set({ billing_run_id: run.id }).where('id', '=', note.id).execute()
    made.push(note.id)
  }
  return made
}
