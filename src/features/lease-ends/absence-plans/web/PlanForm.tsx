import { agreements } from '#features/leases/agreements/contract.ts'
import { leaseOptions, runningLeases } from '#features/leases/agreements/options.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { useForm } from '#platform/web/form/form-context.ts'
import { pickFrom } from '#platform/web/form/Picker.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { absencePlans, readsOfPlans } from '../contract.ts'
import { absenceKinds } from '../rules/months.ts'
import { TypedMonths } from './TypedMonths.tsx'

/** Why somebody is absent; only another reason than the usual ones is told in words. */
function KindFields() {
  const t = useTexts('absence-plans')
  const isOther = useForm().inputOf('kind', 'select') === 'OTHER'
  return (
    <>
      <Field
        name="kind"
        kind="select"
        label={t('panel.kind')}
        hint={t('propose.kindHint')}
        options={absenceKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      {isOther && <Field name="text" label={t('kind.OTHER')} missing={t('propose.otherMissing')} required />}
    </>
  )
}

const pickLease = pickFrom(agreements.list, leaseOptions, { search: 'search', query: runningLeases })

/** Proposes a plan: one's own with the agreement given, somebody else's with the person picked. */
export function PlanForm({ leasingAgreementId, done }: { leasingAgreementId?: string; done: () => void }) {
  const t = useTexts('absence-plans')
  return (
    <Form
      endpoint={absencePlans.create}
      initial={{ kind: 'PARENTAL', fromDay: serviceDay() }}
      {...(leasingAgreementId ? { also: { leasingAgreementId } } : {})}
      submit={t('propose.submit')}
      refresh={readsOfPlans}
      onDone={() => {
        done()
        showDone(t('propose.done'))
      }}
    >
      <p>{t(leasingAgreementId ? 'propose.own' : 'propose.text')}</p>
      {!leasingAgreementId && (
        <Field name="leasingAgreementId" kind="picker" label={t('columns.person')} source={pickLease} required />
      )}
      <KindFields />
      <FieldRow>
        <Field name="fromDay" kind="day" label={t('columns.from')} />
        <Field name="toDay" kind="day" label={t('columns.to')} />
      </FieldRow>
      <TypedMonths />
    </Form>
  )
}
