import { InvoicesPage } from '#features/invoices/web/InvoicesPage.tsx'
import { OnlineRefunds } from '#features/payments/web/OnlineRefunds.tsx'
import { useMay } from '#platform/web/api/user.ts'

/** /admin/laskut with the refunds of online payments. */
export function AdminInvoices() {
  const may = useMay()
  return <InvoicesPage beside={(invoiceId) => may('payment:repay') && <OnlineRefunds invoiceId={invoiceId} />} />
}
