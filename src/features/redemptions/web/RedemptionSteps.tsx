import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApiAction } from '#platform/web/api/api.ts'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { ConfirmDialog } from '#platform/web/parts/ConfirmDialog.tsx'
import { Dialog } from '#platform/web/parts/Dialog.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type RedemptionView, readsOfRedemptions, redemptions } from '../contract.ts'
import type { RedemptionStep } from '../rules/table.ts'
import { redemptionMethods } from '../rules.ts'

const asked = new Set<RedemptionStep>(['revise', 'acceptForEmployee', 'matchLessorInvoice'])
const tooFar = new Set<RedemptionStep>(['cancel', 'withdraw'])

/** The steps that are the viewer's, each with what still stands in its way. */
export function RedemptionSteps({ redemption }: { redemption: RedemptionView }) {
  const t = useTexts('redemptions')
  const [open, setOpen] = useState<RedemptionStep | null>(null)
  const done = () => {
    setOpen(null)
    showDone(t('toasts.updated'))
  }
  const take = useApiAction(redemptions.update, { refresh: readsOfRedemptions, onSuccess: done })
  const now = (step: RedemptionStep) =>
    take.mutate({ params: { id: redemption.id }, body: { step, version: redemption.version } })
  return (
    <section className="stack-md">
      <div className="row">
        {redemption.allowedSteps
          .filter(({ allowed }) => allowed)
          .map(({ step }) => (
            <Button
              key={step}
              loading={take.isPending}
              {...(tooFar.has(step) ? { 'data-act': 'danger' } : {})}
              onClick={() => (asked.has(step) || tooFar.has(step) ? setOpen(step) : now(step))}
            >
              {t(`acts.${step}`)}
            </Button>
          ))}
      </div>
      <Unmet redemption={redemption} />
      <ConfirmDialog
        opened={open === 'cancel'}
        close={() => setOpen(null)}
        title={t('panel.cancelTitle')}
        confirm={t('acts.cancel')}
        cancel={t('own.keep')}
        busy={take.isPending}
        onConfirm={() => now('cancel')}
      >
        <p>{t('panel.cancelText')}</p>
      </ConfirmDialog>
      {open !== null && asked.has(open) && (
        <Dialog opened close={() => setOpen(null)} title={t(`acts.${open}`)}>
          <StepForm redemption={redemption} step={open} done={done} />
        </Dialog>
      )}
    </section>
  )
}

/** What still stands in the way of the steps that are the viewer's. */
function Unmet({ redemption }: { redemption: RedemptionView }) {
  const t = useTexts('redemptions')
  return redemption.allowedSteps
    .filter(({ allowed }) => !allowed)
    .map(({ step, unmet }) => (
      <p key={step} className="sm muted">
        {t(`acts.${step}`)}: {unmet.map((guard) => t(`guards.${guard}`)).join(' ')}
      </p>
    ))
}

function StepForm({ redemption, step, done }: { redemption: RedemptionView; step: RedemptionStep; done: () => void }) {
  const t = useTexts('redemptions')
  return (
    <Form
      endpoint={redemptions.update}
      params={{ id: redemption.id }}
      also={{ step, version: redemption.version }}
      submit={t(`acts.${step}`)}
      refresh={readsOfRedemptions}
      onDone={done}
    >
      {step === 'revise' && (
        <FieldRow>
          <Field name="price" kind="money" label={t('panel.price')} />
          <Field name="fairValue" kind="money" label={t('panel.newFairValue')} />
        </FieldRow>
      )}
      {step === 'acceptForEmployee' && (
        <Field
          name="paymentMethod"
          kind="select"
          label={t('columns.method')}
          options={redemptionMethods
            .filter((method) => redemption.buyer === 'EMPLOYER' || method === 'PAYROLL' || method === 'BATCH')
            .map((value) => ({ value, label: t(`methods.${value}`) }))}
        />
      )}
      {step === 'matchLessorInvoice' && (
        <>
          <FieldRow>
            <Field name="lessorInvoice.number" label={t('panel.number')} autoComplete="off" />
            <Field name="lessorInvoice.total" kind="money" label={t('panel.invoiceTotal')} />
          </FieldRow>
          <FieldRow>
            <Field name="lessorInvoice.issueDay" kind="day" label={t('panel.issueDay')} />
            <Field name="lessorInvoice.dueDay" kind="day" label={t('panel.due')} />
          </FieldRow>
        </>
      )}
      {step !== 'acceptForEmployee' && <Field name="reason" kind="textarea" label={t('panel.reason')} />}
    </Form>
  )
}
