import { ApproveAccount } from '#features/money/banking/web/ApproveAccount.tsx'
import { MonthComparison } from '#features/money/billing/web/MonthComparison.tsx'
import { OwnInvoicesPage } from '#features/money/invoices/web/OwnInvoicesPage.tsx'
import { PayInvoice } from '#features/money/payments/web/PayInvoice.tsx'

/** /raportointi/laskut with what is paid back of an invoice, and the payroll month beside the month that it bills. */
export function EmployerInvoices() {
  return (
    <OwnInvoicesPage
      pay={(row, at) => <PayInvoice invoice={row} at={at} />}
      act={(row) => (row.party === 'EMPLOYER' ? <ApproveAccount invoiceId={row.invoiceId} /> : null)}
      beside={(row) =>
        row.billingMonth && row.party === 'EMPLOYER' ? (
          <MonthComparison companyId={row.companyId} month={row.billingMonth} />
        ) : null
      }
    />
  )
}
