import { agreements, paymentStatuses } from '#features/agreements/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { fileUrl, useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day } from '#platform/web/table/Amounts.tsx'
import type { Column } from '#platform/web/table/DataTable.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { Removal } from '#platform/web/table/Removal.tsx'
import { type Texts, useTexts } from '#platform/web/words/i18n.ts'
import { AttachPaper, RecordPaper } from './Paper.tsx'

type Document = ReplyOf<typeof agreements.documents>['data'][number]

const columnsOf = (t: Texts): Column<Document>[] => [
  { key: 'title', title: t('documents.columns.title'), cell: (row) => row.title },
  { key: 'employee', title: t('documents.columns.employee'), cell: (row) => row.employeeName },
  {
    key: 'kind',
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
  { key: 'signed', title: t('documents.columns.signed'), cell: (row) => <Day day={row.leasingSignDate} /> },
  {
    key: 'sealed',
    title: t('documents.columns.sealed'),
    cell: (row) => t(`documents.ways.${row.sealed ? 'SEALED' : 'PAPER'}`),
    choice: true,
  },
]

/** Signed documents: sealed agreements, certificates, papers. */
export function DocumentsPage() {
  const t = useTexts('agreements')
  const may = useMay()
  const payments = paymentStatuses.map((value) => ({ value, label: t(`payments.${value}`) }))
  return (
    <Register
      title={t('documents.title')}
      lead={t('documents.lead')}
      search={{ name: 'search', hint: t('documents.search') }}
      from={agreements.documents}
      read={({ data, total, totalIsEstimate }) => ({ rows: data, total, isEstimate: totalIsEstimate ?? false })}
      rowKey={(row: Document) => row.signedDocumentId}
      filters={[{ name: 'paymentStatus', label: t('documents.columns.payment'), options: payments }]}
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
        title: (row) => row.title,
        above: (row) => row.employeeName,
        content: (row, close) => <DocumentPanel key={row.signedDocumentId} document={row} close={close} />,
      }}
      empty={{ text: t('documents.empty'), drawing: 'allekirjoitus' }}
    />
  )
}

function DocumentPanel({ document, close }: { document: Document; close: () => void }) {
  const t = useTexts('agreements')
  const may = useMay()
  const params = { id: document.signedDocumentId }
  const remove = useApiAction(agreements.deleteDocument, {
    refresh: [agreements.documents],
    onSuccess: () => {
      close()
      showDone(t('documents.removed'))
    },
  })
  return (
    <div className="stack-lg">
      {document.hasFile ? (
        <p>
          <a href={fileUrl(agreements.file, params)}>{t('documents.open', { title: document.title })}</a>
        </p>
      ) : (
        <AttachPaper document={document} />
      )}
      {may('signed-document:update') && (
        <Form
          endpoint={agreements.updateDocument}
          params={params}
          initial={document}
          also={{ version: document.version }}
          submit={t('documents.save')}
          refresh={[agreements.documents]}
          onDone={() => showDone(t('documents.saved'))}
        >
          <Field
            name="paymentStatus"
            kind="select"
            label={t('documents.columns.payment')}
            options={paymentStatuses.map((value) => ({ value, label: t(`payments.${value}`) }))}
          />
          <Field name="leasingSignDate" kind="day" label={t('documents.columns.signed')} />
        </Form>
      )}
      {may('signed-document:delete') && (
        <Removal
          ask={t('documents.remove')}
          title={t('documents.removeTitle', { title: document.title, name: document.employeeName })}
          text={t('documents.removeText')}
          remove={() => remove.mutateAsync({ params, query: { version: document.version } })}
        />
      )}
    </div>
  )
}
