import { Button } from '@mantine/core'
import { useState } from 'react'
import { invoices } from '#features/invoices/contract.ts'
import { type InvoiceStatus, invoiceStatuses } from '#features/invoices/rules.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { fileUrl, useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { ConfirmDialog } from '#platform/web/parts/ConfirmDialog.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { type Holder, StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'

type Invoice = ReplyOf<typeof invoices.list>['items'][number]

const settled: readonly InvoiceStatus[] = ['PAID', 'MARKED_PAID', 'SENT', 'INVOICED']
const failed: readonly InvoiceStatus[] = [
  'PAYMENT_DENIED',
  'INVALIDATED',
  'DELETED',
  'OVERRIDDEN',
  'PAYMENT_TRANSACTION_REMOVED',
]

function State({ status }: { status: InvoiceStatus }) {
  const t = useTexts('invoices')
  const holder: Holder = settled.includes(status) ? 'running' : failed.includes(status) ? 'trouble' : 'staff'
  return <StatusPill holder={holder}>{t(`statuses.${status}`)}</StatusPill>
}

/** Invoices of the stores and our own to the lessors. */
export function InvoicesPage() {
  const t = useTexts('invoices')
  return (
    <Register
      title={t('title')}
      from={invoices.list}
      rowKey={(row) => row.invoiceId}
      filters={[
        {
          name: 'direction',
          label: t('columns.direction'),
          options: (['PURCHASE', 'SALES'] as const).map((value) => ({ value, label: t(`directions.${value}`) })),
        },
        {
          name: 'status',
          label: t('columns.status'),
          options: invoiceStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
        },
        { name: 'unmatched', label: t('unmatched'), options: [{ value: 'true', label: t('unmatchedOnly') }] },
      ]}
      columns={[
        { key: 'number', title: t('columns.number'), cell: (row) => <span className="n">{row.number}</span> },
        { key: 'direction', title: t('columns.direction'), cell: (row) => t(`directions.${row.direction}`) },
        { key: 'party', title: t('columns.party'), cell: (row) => row.otherParty },
        { key: 'company', title: t('columns.company'), cell: (row) => row.companyName, choice: 'hidden' },
        { key: 'order', title: t('columns.order'), cell: (row) => row.orderNumber ?? '–', choice: true },
        { key: 'status', title: t('columns.status'), cell: (row) => <State status={row.status} /> },
        { key: 'issued', title: t('columns.issued'), cell: (row) => <Day day={row.issueDay} />, choice: true },
        { key: 'due', title: t('columns.due'), cell: (row) => <Day day={row.dueDay} />, choice: true },
        { key: 'total', title: t('columns.total'), cell: (row) => <Money euros={row.total} />, align: 'right' },
      ]}
      panel={{
        title: (row) => row.number,
        above: (row) => `${row.otherParty} · ${t(`directions.${row.direction}`)}`,
        content: (row) => <InvoicePanel key={row.invoiceId} invoiceId={row.invoiceId} />,
      }}
      empty={{ text: t('empty') }}
    />
  )
}

function InvoicePanel({ invoiceId }: { invoiceId: string }) {
  const t = useTexts('invoices')
  const read = useApi(invoices.get, { params: { id: invoiceId } })
  return (
    <Loaded from={read}>
      {(invoice) => (
        <div className="stack-md">
          <p>
            <State status={invoice.status} />
          </p>
          <InvoiceFacts invoice={invoice} />
          <section>
            <h3>{t('panel.lines')}</h3>
            <ul className="sm">
              {invoice.lines.map((line) => (
                <li key={line.description}>
                  {line.description}, {line.quantity} × <Money euros={line.net} />
                </li>
              ))}
            </ul>
          </section>
          {invoice.hasFile && (
            <p>
              <a href={fileUrl(invoices.file, { id: invoiceId })}>{t('panel.pdf', { number: invoice.number })}</a>
            </p>
          )}
          {invoice.orderId && (
            <p>
              <Link to={pages.adminOrder} params={{ orderId: invoice.orderId }}>
                {t('panel.openOrder', { order: invoice.orderNumber })}
              </Link>
            </p>
          )}
          <Steps invoice={invoice} />
        </div>
      )}
    </Loaded>
  )
}

function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const t = useTexts('invoices')
  const rows: [string, React.ReactNode][] = [
    [t('columns.total'), <Money key="t" euros={invoice.total} />],
    [t('panel.net'), <Money key="n" euros={invoice.net} />],
    [t('panel.vat'), <Money key="v" euros={invoice.vat} />],
    [t('columns.issued'), <Day key="i" day={invoice.issueDay} />],
    [t('columns.due'), <Day key="d" day={invoice.dueDay} />],
    [t('panel.reference'), invoice.referenceNumber],
    [t('panel.iban'), invoice.iban],
    [t('columns.matched'), t(invoice.matched ? 'states.yes' : 'states.no')],
    [t('panel.difference'), invoice.difference === null ? null : <Money key="f" euros={invoice.difference} />],
    [t('panel.reason'), invoice.differenceReason],
    [t('panel.paid'), invoice.paidDay && <Day key="p" day={invoice.paidDay} />],
  ]
  return <Facts rows={rows} />
}

/** Where the invoice may go next, each step confirmed by its number. */
function Steps({ invoice }: { invoice: Invoice }) {
  const t = useTexts('invoices')
  const language = useLanguage()
  const may = useMay()
  const [asked, setAsked] = useState<InvoiceStatus | null>(null)
  const move = useApiAction(invoices.setStatus, {
    refresh: [invoices.list, invoices.get],
    onSuccess: (moved) => {
      setAsked(null)
      showDone(t('move.done', { number: moved.number, status: t(`statuses.${moved.status}`) }))
    },
    onError: () => setAsked(null),
  })
  if (!may('invoice:write')) return null
  if (invoice.nextStatuses.length === 0) return <p className="sm t2">{t('move.none')}</p>
  const status = asked ? t(`statuses.${asked}`) : ''
  const total = formatEuros(centsFromEuros(invoice.total), language)
  return (
    <section>
      <h3>{t('move.title')}</h3>
      <div className="row">
        {invoice.nextStatuses.map((next) => (
          <Button
            key={next}
            {...(failed.includes(next) ? { 'data-act': 'danger' } : {})}
            onClick={() => setAsked(next)}
          >
            {t(`statuses.${next}`)}
          </Button>
        ))}
      </div>
      <ConfirmDialog
        opened={asked !== null}
        close={() => setAsked(null)}
        title={t('move.ask', { number: invoice.number, status })}
        confirm={status}
        busy={move.isPending}
        destroys={asked !== null && failed.includes(asked)}
        onConfirm={() =>
          asked && move.mutate({ params: { id: invoice.invoiceId }, body: { status: asked, version: invoice.version } })
        }
      >
        <p>{t('move.text', { party: invoice.otherParty, total })}</p>
      </ConfirmDialog>
    </section>
  )
}
