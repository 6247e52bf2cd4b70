import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, logEvent } from '#platform/server/database/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Day } from '#platform/values/days.ts'
import { postInvoice } from '../ledger/server/send.ts'
import { settleInvoice } from '../ledger/server/settle.ts'
import { priceLines } from '../rules/lines.ts'
import { type InvoiceStage, isOwed } from '../rules/settlement.ts'
import { insertStoreInvoice, ownNumber } from './store-invoice.ts'

interface StoreCredit {
  readonly invoiceId: string
  readonly number: string
  readonly issueDay: Day
  /** Positive; the credit note itself is negative. */
  readonly totalCents: number
  readonly actor: Actor
}

/**
 * Enters a store's credit note for its checked invoice: one negative line at the invoice's rate, posted at once, and the
 * status of the invoice follows.
 * @throws INVOICE_NOT_CREDITABLE for more than is left of it or one that is not checked, NAME_EXISTS for a number it has
 */
export async function enterStoreCredit(
  db: Db,
  { env }: Pick<Services, 'env'>,
  { invoiceId, number, issueDay, totalCents, actor }: StoreCredit,
): Promise<string> {
  const invoice =
    (await db.selectFrom('invoices').selectAll().where('id', '=', invoiceId).forUpdate().executeTakeFirst()) ??
    fail('NOT_FOUND')
  const left = invoice.total_cents - invoice.credited_cents
  if (
    invoice.direction !== 'PURCHASE' ||
    invoice.credited_invoice_id ||
    !isOwed(invoice.stage as InvoiceStage) ||
    totalCents > left
  )
    throw new AppError('INVOICE_NOT_CREDITABLE', { details: { status: invoice.status } })
  const { rate } = await db
    .selectFrom('invoice_lines')
    .select((eb) => eb.fn.max<number>('vat_basis_points').as('rate'))
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  const { lines, totals } = priceLines([
    { purpose: 'OTHER' as const, description: invoice.number ?? number, grossCents: -totalCents, vatBasisPoints: rate },
  ])
  const about = { id: invoice.order_id, company_id: invoice.company_id, bike_store_id: invoice.bike_store_id }
  const id = await insertStoreInvoice({ db, env }, about, {
    stage: 'VERIFIED',
    issueDay,
    dueDay: issueDay,
    priced: { lines, totals },
    given: { number, credited_invoice_id: invoice.id },
    unique: ownNumber(),
  })
  await postInvoice(db, env, { id, event: 'verified' })
  const settled = await settleInvoice(db, env, invoiceId)
  await logEvent(db, env, actor, 'INVOICE_CREDITED', {
    subject: { type: 'invoice', id: invoiceId },
    companyId: invoice.company_id,
    orderId: invoice.order_id,
    shared: false,
    data: { creditId: id, number, totalCents, from: settled.from, to: settled.to },
  })
  return id
}
