import { useApiAction } from '#platform/web/api/api.ts'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { ProcessSteps } from '#platform/web/parts/ProcessSteps.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type RedemptionView, readsOfRedemptions, redemptions } from '../contract.ts'
import type { RedemptionStep } from '../rules/words.ts'
import { redemptionMethods } from '../rules.ts'

const asked = new Set<RedemptionStep>(['revise', 'acceptForEmployee', 'matchLessorInvoice', 'callOff'])

/** The steps that are the viewer's, each with what still stands in its way. */
export function RedemptionSteps({ redemption }: { redemption: RedemptionView }) {
  const t = useTexts('redemptions')
  const take = useApiAction(redemptions.update, {
    refresh: readsOfRedemptions,
    onSuccess: () => showDone(t('toasts.updated')),
  })
  return (
    <ProcessSteps
      steps={redemption.allowedSteps}
      t={t}
      form={(step, done) => (asked.has(step) ? <StepForm redemption={redemption} step={step} done={done} /> : null)}
      callOff={{ step: 'cancel', title: t('panel.cancelTitle'), text: t('panel.cancelText'), keep: t('own.keep') }}
      dangers={['callOff']}
      take={(step) => take.mutateAsync({ params: { id: redemption.id }, body: { step, version: redemption.version } })}
      busy={take.isPending}
    />
  )
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
      onDone={() => {
        done()
        showDone(t('toasts.updated'))
      }}
    >
      {step === 'revise' && (
        <FieldRow>
          <Field name="price" kind="money" label={t('panel.price')} required />
          <Field name="fairValue" kind="money" label={t('panel.newFairValue')} />
        </FieldRow>
      )}
      {step === 'callOff' && <p>{t('panel.callOffText')}</p>}
      {step === 'acceptForEmployee' && <EmployersAnswer redemption={redemption} />}
      {step === 'matchLessorInvoice' && (
        <>
          <FieldRow>
            <Field name="lessorInvoice.number" label={t('panel.number')} autoComplete="off" required />
            <Field name="lessorInvoice.total" kind="money" label={t('panel.invoiceTotal')} required />
          </FieldRow>
          <FieldRow>
            <Field name="lessorInvoice.issueDay" kind="day" label={t('panel.issueDay')} required />
            <Field name="lessorInvoice.dueDay" kind="day" label={t('panel.due')} required />
          </FieldRow>
        </>
      )}
      {step !== 'acceptForEmployee' && (
        <Field
          name="reason"
          kind="textarea"
          label={t('panel.reason')}
          required={step === 'revise' || step === 'callOff'}
        />
      )}
    </Form>
  )
}

/** By what the employer pays, and from how many months' pay it keeps the price. */
function EmployersAnswer({ redemption }: { redemption: RedemptionView }) {
  const t = useTexts('redemptions')
  return (
    <>
      <Field
        name="paymentMethod"
        kind="select"
        label={t('columns.method')}
        options={redemptionMethods
          .filter((method) => redemption.buyer === 'EMPLOYER' || method === 'PAYROLL' || method === 'BATCH')
          .map((value) => ({ value, label: t(`methods.${value}`) }))}
      />
      {redemption.payrollMonthsLeft > 0 && (
        <Field
          name="payrollMonths"
          kind="number"
          label={t('own.payrollMonths')}
          hint={t('panel.payrollMonthsHint', { count: redemption.payrollMonthsLeft })}
        />
      )}
    </>
  )
}
