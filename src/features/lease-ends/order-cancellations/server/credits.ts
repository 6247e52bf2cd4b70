import { creditInvoice } from '#features/money/invoices/ledger/server/credit.ts'
import { deliverInvoice } from '#features/money/invoices/ledger/server/deliver.ts'
import { enterStoreCredit } from '#features/money/invoices/server/store-credit.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, failField } from '#platform/contract/errors.ts'
import { actorOf } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { centsFromEuros } from '#platform/values/money.ts'
import type { orderCancellations } from '../contract.ts'
import { creditDueCents } from '../rules/settlement.ts'
import type { CaseRecord } from './record.ts'
import { finishChange, lockOpenCase } from './update.ts'

/** Credits what an open case takes back of our invoices, each by the invoices' own act, with document and mail. */
export async function creditForCase(context: SignedInContext, id: string, version: number): Promise<CaseRecord> {
  const { db, user, texts } = context
  const record = await lockOpenCase(context, id, version)
  const due = record.invoices.filter((invoice) => creditDueCents(invoice) !== 0)
  if (due.length === 0) throw new AppError('INVOICE_NOT_CREDITABLE')
  const reason = texts.t(record.about.company_language, 'order-cancellations:creditReason', {
    order: record.about.order_number,
  })
  const made = []
  for (const { invoiceId, creditLines } of due) {
    const lines = creditLines.filter(({ leftCents }) => leftCents !== 0).map(({ lineId }) => ({ lineId }))
    const note = await creditInvoice(db, context, { invoiceId, reason, actor: actorOf(user), lines })
    await deliverInvoice(db, context, note.id)
    made.push(note.number)
  }
  return finishChange(context, record, { what: { credited: made } })
}

/** Enters the store's credit note for its invoice of the order. */
export async function storeCreditForCase(
  context: SignedInContext,
  id: string,
  body: BodyOf<typeof orderCancellations.storeCredit>,
): Promise<CaseRecord> {
  const record = await lockOpenCase(context, id, body.version)
  const invoice = record.invoices.find(({ invoiceId }) => invoiceId === body.invoiceId)
  if (invoice?.direction !== 'PURCHASE') return failField('invoiceId', 'NOT_IN_LIST', 'is no invoice of the store')
  const today = helsinkiDay(context.env.now())
  if (body.issueDay > today) failField('issueDay', 'TOO_LARGE', 'is in the future', today)
  await enterStoreCredit(context.db, context, {
    invoiceId: body.invoiceId,
    number: body.number.trim(),
    issueDay: body.issueDay,
    totalCents: centsFromEuros(body.total),
    actor: actorOf(context.user),
  })
  return finishChange(context, record, { what: { storeCredit: body.number.trim() } })
}
