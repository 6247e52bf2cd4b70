import type { ReplyOf } from '#platform/contract/contract.ts'
import { fileUrl, useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { AskFirst } from '#platform/web/dialogs/AskFirst.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Instant, Money } from '#platform/web/table/Amounts.tsx'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { eInvoices, sentStates } from '../contract.ts'

type Sent = ReplyOf<typeof eInvoices.sent>['items'][number]

const holders = { LOCAL: 'none', WAITING: 'staff', SENT: 'none', ACKNOWLEDGED: 'running', REJECTED: 'trouble' } as const

/** Our e-invoices, newest first, with the operator's answer. */
export function SentTab() {
  const t = useTexts('e-invoices')
  return (
    <DataTable
      from={eInvoices.sent}
      label={t('tabs.sent')}
      density="dense"
      rowKey={(row) => row.eInvoiceId}
      filters={[
        {
          name: 'state',
          label: t('sent.state'),
          options: sentStates.map((value) => ({ value, label: t(`sentStates.${value}`) })),
        },
      ]}
      columns={[
        { key: 'buyer', title: t('sent.buyer'), cell: (row) => row.otherParty },
        { key: 'number', inName: true, title: t('sent.number'), cell: (row) => row.number ?? '–' },
        { key: 'total', title: t('sent.total'), cell: (row) => <Money euros={row.total} />, align: 'right' },
        { key: 'at', sort: 'createdAt', title: t('sent.at'), cell: (row) => <Instant at={row.createdAt} /> },
        {
          key: 'state',
          title: t('sent.state'),
          cell: (row) => <StatusPill holder={holders[row.state]}>{t(`sentStates.${row.state}`)}</StatusPill>,
        },
      ]}
      panel={{ title: (row) => row.otherParty, content: (row) => <SentPanel row={row} /> }}
      empty={{ text: t('sent.empty') }}
    />
  )
}

function SentPanel({ row }: { row: Sent }) {
  const t = useTexts('e-invoices')
  const may = useMay()
  const again = useApiAction(eInvoices.send, {
    refresh: [eInvoices.sent],
    onSuccess: () => showDone(t('sent.againDone')),
  })
  return (
    <div className="stack-lg">
      <Facts
        rows={[
          [t('sent.number'), row.number],
          [t('sent.address'), row.toAddress],
          [t('sent.total'), <Money key="total" euros={row.total} />],
          [t('sent.attempts'), row.attempts],
          [t('sent.reason'), row.reason],
        ]}
      />
      <a href={fileUrl(eInvoices.document, { id: row.eInvoiceId })}>{t('sent.download')}</a>
      {row.state === 'REJECTED' && may('e-invoice:send') && (
        <div>
          <AskFirst
            act={t('sent.again')}
            reach={{ to: `${row.otherParty} (${row.toAddress})`, euros: row.total, count: row.number }}
            run={() => again.mutateAsync({ body: { invoiceId: row.invoiceId } })}
          />
        </div>
      )}
    </div>
  )
}
