import { MonthComparison } from '#features/billing/web/MonthComparison.tsx'
import { OwnInvoicesPage } from '#features/invoices/web/OwnInvoicesPage.tsx'

/** /raportointi/laskut with the payroll month beside the month that an invoice bills. */
export function EmployerInvoices() {
  return (
    <OwnInvoicesPage
      beside={(row) =>
        row.billingMonth && row.party === 'EMPLOYER' ? (
          <MonthComparison companyId={row.companyId} month={row.billingMonth} />
        ) : null
      }
    />
  )
}
