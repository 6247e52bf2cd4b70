import { bikePlaces, earlyEnds } from '#features/leases/agreements/contract.ts'
import { addMonths, firstOfMonth, monthOf } from '#platform/values/days.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { leaseChanges } from '../contract.ts'
import { awaitsNumber, ExemptionField, ExemptionWarning } from './ExemptionWarning.tsx'
import { type FormParts, monthsBetweenOptions } from './PaymentForm.tsx'

/** An end that staff set for a reason that no process has: the month, as what, and where the bicycle is. */
export function EndForm({ view, done, reads }: FormParts) {
  const t = useTexts('lease-changes')
  const thisMonth = monthOf(serviceDay())
  const last = monthOf(addMonths(firstOfMonth(view.latestMonth ?? thisMonth), -1))
  return (
    <Form
      endpoint={leaseChanges.end}
      params={{ id: view.leasingAgreementId }}
      initial={{ endMonth: thisMonth, endsAs: 'RETURNED' }}
      also={{ version: view.version }}
      submit={t('end.submit')}
      blocked={awaitsNumber(view.exemption, view.agreementNumber)}
      refresh={reads}
      onDone={done}
    >
      <p>{t('end.text')}</p>
      <ExemptionWarning exemption={view.exemption} number={view.agreementNumber} />
      <FieldRow>
        <Field name="endMonth" kind="select" label={t('end.month')} options={monthsBetweenOptions(thisMonth, last)} />
        <Field
          name="endsAs"
          kind="select"
          label={t('end.asField')}
          options={earlyEnds.map((value) => ({ value, label: t(`end.as.${value}`) }))}
        />
      </FieldRow>
      <Field
        name="bikeAt"
        kind="select"
        label={t('end.bikeAt')}
        placeholder={t('end.bikeStays')}
        options={bikePlaces.map((value) => ({ value, label: t(`end.places.${value}`) }))}
      />
      <Field name="reason" kind="textarea" label={t('reason')} hint={t('reasonHint')} />
      <ExemptionField exemption={view.exemption} number={view.agreementNumber} />
    </Form>
  )
}
