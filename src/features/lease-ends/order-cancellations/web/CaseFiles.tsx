import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { fileUrl, useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { FileButton } from '#platform/web/controls/FileButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { Case } from './CancellationCase.tsx'
import { mayStep } from './CaseLine.tsx'
import { caseReads } from './case-reads.ts'

/** The files that prove refunds: kept while the case is open, a removed one with its reason. */
export function CaseFiles({ one }: { one: Case }) {
  const t = useTexts('order-cancellations')
  const isOpen = mayStep(one, 'change')?.allowed === true
  if (!isOpen && one.uploadedRefunds.length === 0) return null
  return (
    <section className="stack-sm">
      <h3>{t('case.files')}</h3>
      <ul>
        {one.uploadedRefunds.map((file) => (
          <li key={file.refundUploadId}>
            {file.deletedAt ? (
              <s>{file.fileName}</s>
            ) : (
              <a href={fileUrl(orderCancellations.refundFile, { id: file.refundUploadId })}>{file.fileName}</a>
            )}{' '}
            <span className="sm t2">
              <Instant at={file.uploadedAt} dayOnly /> {file.deletedAt ? (file.deleteReason ?? '') : file.uploadedBy}
            </span>
            {isOpen && !file.deletedAt && <RemoveFile file={file} />}
          </li>
        ))}
      </ul>
      {isOpen && <AddFile id={one.orderCancellationId} />}
    </section>
  )
}

function AddFile({ id }: { id: string }) {
  const t = useTexts('order-cancellations')
  const upload = useApiAction(orderCancellations.upload, {
    refresh: caseReads,
    onSuccess: () => showDone(t('case.fileAdded')),
  })
  const choose = (file: File | null) => {
    if (!file) return
    // The call takes plain bytes, whatever kind the browser thinks the file is.
    const body = new File([file], file.name, { type: 'application/octet-stream' })
    upload.mutate({ query: { orderCancellationId: id, fileName: file.name.slice(-200) }, body })
  }
  return (
    <FileButton accept="application/pdf,image/png,image/jpeg" onChange={choose}>
      {(props) => (
        <Button {...props} size="sm" loading={upload.isPending}>
          {t('case.addFile')}
        </Button>
      )}
    </FileButton>
  )
}

function RemoveFile({ file }: { file: Case['uploadedRefunds'][number] }) {
  const t = useTexts('order-cancellations')
  const may = useMay()
  const remove = useApiAction(orderCancellations.deleteUpload, {
    refresh: caseReads,
    onSuccess: () => showDone(t('case.fileRemoved')),
  })
  if (!may('order-cancellation:delete')) return null
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={remove.isPending}
      onClick={() => remove.mutate({ params: { id: file.refundUploadId } })}
    >
      {t('case.removeFile', { name: file.fileName })}
    </Button>
  )
}
