import { fail } from '#platform/contract/errors.ts'
import { actorOf } from '#platform/server/database/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { eurosFromCents, sumCents } from '#platform/values/money.ts'
import { stepInvoice } from '../ledger/server/steps.ts'
import type { InvoiceStage } from '../rules/settlement.ts'
import { stepsFrom } from '../rules/steps.ts'
import { type InvoiceRecord, isPaidInShop, lockInvoice } from './queries.ts'

type Problem = 'NOT_VERIFIED' | 'NOT_MATCHED' | 'NO_IBAN' | 'PAID_IN_SHOP'

/** What keeps a store's invoice from being approved for payment. */
function problemOf(invoice: InvoiceRecord): Problem | null {
  const mayApprove = stepsFrom(invoice.direction, invoice.stage as InvoiceStage, 'STAFF').some(
    (step) => step.to === 'APPROVED',
  )
  if (!mayApprove) return 'NOT_VERIFIED'
  // Nothing goes to it from the bank: the staff pay in the shop and record that.
  if (isPaidInShop(invoice)) return 'PAID_IN_SHOP'
  if (invoice.order_id && !invoice.matched_at) return 'NOT_MATCHED'
  return invoice.iban ? null : 'NO_IBAN'
}

/**
 * Approves several checked invoices for payment; those that cannot be are named with the problem and left alone. A dry run
 * tells the same and changes nothing.
 */
export async function approveInvoices(
  context: SignedInContext,
  { invoiceIds, dryRun }: { invoiceIds: readonly string[]; dryRun: boolean },
) {
  const { db, scope, user } = context
  const items = []
  const approved = []
  // In the order of the ids, so that two runs at the same moment wait for each other and do not collide.
  for (const id of invoiceIds.toSorted()) {
    const invoice = (await lockInvoice(db, scope, id)) ?? fail('NOT_FOUND')
    const problem = problemOf(invoice)
    if (!problem) approved.push(invoice.total_cents)
    if (!problem && !dryRun)
      await stepInvoice(db, context, invoice, {
        to: 'APPROVED',
        by: 'STAFF',
        actor: actorOf(user),
        userId: user.userId,
      })
    items.push({
      invoiceId: id,
      number: invoice.number,
      total: eurosFromCents(invoice.total_cents),
      isApproved: problem === null,
      problem,
    })
  }
  return { items, approved: approved.length, approvedTotal: eurosFromCents(sumCents(approved)) }
}
