import { agreements } from '#features/leases/agreements/contract.ts'
import { runningLeases } from '#features/leases/agreements/options.ts'
import { formatMonth } from '#platform/values/days.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { pickFrom } from '#platform/web/form/Picker.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { readsOfReturns, returns } from '../contract.ts'

const pickKept = pickFrom(
  agreements.list,
  ({ items }) =>
    items
      .filter(({ keptFrom }) => keptFrom !== null)
      .map((row) => ({
        value: row.leasingAgreementId,
        label: `${row.employeeName}, ${row.agreementNumber}, ${formatMonth(row.keptFrom!)}`,
      })),
  { search: 'searchName', query: runningLeases },
)

/** Which kept bicycle goes back to its person; the staff say how the person has agreed. */
export function ReleaseBike({ done, asStaff = false }: { done: () => void; asStaff?: boolean }) {
  const t = useTexts('returns')
  return (
    <Form
      endpoint={returns.release}
      submit={t('release.submit')}
      refresh={readsOfReturns}
      onDone={() => {
        done()
        showDone(t('toasts.released'))
      }}
    >
      <p>{t('release.lead')}</p>
      <Field name="leasingAgreementId" kind="picker" label={t('keep.agreement')} source={pickKept} required />
      {asStaff && <Field name="reason" kind="textarea" label={t('release.reason')} />}
    </Form>
  )
}
