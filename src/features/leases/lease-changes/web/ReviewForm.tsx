import { Field, Form } from '#platform/web/form/Form.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { leaseChanges } from '../contract.ts'
import { type FormParts, monthsBetweenOptions } from './PaymentForm.tsx'

/** Closes the review of an agreement's taxation: the exemption stays, or the benefit is taxable from a month on. */
export function ReviewForm({ view, done, reads }: FormParts) {
  const t = useTexts('lease-changes')
  return (
    <Form
      endpoint={leaseChanges.review}
      params={{ id: view.leasingAgreementId }}
      also={{ version: view.version }}
      submit={t('review.submit')}
      refresh={reads}
      onDone={done}
    >
      <p>{t('review.text')}</p>
      <Field
        name="taxableFrom"
        kind="select"
        label={t('review.from')}
        placeholder={t('review.stays')}
        options={monthsBetweenOptions(view.firstMonth ?? '', view.latestMonth ?? '')}
      />
      <Field name="reason" kind="textarea" label={t('reason')} hint={t('review.reasonHint')} />
    </Form>
  )
}
