import { invoices } from '#features/money/invoices/contract.ts'
import { fileUrl, useApiAction } from '#platform/web/api/api.ts'
import { PdfButton } from '#platform/web/controls/PdfButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { invoiceReads } from './invoice-reads.ts'
import type { InvoiceRow } from './use-invoices.ts'

/** The invoice's PDF: a link to it, and while it has only been received a way to attach one. */
export function AttachPdf({ invoice }: { invoice: InvoiceRow }) {
  const t = useTexts('desk')
  const params = { id: invoice.invoiceId }
  const attach = useApiAction(invoices.attach, {
    refresh: invoiceReads,
    onSuccess: () => showDone(t('invoice.attached', { number: invoice.number })),
  })
  if (!invoice.hasFile && invoice.status !== 'RECEIVED') return null
  return (
    <div className="row">
      {invoice.hasFile && (
        <a className="sm" href={fileUrl(invoices.file, params)}>
          {t('invoice.open', { number: invoice.number })}
        </a>
      )}
      {invoice.status === 'RECEIVED' && (
        <PdfButton
          size="sm"
          label={t(invoice.hasFile ? 'invoice.replacePdf' : 'invoice.attachPdf')}
          loading={attach.isPending}
          onChoose={(file, fileName) => attach.mutate({ params, query: { fileName }, body: file })}
        />
      )}
    </div>
  )
}
