import { fileUrl, useApiAction } from '#platform/web/api/api.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { FileButton } from '#platform/web/controls/FileButton.tsx'
import { showDone, showFailure } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type ClaimView, insuranceClaims, readsOfClaims } from '../contract.ts'

/** The receipt of a repair that the person has paid, while the bicycle is at the shop and afterwards. */
export function Receipt({ claim }: { claim: ClaimView }) {
  const t = useTexts('insurance-claims')
  const hasReceipt = claim.repair?.hasReceipt === true
  const mayAdd = claim.allowedSteps.some(({ step, allowed }) => step === 'addReceipt' && allowed)
  if (!hasReceipt && !mayAdd) return null
  return (
    <section className="card stack-md">
      <h2>{t('receipt.title')}</h2>
      {mayAdd && <p>{t('receipt.lead')}</p>}
      {hasReceipt && (
        <p>
          <a href={fileUrl(insuranceClaims.receipt, { id: claim.insuranceId })}>{t('receipt.open')}</a>
        </p>
      )}
      {mayAdd && <AddReceipt claim={claim} label={t(hasReceipt ? 'receipt.replace' : 'receipt.add')} />}
    </section>
  )
}

function AddReceipt({ claim, label }: { claim: ClaimView; label: string }) {
  const t = useTexts('insurance-claims')
  const add = useApiAction(insuranceClaims.addReceipt, {
    refresh: readsOfClaims,
    handles: ['FILE_NOT_ACCEPTED'],
    onSuccess: () => showDone(t('receipt.added')),
    onError: (error) => {
      if (error.code === 'FILE_NOT_ACCEPTED') showFailure(textOfError(error), t('receipt.notAccepted'))
    },
  })
  const choose = (file: File | null) => {
    if (!file) return
    // The call takes plain bytes, whatever kind the browser thinks the file is.
    const body = new File([file], file.name, { type: 'application/octet-stream' })
    add.mutate({ params: { id: claim.insuranceId }, query: { fileName: file.name }, body })
  }
  return (
    <div>
      <FileButton accept="image/jpeg,image/png,application/pdf" onChange={choose}>
        {(props) => (
          <Button {...props} loading={add.isPending}>
            {label}
          </Button>
        )}
      </FileButton>
    </div>
  )
}
