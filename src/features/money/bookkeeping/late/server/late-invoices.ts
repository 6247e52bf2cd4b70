import { sql } from 'kysely'
import { costFreePurposes, GRACE_DAYS, lateDebtors } from '#features/money/invoices/late/rules/late-interest.ts'
import { lateClaims, lateView } from '#features/money/invoices/late/server/claims.ts'
import { invoiceRows } from '#features/money/invoices/server/queries.ts'
import type { ReplyOf, SortName } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { pageOf } from '#platform/server/database/pages-of-rows.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { sortedBy } from '#platform/server/database/sorted.ts'
import type { Day } from '#platform/values/days.ts'
import { type Cents, eurosFromCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import type { lateMoney } from '../contract.ts'

type Charge = ReplyOf<typeof lateMoney.waive>['charges'][number]

interface ChargeRow extends Pick<Charge, 'part' | 'outcome' | 'until' | 'reason' | 'billId' | 'decidedBy'> {
  readonly invoiceId: string
  readonly cents: Cents
  readonly at: Date
}

async function chargesOf(db: Db, ids: readonly string[]): Promise<Map<string, Charge[]>> {
  const { rows } = await sql<ChargeRow>`
    select c.invoice_id as "invoiceId", c.part, c.outcome, c.until_day as until, c.amount_cents as cents, c.reason, c.bill_id as "billId",
           concat_ws(' ', u.first_name, u.last_name) as "decidedBy", c.created_at as at
      from late_charges c join users u on u.id = c.decided_by where c.invoice_id = any(${[...ids]}::uuid[]) order by c.created_at, c.part`.execute(
    db,
  )
  const views = rows.map(({ invoiceId, cents, at, ...row }) => ({
    invoiceId,
    charge: { ...row, amount: eurosFromCents(cents), decidedAt: at.toISOString() },
  }))
  return new Map(
    [...Map.groupBy(views, ({ invoiceId }) => invoiceId)].map(([id, own]) => [id, own.map(({ charge }) => charge)]),
  )
}

/** Late bills by their ids with what their lateness costs, in the order of the ids. */
async function lateRows(db: Db, ids: readonly string[], today: Day) {
  const [claims, charges, rows] = [
    await lateClaims(db, ids, today),
    await chargesOf(db, ids),
    await invoiceRows(db, scopeOfAll, ids, today),
  ]
  const byId = new Map(rows.map((row) => [row.invoiceId, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    const claim = claims.get(id)
    return row ? [{ ...row, late: claim ? lateView(claim) : null, charges: charges.get(id) ?? [] }] : []
  })
}

/** A bill with what its lateness costs. */
export const lateInvoice = async (db: Db, id: string, today: Day) => present((await lateRows(db, [id], today))[0])

const chosen = (today: Day, id: string | undefined) => sql`
  from invoices i where i.direction = 'SALES' and i.stage = 'SENT' and i.party = any(${lateDebtors}) and i.credited_invoice_id is null
   and i.purpose <> all(${[...costFreePurposes]}::text[]) ${id ? sql`and i.id = ${id}` : sql``}
   and ((i.open_cents > 0 and i.due_day < ${today})
     or (i.open_cents <= 0 and i.paid_day > i.due_day and (i.party <> 'PERSON' or i.paid_day > (i.sent_at at time zone 'Europe/Helsinki')::date + ${sql.lit(GRACE_DAYS)}) and not exists (
       select 1 from late_charges c where c.invoice_id = i.id and c.part = 'INTEREST' and c.until_day >= i.paid_day)))`

const columns = { dueDay: { filled: sql.ref('i.due_day') }, open: sql.ref('i.open_cents') }

/** Bills that are late, or were paid late and whose interest nobody has decided about, the oldest first; staff's alone. */
export async function listLate(
  db: Db,
  {
    page,
    limit,
    id,
    sort = 'dueDay',
  }: { page: number; limit: number; id?: string | undefined; sort?: SortName<'dueDay' | 'open'> | undefined },
  today: Day,
) {
  const count = await sql<{ total: number }>`select count(*)::int as total ${chosen(today, id)}`.execute(db)
  const ids = await sql<{ id: string }>`
    select i.id ${chosen(today, id)} order by ${sortedBy(sort, columns, sql.ref('i.id'))} limit ${limit} offset ${(page - 1) * limit}`.execute(
    db,
  )
  const items = await lateRows(
    db,
    ids.rows.map((row) => row.id),
    today,
  )
  return pageOf(items, { page, limit, total: present(count.rows[0]).total })
}
