import { agreements, paymentStatuses } from '#features/leases/agreements/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { fileUrl, useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Removal } from '#platform/web/table/Removal.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { AttachPaper } from './Paper.tsx'

export type Document = ReplyOf<typeof agreements.documents>['data'][number]

/** The order from which the document's agreement was made. */
export function OrderLink({ document: { orderId, orderNumber } }: { document: Document }) {
  if (!orderId) return '–'
  return (
    <Link className="n" to={pages.adminOrder} params={{ orderId }}>
      {orderNumber}
    </Link>
  )
}

/** What the document is of, with the ways to its agreement and its order. */
function Belonging({ document }: { document: Document }) {
  const t = useTexts('agreements')
  const { leasingAgreementId, agreementNumber } = document
  return (
    <Facts
      rows={[
        [t('documents.columns.kind'), t(`documents.kinds.${document.kind}`)],
        [t('documents.columns.sealed'), t(`documents.ways.${document.sealed ? 'SEALED' : 'PAPER'}`)],
        [
          t('documents.columns.agreement'),
          leasingAgreementId && (
            <Link className="n" to={pages.adminAgreements} search={{ open: leasingAgreementId }}>
              {agreementNumber}
            </Link>
          ),
        ],
        [t('documents.columns.order'), document.orderId && <OrderLink document={document} />],
      ]}
    />
  )
}

/** What proves the signing without the service, once it stands under a signed root. */
function Receipt({ document: { hasReceipt, leasingAgreementId } }: { document: Document }) {
  const t = useTexts('agreements')
  if (!hasReceipt || !leasingAgreementId) return null
  return (
    <div>
      <a href={fileUrl(agreements.receipt, { id: leasingAgreementId })}>{t('documents.receipt')}</a>
      <p className="muted sm">{t('documents.receiptText')}</p>
    </div>
  )
}

/** One signed document: what it is of, its file, and what may be changed in it. */
export function DocumentPanel({ document, close }: { document: Document; close: () => void }) {
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
      <Belonging document={document} />
      {document.hasFile ? (
        <p>
          <a href={fileUrl(agreements.file, params)}>{t('documents.open', { title: document.title })}</a>
        </p>
      ) : (
        <AttachPaper document={document} />
      )}
      <Receipt document={document} />
      {may('signed-document:update') && <DocumentForm document={document} />}
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

function DocumentForm({ document }: { document: Document }) {
  const t = useTexts('agreements')
  return (
    <Form
      endpoint={agreements.updateDocument}
      params={{ id: document.signedDocumentId }}
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
  )
}
