import { AppError, fail, failField } from '#platform/contract/errors.ts'
import { actorOf } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import { centsFromEuros, eurosFromCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { refuseOwnInvoices } from '../ledger/server/own-invoice.ts'
import { requirePaidDay } from '../ledger/server/paid-day.ts'
import { recordPayment } from '../ledger/server/payment-ledger.ts'
import type { PaymentMethod } from '../rules.ts'
import { invoiceDetails } from './details.ts'
import { findInvoice, invoiceView, lockInvoice } from './queries.ts'

interface EnteredPayment {
  readonly direction: 'IN' | 'OUT'
  readonly amount: number
  readonly paidDay: Day
  readonly method: PaymentMethod
  readonly reason?: string
  readonly version?: number
}

/**
 * Staff record money that has moved for an invoice. Money back cannot be more than has been paid, and money netted or
 * entered by hand wants a reason: nothing else proves it. So does a day that is not likely.
 */
export async function payInvoice(context: SignedInContext, id: string, body: EnteredPayment) {
  const { db, scope, user, env } = context
  const today = helsinkiDay(env.now())
  const invoice = (await lockInvoice(db, scope, id)) ?? fail('NOT_FOUND')
  requireVersion(body.version, invoice.version, invoiceView(invoice, today))
  await refuseOwnInvoices(db, user.userId, [id])
  const reason = body.reason?.trim() || null
  const amountCents = centsFromEuros(body.amount)
  requirePaidDay({ day: body.paidDay, today, issueDay: invoice.issue_day, reason })
  if ((body.method === 'MANUAL' || body.method === 'NETTING') && !reason) failField('reason', 'REQUIRED', 'is missing')
  const back = invoice.direction === 'SALES' ? 'OUT' : 'IN'
  const repayable = Math.max(invoice.paid_cents, 0)
  if (body.direction === back && amountCents > repayable)
    throw new AppError('PAYMENT_NOT_ALLOWED', { details: { repayable: eurosFromCents(repayable) } })
  await recordPayment(db, context, {
    actor: actorOf(user),
    createdBy: user.userId,
    payment: {
      invoiceId: id,
      direction: body.direction,
      amountCents,
      paidDay: body.paidDay,
      method: body.method,
      source: `manual:${env.id()}`,
      reason,
    },
  })
  return invoiceDetails(context, present(await findInvoice(db, scope, id)))
}
