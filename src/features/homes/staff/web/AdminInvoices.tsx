import { QueueForPayment } from '#features/money/banking/web/QueueForPayment.tsx'
import { InvoicesPage } from '#features/money/invoices/web/InvoicesPage.tsx'
import { OnlineRefunds } from '#features/money/payments/web/OnlineRefunds.tsx'
import { useMay } from '#platform/web/api/user.ts'

/** /admin/laskut with the queue of payments to the bank and the refunds of online payments. */
export function AdminInvoices() {
  const may = useMay()
  return (
    <InvoicesPage
      actions={(rows, clear) =>
        may('bank:pay') && <QueueForPayment invoiceIds={rows.map((row) => row.invoiceId)} onDone={clear} />
      }
      beside={(row) => (
        <>
          {row.nextGate === 'QUEUE' && may('bank:pay') && (
            <div>
              <QueueForPayment invoiceIds={[row.invoiceId]} />
            </div>
          )}
          {may('payment:repay') && <OnlineRefunds invoiceId={row.invoiceId} />}
        </>
      )}
    />
  )
}
