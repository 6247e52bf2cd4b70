import { refuseOwnInvoices } from '#features/money/invoices/ledger/server/own-invoice.ts'
import { recordPayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import { actorOf } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { Context } from '#platform/server/http/context.ts'
import { helsinkiDay, monthOf } from '#platform/values/days.ts'
import { type Cents, eurosFromCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import type { payrollDeductions } from '../contract.ts'
import { hasPayIn } from '../rules.ts'
import { endWhenOver } from './end.ts'
import { findDeduction } from './queries.ts'
import { deductionView } from './view.ts'

/**
 * Records what the employer has kept of a month, once: as a payment of the person's bill, or for its own.
 * @throws NOT_FOUND, VERSION_CONFLICT, DEDUCTION_NOT_ALLOWED for a month that is confirmed, to come, or without pay
 */
export async function confirmDeduction(
  context: Context<typeof payrollDeductions.confirm>,
  of: { companyId: string; month: string; invoiceId: string },
  { keptCents, version }: { keptCents: Cents; version: number },
) {
  const { db, env, user, scope } = context
  const row = (await findDeduction(db, scope, of, { lock: true })) ?? fail('NOT_FOUND')
  requireVersion(version, row.version, deductionView(row))
  await refuseOwnInvoices(db, user.userId, [of.invoiceId])
  // The bill may be the employer's, and the pay that it is kept from one's own.
  if (row.user_id === user.userId) throw new AppError('NOT_FOR_ONESELF')
  const today = helsinkiDay(env.now())
  const isOpen = row.kept_cents === null && row.ended_at === null
  if (!isOpen || of.month > monthOf(today) || !hasPayIn(of.month, row.last_working_day))
    throw new AppError('DEDUCTION_NOT_ALLOWED')
  const most = row.is_employers ? row.asked_cents : Math.min(row.asked_cents, Math.max(0, row.open_cents ?? 0))
  if (keptCents > most) failField('kept', 'TOO_LARGE', 'is more than is owed', eurosFromCents(most))
  await db
    .updateTable('payroll_deduction_months')
    .set((eb) => ({
      kept_cents: keptCents,
      confirmed_by: user.userId,
      confirmed_at: env.now(),
      updated_at: env.now(),
      version: eb('version', '+', 1),
    }))
    .where('invoice_id', '=', of.invoiceId)
    .where('month', '=', of.month)
    .execute()
  // What an employer keeps for its own bill it pays with the bill.
  if (keptCents > 0 && !row.is_employers)
    await recordPayment(db, context, {
      payment: {
        invoiceId: of.invoiceId,
        direction: 'IN',
        amountCents: keptCents,
        paidDay: today,
        method: 'PAYROLL',
        source: `payroll:${of.invoiceId}:${of.month}`,
      },
      actor: actorOf(user),
      createdBy: user.userId,
    })
  await endWhenOver(db, context, of.invoiceId)
  return deductionView(present(await findDeduction(db, scope, of)))
}
