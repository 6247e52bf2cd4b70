import { IconFileTypePdf } from '@tabler/icons-react'
import { invoices } from '#features/invoices/contract.ts'
import { fileUrl, useApiAction } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { FileButton } from '#platform/web/controls/FileButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { deskReads } from './refresh.ts'
import type { InvoiceRow } from './use-invoices.ts'

/** The invoice's PDF: a link to it, and while it has only been received a way to attach one. */
export function AttachPdf({ invoice }: { invoice: InvoiceRow }) {
  const t = useTexts('desk')
  const params = { id: invoice.invoiceId }
  const attach = useApiAction(invoices.attach, {
    refresh: deskReads,
    onSuccess: () => showDone(t('invoice.attached', { number: invoice.number })),
  })
  const choose = (file: File | null) => {
    if (file) attach.mutate({ params, query: { fileName: file.name.slice(-200) }, body: file as never })
  }
  if (!invoice.hasFile && invoice.status !== 'RECEIVED') return null
  return (
    <div className="row">
      {invoice.hasFile && (
        <a className="sm" href={fileUrl(invoices.file, params)}>
          {t('invoice.open', { number: invoice.number })}
        </a>
      )}
      {invoice.status === 'RECEIVED' && (
        <FileButton accept="application/pdf" onChange={choose}>
          {(props) => (
            <Button
              {...props}
              size="sm"
              loading={attach.isPending}
              leftSection={<IconFileTypePdf size={16} stroke={1.75} aria-hidden="true" />}
            >
              {t(invoice.hasFile ? 'invoice.replacePdf' : 'invoice.attachPdf')}
            </Button>
          )}
        </FileButton>
      )}
    </div>
  )
}
