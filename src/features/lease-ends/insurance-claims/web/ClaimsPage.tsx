import { agreements } from '#features/leases/agreements/contract.ts'
import { claimableLeases } from '#features/leases/agreements/options.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { pickFrom } from '#platform/web/form/Picker.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { insuranceClaims, readsOfClaims } from '../contract.ts'
import { claimTypes } from '../rules.ts'
import { ClaimList } from './ClaimList.tsx'
import { ProofLists } from './ProofLists.tsx'

/** The person and the lease: somebody may have two. */
const pickLease = pickFrom(
  agreements.list,
  ({ items }) =>
    items.map((row) => ({
      value: `${row.beneficiaryEmployeeId} ${row.leasingAgreementId}`,
      label: `${row.employeeName}, ${row.companyName}, ${row.agreementNumber}`,
    })),
  { search: 'search', query: claimableLeases },
)

function withLease({ beneficiaryEmployeeId, ...body }: Record<string, unknown>) {
  const [employee, lease] = String(beneficiaryEmployeeId ?? '').split(' ')
  return lease ? { ...body, beneficiaryEmployeeId: employee, leasingAgreementId: lease } : body
}

/** /admin/vakuutustapaukset: every claim with its next step. */
export function ClaimsPage() {
  const t = useTexts('insurance-claims')
  const may = useMay()
  return (
    <ClaimList
      title={t('list.title')}
      lead={t('list.lead')}
      hasTypes
      above={may('settings:write') && <ProofLists />}
      add={{ open: t('list.add'), title: t('list.add'), form: (done) => <NewClaim done={done} /> }}
    />
  )
}

function NewClaim({ done }: { done: () => void }) {
  const t = useTexts('insurance-claims')
  return (
    <Form
      endpoint={insuranceClaims.create}
      initial={{ type: 'DAMAGE' }}
      toBody={withLease}
      submit={t('list.add')}
      refresh={readsOfClaims}
      onDone={() => {
        done()
        showDone(t('list.added'))
      }}
    >
      <Field name="beneficiaryEmployeeId" kind="picker" label={t('columns.person')} source={pickLease} required />
      <Field
        name="type"
        kind="select"
        label={t('columns.type')}
        options={claimTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
      />
    </Form>
  )
}
