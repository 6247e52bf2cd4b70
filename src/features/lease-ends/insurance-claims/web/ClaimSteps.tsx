import { useState } from 'react'
import { formatDay } from '#platform/values/days.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type ClaimView, insuranceClaims, readsOfClaims } from '../contract.ts'
import type { ClaimStep } from '../rules/words.ts'
import { StepForm } from './StepForm.tsx'

/** Steps of other forms and buttons. */
const elsewhere = new Set<ClaimStep>(['report', 'remove', 'addReceipt'])
/** Steps that ask for nothing but a confirmation. */
const confirmed = ['cancel', 'endLease', 'insurerTold'] as const
type Confirmed = (typeof confirmed)[number]
const isConfirmed = (step: ClaimStep | null): step is Confirmed =>
  step !== null && (confirmed as readonly ClaimStep[]).includes(step)

/** The steps that are the viewer's, each with what still stands in its way. */
export function ClaimSteps({ claim }: { claim: ClaimView }) {
  const t = useTexts('insurance-claims')
  const [open, setOpen] = useState<ClaimStep | null>(null)
  const done = () => {
    setOpen(null)
    showDone(t('steps.done'))
  }
  const take = useApiAction(insuranceClaims.step, { refresh: readsOfClaims, onSuccess: done })
  const own = claim.allowedSteps.filter(({ step }) => !elsewhere.has(step))
  return (
    <section className="stack-md">
      <div className="row">
        {own
          .filter(({ allowed }) => allowed)
          .map(({ step }) => (
            <Button key={step} {...(step === 'cancel' ? { variant: 'subtle' } : {})} onClick={() => setOpen(step)}>
              {t(`steps.${step}`)}
            </Button>
          ))}
      </div>
      {own
        .filter(({ allowed }) => !allowed)
        .map(({ step, unmet }) => (
          <p key={step} className="sm muted">
            {t(`steps.${step}`)}: {unmet.map((guard) => t(`guards.${guard}`)).join(' ')}
          </p>
        ))}
      {isConfirmed(open) && (
        <ConfirmDialog
          opened
          close={() => setOpen(null)}
          title={t(`steps.${open}Title`)}
          confirm={t(`steps.${open}`)}
          cancel={t('steps.keep')}
          busy={take.isPending}
          onConfirm={() =>
            take.mutate({ params: { id: claim.insuranceId }, body: { step: open, version: claim.version } })
          }
        >
          <p>{t(`steps.${open}Text`, { day: claim.closing ? formatDay(claim.closing.endsOn) : '' })}</p>
        </ConfirmDialog>
      )}
      {open !== null && !isConfirmed(open) && (
        <Dialog opened close={() => setOpen(null)} title={t(`steps.${open}`)}>
          <StepForm claim={claim} step={open} done={done} />
        </Dialog>
      )}
    </section>
  )
}
