import { agreements } from '#features/leases/agreements/contract.ts'
import { leaseOptions, returnableLeases } from '#features/leases/agreements/options.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { pickFrom } from '#platform/web/form/Picker.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { readsOfReturns, returns } from '../contract.ts'
import { askedReasons } from '../rules.ts'

const pickLease = pickFrom(agreements.list, leaseOptions, { search: 'search', query: returnableLeases })

/** Starts the return of somebody's bicycle. */
export function NewReturn({ done }: { done: () => void }) {
  const t = useTexts('returns')
  return (
    <Form
      endpoint={returns.create}
      initial={{ reason: 'DISMISSED' }}
      submit={t('start.submit')}
      refresh={readsOfReturns}
      onDone={() => {
        done()
        showDone(t('toasts.created'))
      }}
    >
      <p>{t('start.lead')}</p>
      <Field name="leasingAgreementId" kind="picker" label={t('columns.person')} source={pickLease} required />
      <Field
        name="reason"
        kind="select"
        label={t('panel.reason')}
        options={askedReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
      />
    </Form>
  )
}
