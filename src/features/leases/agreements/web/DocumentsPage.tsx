import { agreements, documentKinds, paymentStatuses } from '#features/leases/agreements/contract.ts'
import { companyChoices } from '#features/people/companies/options.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Day, Instant } from '#platform/web/table/Amounts.tsx'
import type { Column } from '#platform/web/table/DataTable.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { useChoices } from '#platform/web/table/use-choices.ts'
import { type Texts, useTexts } from '#platform/web/words/i18n.ts'
import { type Document, DocumentPanel, OrderLink } from './DocumentPanel.tsx'
import { RecordPaper } from './Paper.tsx'

const columnsOf = (t: Texts): Column<Document>[] => [
  { key: 'title', title: t('documents.columns.title'), cell: (row) => row.title },
  { key: 'employee', title: t('documents.columns.employee'), cell: (row) => row.employeeName },
  { key: 'company', title: t('documents.columns.company'), cell: (row) => row.companyName, choice: true },
  {
    key: 'kind',
    inName: true,
    title: t('documents.columns.kind'),
    cell: (row) => t(`documents.kinds.${row.kind}`),
    choice: true,
  },
  {
    key: 'payment',
    title: t('documents.columns.payment'),
    cell: (row) => t(`payments.${row.paymentStatus}`),
    choice: 'hidden',
  },
  {
    key: 'order',
    title: t('documents.columns.order'),
    cell: (row) => <OrderLink document={row} />,
    choice: true,
  },
  {
    key: 'signed',
    title: t('documents.columns.signed'),
    cell: (row) => <Day day={row.leasingSignDate} />,
    sort: 'leasingSignDate',
  },
  {
    key: 'created',
    title: t('documents.columns.created'),
    cell: (row) => <Instant at={row.createdAt} dayOnly />,
    sort: 'createdAt',
    choice: 'hidden',
  },
  {
    key: 'sealed',
    title: t('documents.columns.sealed'),
    cell: (row) => t(`documents.ways.${row.sealed ? 'SEALED' : 'PAPER'}`),
    choice: 'hidden',
  },
]

function useFilters() {
  const t = useTexts('agreements')
  const companyOptions = useChoices(...companyChoices)
  return [
    { name: 'companyId', label: t('documents.columns.company'), options: companyOptions },
    {
      name: 'kind',
      label: t('documents.columns.kind'),
      options: documentKinds.map((value) => ({ value, label: t(`documents.kinds.${value}`) })),
    },
    {
      name: 'paymentStatus',
      label: t('documents.columns.payment'),
      options: paymentStatuses.map((value) => ({ value, label: t(`payments.${value}`) })),
    },
  ]
}

/** Signed documents: sealed agreements, certificates, papers. */
export function DocumentsPage() {
  const t = useTexts('agreements')
  const may = useMay()
  const filters = useFilters()
  return (
    <Register
      title={t('documents.title')}
      lead={t('documents.lead')}
      search={{ name: 'search', hint: t('documents.search') }}
      from={agreements.documents}
      file={agreements.documentsFile}
      read={({ data, total, totalIsEstimate }) => ({ rows: data, total, isEstimate: totalIsEstimate ?? false })}
      rowKey={(row: Document) => row.signedDocumentId}
      filters={filters}
      columns={columnsOf(t)}
      add={
        may('signed-document:create')
          ? {
              open: t('documents.add.open'),
              title: t('documents.add.title'),
              form: (done) => <RecordPaper done={done} />,
            }
          : undefined
      }
      panel={{
        byId: true,
        title: (row) => row.title,
        above: (row) => `${row.employeeName} · ${row.companyName}`,
        content: (row, close) => <DocumentPanel key={row.signedDocumentId} document={row} close={close} />,
      }}
      empty={{ text: t('documents.empty'), drawing: 'allekirjoitus' }}
    />
  )
}
