import { agreements, paymentStatuses } from '#features/leases/agreements/contract.ts'
import { employees } from '#features/people/employees/contract.ts'
import { employeeOptions } from '#features/people/employees/options.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { PdfButton } from '#platform/web/controls/PdfButton.tsx'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { pickFrom } from '#platform/web/form/Picker.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'

const pickEmployee = pickFrom(employees.optimizedList, employeeOptions, { search: 'search' })

type Document = ReplyOf<typeof agreements.documents>['data'][number]

/** Records a document that was signed on paper, and opens it, so that its PDF can be attached. */
export function RecordPaper({ done }: { done: () => void }) {
  const t = useTexts('agreements')
  const [, setAt] = useAddressState()
  return (
    <Form
      endpoint={agreements.createDocument}
      initial={{ paymentStatus: 'NOT_PAID' }}
      submit={t('documents.add.submit')}
      refresh={[agreements.documents]}
      onDone={({ data }) => {
        done()
        setAt({ page: null, paymentStatus: null, open: data.signedDocumentId })
        showDone(t('documents.add.done', { title: data.title }), { text: t('documents.add.doneText') })
      }}
    >
      <Field name="beneficiaryEmployeeId" kind="picker" label={t('documents.columns.employee')} source={pickEmployee} />
      <Field name="title" label={t('documents.columns.title')} hint={t('documents.add.titleHint')} required />
      <FieldRow>
        <Field name="leasingSignDate" kind="day" label={t('documents.columns.signed')} required />
        <Field
          name="paymentStatus"
          kind="select"
          label={t('documents.columns.payment')}
          options={paymentStatuses.map((value) => ({ value, label: t(`payments.${value}`) }))}
        />
      </FieldRow>
    </Form>
  )
}

/** A recorded document without its file: says so, and takes the scanned paper. */
export function AttachPaper({ document }: { document: Document }) {
  const t = useTexts('agreements')
  const may = useMay()
  const attach = useApiAction(agreements.attachFile, {
    refresh: [agreements.documents],
    onSuccess: () => showDone(t('documents.attached', { title: document.title })),
  })
  return (
    <div className="stack-md">
      <Note kind="warn">{t('documents.noFile')}</Note>
      {may('signed-document:create') && (
        <PdfButton
          label={t('documents.attach')}
          loading={attach.isPending}
          onChoose={(file, fileName) =>
            attach.mutate({ params: { id: document.signedDocumentId }, query: { fileName }, body: file })
          }
        />
      )}
    </div>
  )
}
