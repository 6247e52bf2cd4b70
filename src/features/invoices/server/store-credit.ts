import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, logEvent } from '#platform/server/database/events.ts'
import { isUniqueViolation } from '#platform/server/http/changes.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Day } from '#platform/values/days.ts'
import { insertLines } from '../ledger/server/issue.ts'
import { postInvoice } from '../ledger/server/send.ts'
import { settleInvoice } from '../ledger/server/settle.ts'
import { priceLines } from '../rules/lines.ts'
import { type InvoiceStage, isOwed } from '../rules/settlement.ts'

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
  const id = await insertCredit({ db, env }, invoice, { number, issueDay, totals })
  await insertLines(db, env, { companyId: invoice.company_id, invoiceId: id, lines })
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

interface CreditedInvoice {
  readonly id: string
  readonly company_id: string
  readonly order_id: string | null
  readonly bike_store_id: string | null
}

/** Writes the credit note's row, checked at once. @throws NAME_EXISTS at its number when the store has sent it before */
async function insertCredit(
  { db, env }: { db: Db; env: Services['env'] },
  invoice: CreditedInvoice,
  {
    number,
    issueDay,
    totals,
  }: Pick<StoreCredit, 'number' | 'issueDay'> & { totals: ReturnType<typeof priceLines>['totals'] },
): Promise<string> {
  const id = env.id()
  await db
    .insertInto('invoices')
    .values({
      id,
      company_id: invoice.company_id,
      order_id: invoice.order_id,
      direction: 'PURCHASE',
      party: 'STORE',
      stage: 'VERIFIED',
      status: 'VERIFIED',
      bike_store_id: invoice.bike_store_id,
      number,
      issue_day: issueDay,
      due_day: issueDay,
      credited_invoice_id: invoice.id,
      net_cents: totals.netCents,
      vat_cents: totals.vatCents,
      total_cents: totals.grossCents,
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
    .catch((error: unknown) => {
      if (!isUniqueViolation(error, 'invoices_purchase_number_key')) throw error
      throw new AppError('NAME_EXISTS', {
        fields: [{ path: 'number', code: 'EXISTS', message: 'has been entered already' }],
      })
    })
  return id
}
