import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Job } from '#platform/server/jobs/jobs.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { addDays, type Day, helsinkiDay, lastOfMonth, laterDay } from '#platform/values/days.ts'
import { sumCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { vatBasisOf, withVat } from '../../rules/lines.ts'
import type { Posting } from '../../rules/posting.ts'
import { rowsBetween, type SuppliedPart, standingOf } from '../../rules/supplied.ts'
import { postVouchers } from './post.ts'

interface PartRow extends Omit<SuppliedPart, 'vatCents'> {
  readonly invoiceId: string
  readonly roundingCents: number | null
}

/** What an invoice and its credit notes bill, by day, purpose and rate. */
async function partsOf(db: Db, invoiceId: string): Promise<SuppliedPart[]> {
  const { rows } = await sql<PartRow>`
    select i.id as "invoiceId", i.rounding_cents as "roundingCents", coalesce(l.supply_day, o.issue_day) as day, l.purpose, l.vat_basis_points as "vatBasisPoints",
           sum(l.net_cents)::bigint as "netCents", sum(l.gross_cents)::bigint as "grossCents"
      from invoices o join invoices i on (i.id = o.id or i.credited_invoice_id = o.id) and i.stage = 'SENT' join invoice_lines l on l.invoice_id = i.id
     where o.id = ${invoiceId} group by 1, 2, 3, 4, 5 order by i.id, min(l.position)`.execute(db)
  const parts = [...Map.groupBy(rows, (row) => row.invoiceId).values()].flatMap((own) =>
    withVat(own, vatBasisOf(present(own[0]).roundingCents)),
  )
  const merged = Map.groupBy(parts, ({ day, purpose, vatBasisPoints }) => `${day} ${purpose} ${vatBasisPoints}`)
  return [...merged.values()].map((own) => ({
    ...present(own[0]),
    netCents: sumCents(own.map(({ netCents }) => netCents)),
    vatCents: sumCents(own.map(({ vatCents }) => vatCents)),
    grossCents: sumCents(own.map(({ grossCents }) => grossCents)),
  }))
}

/** Where the ledger has the lines of an invoice and its credit notes. */
async function standingInLedger(db: Db, invoiceId: string): Promise<Posting[]> {
  const { rows } = await sql<Posting>`
    select r.account, r.vat_basis_points as "vatBasisPoints", sum(r.amount_cents)::bigint as "amountCents"
      from ledger_rows r join invoices i on i.id = r.invoice_id
     where (i.id = ${invoiceId} or i.credited_invoice_id = ${invoiceId}) and r.voucher like 'invoice:%' and r.account not in ('RECEIVABLES', 'CREDIT_LOSSES')
     group by 1, 2`.execute(db)
  return rows
}

interface Followed {
  readonly invoiceId: string
  /** What happened, for the name of the voucher. */
  readonly because: string
  readonly day: Day
}

/**
 * Posts as sales what has been supplied or paid by a day of an invoice that bills later months, and tells the next day of
 * supply; nothing for any other. The caller holds the invoice's row.
 */
export async function followSupplies(db: Db, env: Env, { invoiceId, because, day }: Followed): Promise<void> {
  const invoice = await db
    .selectFrom('invoices')
    .select(['company_id', 'issue_day', 'paid_cents', 'next_supply_day'])
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  if (!invoice.next_supply_day) return
  // What is supplied in the month of the invoice stands posted since then, as does what came before the next day.
  const posted = laterDay(lastOfMonth(invoice.issue_day), addDays(invoice.next_supply_day, -1))
  const until = laterDay(day, posted)
  const parts = await partsOf(db, invoiceId)
  const target = standingOf(parts, { until, paidCents: invoice.paid_cents })
  await postVouchers(db, env, [
    {
      voucher: `invoice:${invoiceId}:supply:${because}`,
      companyId: invoice.company_id,
      day,
      invoiceId,
      postings: rowsBetween(await standingInLedger(db, invoiceId), target),
    },
  ])
  const ahead = parts.filter((part) => part.grossCents > 0 && part.day > until).map((part) => part.day)
  await db
    .updateTable('invoices')
    .set({ next_supply_day: ahead.toSorted()[0] ?? null })
    .where('id', '=', invoiceId)
    .execute()
}

const AT_ONCE = 200

/**
 * Posts what has been supplied by a day, each on its own day, so many invoices at most.
 * @returns how many supplies were posted
 */
async function postSomeSupplies(db: Db, env: Env, until: Day): Promise<number> {
  const due = await db
    .selectFrom('invoices')
    .select(['id', 'next_supply_day'])
    .where('next_supply_day', '<=', until)
    .orderBy('next_supply_day')
    .orderBy('id')
    .limit(AT_ONCE)
    .forUpdate()
    .execute()
  for (const { id, next_supply_day: day } of due)
    await followSupplies(db, env, { invoiceId: id, because: present(day), day: present(day) })
  return due.length
}

/** Posts all that has been supplied by a day, in the transaction of the caller. */
export async function postSupplies(db: Db, env: Env, until: Day): Promise<void> {
  while ((await postSomeSupplies(db, env, until)) > 0);
}

/** Posts as sales what was billed ahead, on the day of its supply; one that was stopped goes on with the next. */
export const postSuppliesOfDay: Job = {
  name: 'post-supplies',
  cron: '5 * * * *',
  run: async ({ database, env }: Services) => {
    const today = helsinkiDay(env.now())
    let posted = 0
    for (;;) {
      const some = await database.transaction((db) => postSomeSupplies(db, env, today))
      posted += some
      if (some === 0) return { posted }
    }
  },
}
