import { sql } from 'kysely'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, logEvent } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Day } from '#platform/values/days.ts'
import { sumCents } from '#platform/values/money.ts'
import { lockOrdersOf } from '../ledger/server/order-lock.ts'
import { postInvoice } from '../ledger/server/send.ts'
import { settleInvoice } from '../ledger/server/settle.ts'
import { creditByRate, type LeftAtRate } from '../rules/credit.ts'
import { type InvoiceStage, isOwed, owedStages } from '../rules/settlement.ts'
import { insertStoreInvoice, ownNumber } from './store-invoice.ts'

/** A line of a credit note as it is kept: below zero, like its sum. */
interface CreditNoteLine {
  readonly purpose: 'OTHER'
  readonly description: string
  readonly netCents: number
  readonly grossCents: number
  readonly vatBasisPoints: number
}

interface StoreCredit {
  readonly invoiceId: string
  readonly number: string
  readonly issueDay: Day
  /** Positive; the credit note itself is negative. */
  readonly totalCents: number
  /** The credit note's own lines, where they are known; else the total is shared out over the invoice's rates. */
  readonly lines?: readonly CreditNoteLine[]
  readonly actor: Actor
}

/** What is left of an invoice at each of its rates. */
async function leftByRate(db: Db, invoiceId: string): Promise<LeftAtRate[]> {
  const found = await sql<LeftAtRate>`
    select l.vat_basis_points as "vatBasisPoints", sum(l.gross_cents)::bigint as "grossCents", sum(l.net_cents)::bigint as "netCents"
      from invoices i join invoice_lines l on l.invoice_id = i.id
     where i.id = ${invoiceId} or (i.credited_invoice_id = ${invoiceId} and i.stage in (${sql.join(owedStages.map((stage) => sql.lit(stage)))}))
     group by 1 order by 1`.execute(db)
  return found.rows
}

/** The lines of a credit note that names its sum alone. */
async function linesOfTotal(db: Db, invoiceId: string, description: string, totalCents: number) {
  return creditByRate(await leftByRate(db, invoiceId), totalCents).map(
    (part): CreditNoteLine => ({
      purpose: 'OTHER',
      description,
      netCents: -part.netCents,
      grossCents: -part.grossCents,
      vatBasisPoints: part.vatBasisPoints,
    }),
  )
}

/**
 * Enters a store's credit note for its checked invoice: a negative line at each rate, posted at once, and the status of
 * the invoice follows.
 * @throws INVOICE_NOT_CREDITABLE for more than is left of it or one that is not checked, NAME_EXISTS for a number it has
 */
export async function enterStoreCredit(db: Db, services: Services, credit: StoreCredit): Promise<string> {
  const { env } = services
  const { invoiceId, number, issueDay, totalCents, actor } = credit
  await lockOrdersOf(db, [invoiceId])
  const invoice =
    (await db.selectFrom('invoices').selectAll().where('id', '=', invoiceId).forUpdate().executeTakeFirst()) ??
    fail('NOT_FOUND')
  const left = invoice.total_cents - invoice.credited_cents
  if (
    invoice.direction !== 'PURCHASE' ||
    invoice.credited_invoice_id ||
    !isOwed(invoice.stage as InvoiceStage) ||
    totalCents <= 0 ||
    totalCents > left
  )
    throw new AppError('INVOICE_NOT_CREDITABLE', { details: { status: invoice.status } })
  const lines = credit.lines ?? (await linesOfTotal(db, invoiceId, invoice.number ?? number, totalCents))
  const about = {
    id: invoice.order_id,
    company_id: invoice.company_id,
    bike_store_id: invoice.bike_store_id,
    online_shop_name: invoice.seller_name,
  }
  const netCents = sumCents(lines.map((line) => line.netCents))
  const id = await insertStoreInvoice({ db, env }, about, {
    stage: 'VERIFIED',
    issueDay,
    dueDay: issueDay,
    priced: { lines, totals: { netCents, vatCents: -totalCents - netCents, grossCents: -totalCents } },
    given: { number, credited_invoice_id: invoice.id },
    unique: ownNumber(),
  })
  await postInvoice(db, env, { id, event: 'verified' })
  const settled = await settleInvoice(db, services, { invoiceId, actor })
  await logEvent(db, env, actor, 'INVOICE_CREDITED', {
    subject: { type: 'invoice', id: invoiceId },
    companyId: invoice.company_id,
    orderId: invoice.order_id,
    shared: false,
    data: { creditId: id, number, totalCents, from: settled.from, to: settled.to },
  })
  return id
}
