import { setEnd, setReady } from '#features/leases/agreements/server/endings.ts'
import { creditInvoice } from '#features/money/invoices/ledger/server/credit.ts'
import { deliverInvoice } from '#features/money/invoices/ledger/server/deliver.ts'
import { issueInvoice } from '#features/money/invoices/ledger/server/issue.ts'
import { vatOfPurpose } from '#features/money/invoices/server/billing-settings.ts'
import { payPath } from '#features/money/payments/server/pay-links.ts'
import { priceAtEndOf, transferDay } from '#features/pricing/leasing/rules/passing-on.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Actor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { bankDayUntil } from '#platform/values/bank-days.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { type BrokerageColumns, type BrokerageRecord, leaseToPass } from './record.ts'

type Changes = Partial<BrokerageColumns>

/**
 * B6: bills the buy-out price of the last month to the company that buys, due on that month's last bank day. The lease ends
 * with the month as transferred, once it is paid.
 */
export async function billBuyer(db: Db, services: Services, row: BrokerageRecord, actor: Actor): Promise<Changes> {
  const startsOn = transferDay(helsinkiDay(services.env.now()))
  const lastDay = addDays(startsOn, -1)
  const priceCents = priceAtEndOf(leaseToPass(row), lastDay)
  const { id } = await issueInvoice(db, services, {
    actor,
    invoice: {
      companyId: row.company_id,
      purpose: 'REDEMPTION',
      party: 'OUTSIDE',
      orderId: row.order_id,
      agreementId: row.agreement_id,
      dueDay: bankDayUntil(lastDay),
      supplyDay: lastDay,
      buyer: {
        name: row.buyer_name!,
        businessId: row.buyer_business_id,
        address: row.buyer_address,
        eInvoiceAddress: null,
        email: row.buyer_email,
        language: row.seller_language,
      },
      lines: [
        {
          purpose: 'REDEMPTION',
          description: services.texts.t(row.seller_language, 'brokerage:line.sale', {
            agreement: row.agreement_number,
            bike: row.bike,
          }),
          grossCents: priceCents,
          vatBasisPoints: await vatOfPurpose(db, 'REDEMPTION', lastDay),
          agreementId: row.agreement_id,
        },
      ],
    },
  })
  await deliverInvoice(db, services, id, { link: await payPath(db, services, { id, companyId: row.company_id }) })
  const ending = { endingId: row.ending_id!, companyId: row.company_id, agreementId: row.agreement_id }
  await setEnd(db, services, { ...ending, endsOn: lastDay, endsAs: 'TRANSFERRED' })
  await setReady(db, services, { endingId: row.ending_id!, isReady: false })
  return { invoice_id: id, price_cents: priceCents, starts_on: startsOn }
}

/** Credits the bill of a sale that has come to nothing; what was paid of it is then to be repaid. */
export async function creditBuyer(
  db: Db,
  services: Services,
  credit: { readonly invoiceId: string; readonly actor: Actor; readonly reason: string },
): Promise<void> {
  const { id } = await creditInvoice(db, services, credit)
  await deliverInvoice(db, services, id)
}

/** The price is paid: the lease may end on the day that is set. */
export async function markSold(db: Db, services: Services, row: BrokerageRecord): Promise<Changes> {
  await setReady(db, services, { endingId: row.ending_id!, isReady: true })
  return {}
}
