import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { addDays, type Day, laterDay } from '#platform/values/days.ts'
import { type Cents, eurosFromCents, sumCents } from '#platform/values/money.ts'
import { percentFromBasisPoints } from '#platform/values/percent.ts'
import type { InvoicePurpose } from '../../rules.ts'
import {
  compensationOf,
  costsWhenLate,
  type Debtor,
  firstLateDay,
  type InterestPart,
  interestOf,
  type LateBill,
  lateDebtors,
  type ReferenceRate,
} from '../rules/late-interest.ts'

/** A row of a sent invoice as far as its lateness goes. */
interface LateRow {
  readonly id: string
  readonly purpose: InvoicePurpose
  readonly debtor: Debtor
  readonly sentDay: Day
  readonly dueDay: Day
  readonly owedCents: Cents
  readonly payments: readonly { readonly day: Day; readonly cents: Cents }[]
  /** Up to when the interest has been decided; null while nothing has. */
  readonly decidedUntil: Day | null
  readonly isCompensationDecided: boolean
}

/** What the lateness of an invoice costs by a day and has not been decided about. */
export interface LateClaim {
  readonly invoiceId: string
  /** The days that bear interest; `from` is after `until` where none does. */
  readonly from: Day
  readonly until: Day
  /** Null where the reference rate of a half-year is missing. */
  readonly parts: readonly InterestPart[] | null
  readonly interestCents: Cents
  readonly compensationCents: Cents
}

/** The reference rates of all half-years. */
async function readRates(db: Db): Promise<ReferenceRate[]> {
  const rows = await db.selectFrom('reference_rates').select(['from_day', 'basis_points']).execute()
  return rows.map((row) => ({ fromDay: row.from_day, basisPoints: row.basis_points }))
}

async function readLate(db: Db, ids: readonly string[]): Promise<LateRow[]> {
  const { rows } = await sql<LateRow>`
    select i.id, i.purpose, i.party as debtor, (i.sent_at at time zone 'Europe/Helsinki')::date as "sentDay", i.due_day as "dueDay", i.total_cents - i.credited_cents as "owedCents",
           coalesce((select jsonb_agg(jsonb_build_object('day', p.paid_day, 'cents', case p.direction when 'IN' then p.amount_cents else -p.amount_cents end))
              from payments p where p.invoice_id = i.id and p.reverses_payment_id is null
               and not exists (select 1 from payments r where r.reverses_payment_id = p.id)), '[]') as payments,
           (select max(c.until_day) from late_charges c where c.invoice_id = i.id and c.part = 'INTEREST') as "decidedUntil",
           exists (select 1 from late_charges c where c.invoice_id = i.id and c.part = 'COMPENSATION') as "isCompensationDecided"
      from invoices i where i.id = any(${[...ids]}::uuid[]) and i.stage = 'SENT' and i.direction = 'SALES' and i.party = any(${lateDebtors})
       and i.credited_invoice_id is null and not exists (select 1 from invoice_lines l where l.invoice_id = i.id and l.source_key like 'REMINDER:%')`.execute(
    db,
  )
  return rows.filter(({ purpose }) => costsWhenLate(purpose))
}

function claimOf(row: LateRow, { until, rates }: { until: Day; rates: readonly ReferenceRate[] }): LateClaim {
  const bill: LateBill = row
  const first = firstLateDay(bill)
  const from = row.decidedUntil ? laterDay(first, addDays(row.decidedUntil, 1)) : first
  const parts = interestOf(bill, { from, until, rates })
  return {
    invoiceId: row.id,
    from,
    until,
    parts,
    interestCents: sumCents((parts ?? []).map(({ cents }) => cents)),
    compensationCents: row.isCompensationDecided ? 0 : compensationOf(bill, until),
  }
}

const isDue = ({ parts, interestCents, compensationCents }: LateClaim) =>
  parts === null || interestCents > 0 || compensationCents > 0

/** What the lateness of invoices costs by a day, by their ids; those that cost nothing are left out. */
export async function lateClaims(db: Db, ids: readonly string[], until: Day): Promise<Map<string, LateClaim>> {
  const late = await readLate(db, ids)
  if (late.length === 0) return new Map()
  const rates = await readRates(db)
  const claims = late.map((row) => claimOf(row, { until, rates })).filter(isDue)
  return new Map(claims.map((claim) => [claim.invoiceId, claim]))
}

/** A claim in the form of the wire. */
export const lateView = ({ until, parts, interestCents, compensationCents }: LateClaim) => ({
  until,
  interest: parts && eurosFromCents(interestCents),
  parts: (parts ?? []).map((part) => ({
    from: part.from,
    to: part.to,
    days: part.days,
    owed: eurosFromCents(part.owedCents),
    percent: percentFromBasisPoints(part.basisPoints),
    amount: eurosFromCents(part.cents),
  })),
  compensation: eurosFromCents(compensationCents),
})
