import { fail } from '#platform/contract/errors.ts'
import { actorOf } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { eurosFromCents, sumCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { lockOrdersOf } from '../ledger/server/order-lock.ts'
import { stepInvoice } from '../ledger/server/steps.ts'
import { payableFacts, unpayable } from './payable.ts'
import { type InvoiceRecord, lockInvoice, otherParty } from './queries.ts'

/**
 * Approves several checked invoices for payment; those that cannot be are named with the problem and left alone. A dry run
 * tells the same and changes nothing.
 */
export async function approveInvoices(
  context: SignedInContext,
  { invoiceIds, dryRun }: { invoiceIds: readonly string[]; dryRun: boolean },
) {
  const { db, scope, user } = context
  // In the order of the ids, so that two runs at the same moment wait for each other and do not collide.
  const ids = invoiceIds.toSorted()
  await lockOrdersOf(db, ids)
  const locked: InvoiceRecord[] = []
  for (const id of ids) locked.push((await lockInvoice(db, scope, id)) ?? fail('NOT_FOUND'))
  const facts = await payableFacts(context, ids)
  const items = locked.map((invoice) => {
    const refused = unpayable(present(facts.get(invoice.id)), 'APPROVE')
    return {
      invoiceId: invoice.id,
      number: invoice.number,
      payee: otherParty(invoice),
      total: eurosFromCents(invoice.total_cents),
      open: eurosFromCents(invoice.open_cents ?? 0),
      isApproved: refused === null,
      problem: refused?.problem ?? null,
      otherNumber: refused?.otherNumber ?? null,
    }
  })
  const approved = locked.filter((_, index) => present(items[index]).isApproved)
  if (!dryRun)
    for (const invoice of approved)
      await stepInvoice(db, context, invoice, {
        to: 'APPROVED',
        by: 'STAFF',
        actor: actorOf(user),
        userId: user.userId,
      })
  const approvedCents = sumCents(approved.map(({ open_cents: cents }) => cents ?? 0))
  return { items, approved: approved.length, approvedTotal: eurosFromCents(approvedCents) }
}
