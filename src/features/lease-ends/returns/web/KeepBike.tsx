import { agreements } from '#features/leases/agreements/contract.ts'
import { freeLeases } from '#features/leases/agreements/options.ts'
import { addMonths, firstOfMonth, formatMonth, monthOf } from '#platform/values/days.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { pickFrom } from '#platform/web/form/Picker.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { readsOfReturns, returns } from '../contract.ts'

const places = ['EMPLOYER', 'EMPLOYEE'] as const
/** As far ahead as a month can be chosen. */
const MONTHS = 12

const pickAgreement = pickFrom(
  agreements.list,
  ({ items }) =>
    items
      .filter(({ keptFrom }) => keptFrom === null)
      .map((row) => ({ value: row.leasingAgreementId, label: `${row.employeeName}, ${row.agreementNumber}` })),
  { search: 'searchName', query: freeLeases },
)

/** From which month on the employer keeps which bicycle, and where it is. */
export function KeepBike({ done }: { done: () => void }) {
  const t = useTexts('returns')
  const first = firstOfMonth(monthOf(serviceDay()))
  const months = Array.from({ length: MONTHS }, (_, index) => monthOf(addMonths(first, index)))
  return (
    <Form
      endpoint={returns.keep}
      initial={{ fromMonth: months[1]!, bikeAt: 'EMPLOYER' }}
      submit={t('keep.submit')}
      refresh={readsOfReturns}
      onDone={() => {
        done()
        showDone(t('toasts.kept'))
      }}
    >
      <Field name="leasingAgreementId" kind="picker" label={t('keep.agreement')} source={pickAgreement} required />
      <Field
        name="fromMonth"
        kind="select"
        label={t('keep.from')}
        options={months.map((value) => ({ value, label: formatMonth(value) }))}
      />
      <Field
        name="bikeAt"
        kind="select"
        label={t('keep.bikeAt')}
        options={places.map((value) => ({ value, label: t(`keep.places.${value}`) }))}
      />
    </Form>
  )
}
