import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApiAction } from '#platform/web/api/api.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { ConfirmDialog } from '#platform/web/parts/ConfirmDialog.tsx'
import { Dialog } from '#platform/web/parts/Dialog.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type ClaimView, insuranceClaims, readsOfClaims } from '../contract.ts'
import type { ClaimStep } from '../rules/table.ts'

/** Steps of other forms and buttons. */
const elsewhere = new Set<ClaimStep>(['report', 'remove'])

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
      <ConfirmDialog
        opened={open === 'cancel'}
        close={() => setOpen(null)}
        title={t('steps.cancelTitle')}
        confirm={t('steps.cancel')}
        cancel={t('steps.keep')}
        busy={take.isPending}
        onConfirm={() =>
          take.mutate({ params: { id: claim.insuranceId }, body: { step: 'cancel', version: claim.version } })
        }
      >
        <p>{t('steps.cancelText')}</p>
      </ConfirmDialog>
      {open !== null && open !== 'cancel' && (
        <Dialog opened close={() => setOpen(null)} title={t(`steps.${open}`)}>
          <StepForm claim={claim} step={open} done={done} />
        </Dialog>
      )}
    </section>
  )
}

function StepForm({ claim, step, done }: { claim: ClaimView; step: ClaimStep; done: () => void }) {
  const t = useTexts('insurance-claims')
  return (
    <Form
      endpoint={insuranceClaims.step}
      params={{ id: claim.insuranceId }}
      initial={step === 'waive' ? { piece: claim.missingPieces[0] } : {}}
      also={{ step, version: claim.version }}
      submit={t(`steps.${step}`)}
      refresh={readsOfClaims}
      onDone={done}
    >
      {step === 'waive' && (
        <Field
          name="piece"
          kind="select"
          label={t('steps.piece')}
          options={claim.missingPieces.map((value) => ({ value, label: t(`pieces.${value}`) }))}
        />
      )}
      {step === 'send' && <Field name="insurerReference" label={t('panel.reference')} autoComplete="off" />}
      {step !== 'send' && <Field name="reason" kind="textarea" label={t(`steps.reasonOf.${step}`)} required />}
    </Form>
  )
}
