import type { ReactNode } from 'react'
import { invoices } from '#features/money/invoices/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { formatMonth } from '#platform/values/days.ts'
import { fileUrl } from '#platform/web/api/api.ts'
import { BeingMade } from '#platform/web/parts/BeingMade.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { InvoicePanel } from './InvoicePanel.tsx'
import { InvoiceState } from './InvoiceState.tsx'

type InvoiceRow = ReplyOf<typeof invoices.list>['items'][number]

interface Beside {
  /** The way to pay an open invoice, in its panel or beside its row. */
  readonly pay: (invoice: InvoiceRow, at: 'panel' | 'row') => ReactNode
  /** What the employer is awaited with, on top of an invoice. */
  readonly act: (invoice: InvoiceRow) => ReactNode
  readonly beside: (invoice: InvoiceRow) => ReactNode
}

/** /raportointi/laskut: the invoices that bill the employer, with their lines, documents and what stands beside them. */
export function OwnInvoicesPage({ pay, act, beside }: Beside) {
  const t = useTexts('invoices')
  return (
    <div className="wrap">
      <PageHead title={t('own.title')} lead={t('own.lead')} />
      <DataTable
        from={invoices.list}
        label={t('own.title')}
        file={invoices.listFile}
        rowKey={(row) => row.invoiceId}
        search={{ name: 'search', hint: t('own.search') }}
        columns={[
          { key: 'number', title: t('columns.number'), cell: (row) => row.number ?? '–' },
          { key: 'purpose', inName: true, title: t('columns.purpose'), cell: (row) => t(`purposes.${row.purpose}`) },
          {
            key: 'month',
            title: t('own.month'),
            cell: (row) => (row.billingMonth ? formatMonth(row.billingMonth) : '–'),
          },
          { key: 'status', title: t('columns.status'), cell: (row) => <InvoiceState invoice={row} /> },
          {
            key: 'due',
            sort: 'dueDay',
            title: t('columns.due'),
            cell: (row) => (row.creditsInvoiceId ? '–' : <Day day={row.dueDay} />),
          },
          {
            key: 'total',
            sort: 'total',
            title: t('columns.total'),
            cell: (row) => <Money euros={row.total} />,
            align: 'right',
          },
          { key: 'open', title: t('columns.open'), cell: (row) => <Money euros={row.open} />, align: 'right' },
          { key: 'pay', title: t('own.pay'), cell: (row) => pay(row, 'row') },
          {
            key: 'pdf',
            title: t('own.pdf'),
            cell: (row) => <InvoiceFile row={row} />,
          },
        ]}
        panel={{
          byId: true,
          title: (row) => row.number ?? '–',
          content: (row) => (
            <div className="stack-lg" key={row.invoiceId}>
              {pay(row, 'panel')}
              {act(row)}
              {row.isDisputed && row.open > 0 && <Note>{t('own.disputed')}</Note>}
              <InvoicePanel invoiceId={row.invoiceId} />
              {beside(row)}
            </div>
          ),
        }}
        empty={{ text: t('own.empty') }}
      />
    </div>
  )
}

function InvoiceFile({ row }: { row: InvoiceRow }) {
  const t = useTexts('invoices')
  if (row.isFileBeingMade) return <BeingMade refresh={invoices.list}>{t('own.making')}</BeingMade>
  return row.hasFile ? <a href={fileUrl(invoices.file, { id: row.invoiceId })}>{t('own.open')}</a> : '–'
}
