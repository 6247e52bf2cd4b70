import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { eInvoices, receivedStates } from '../contract.ts'
import { ReceivedPanel } from './ReceivedPanel.tsx'

const holders = { WAITING: 'staff', ENTERED: 'running', REFUSED: 'none' } as const

/** Sellers' e-invoices, with the order that each may belong to. */
export function ReceivedTab() {
  const t = useTexts('e-invoices')
  return (
    <DataTable
      from={eInvoices.received}
      label={t('tabs.received')}
      density="dense"
      rowKey={(row) => row.receivedId}
      filters={[
        {
          name: 'state',
          label: t('received.state'),
          options: receivedStates.map((value) => ({ value, label: t(`receivedStates.${value}`) })),
        },
      ]}
      columns={[
        { key: 'seller', title: t('received.seller'), cell: (row) => row.storeName ?? row.seller },
        { key: 'number', inName: true, title: t('received.number'), cell: (row) => row.number },
        { key: 'due', sort: 'dueDay', title: t('received.dueDay'), cell: (row) => <Day day={row.dueDay} /> },
        {
          key: 'total',
          sort: 'total',
          title: t('received.total'),
          cell: (row) => <Money euros={row.total} />,
          align: 'right',
        },
        {
          key: 'order',
          title: t('received.proposal'),
          cell: (row) => (row.proposalProblem ? null : row.proposedOrderNumber) ?? '–',
        },
        {
          key: 'state',
          title: t('received.state'),
          cell: (row) => <StatusPill holder={holders[row.state]}>{t(`receivedStates.${row.state}`)}</StatusPill>,
        },
      ]}
      panel={{
        byId: true,
        title: (row) => row.storeName ?? row.seller,
        content: (row, close) => <ReceivedPanel key={`${row.receivedId}${row.version}`} row={row} close={close} />,
      }}
      empty={{ text: t('received.empty') }}
    />
  )
}
