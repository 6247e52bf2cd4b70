import { agreements } from '#features/leases/agreements/contract.ts'
import { leaseOptions, redeemableLeases } from '#features/leases/agreements/options.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { pickFrom } from '#platform/web/form/Picker.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { readsOfRedemptions, redemptions } from '../contract.ts'
import { redemptionReasons } from '../rules.ts'
import { BatchSelected } from './BatchSelected.tsx'
import { RedemptionList } from './RedemptionList.tsx'

const pickLease = pickFrom(agreements.list, leaseOptions, { search: 'search', query: redeemableLeases })

/** /admin/lunastukset: every redemption with its next step. */
export function RedemptionsPage() {
  const t = useTexts('redemptions')
  const mayBatch = useMay()('redemption-payment:write')
  return (
    <RedemptionList
      selection={
        mayBatch
          ? {
              labelOf: (row) => t('batch.choose', { name: row.employeeName }),
              actions: (rows, clear) => <BatchSelected rows={rows} clear={clear} />,
            }
          : undefined
      }
      title={t('list.title')}
      lead={t('list.lead')}
      add={{ open: t('start.title'), title: t('start.title'), form: (done) => <NewRedemption done={done} /> }}
    />
  )
}

function NewRedemption({ done }: { done: () => void }) {
  const t = useTexts('redemptions')
  return (
    <Form
      endpoint={redemptions.create}
      initial={{ reason: 'OWN_WISH' }}
      submit={t('start.submit')}
      refresh={readsOfRedemptions}
      onDone={() => {
        done()
        showDone(t('toasts.created'))
      }}
    >
      <Field name="leasingAgreementId" kind="picker" label={t('columns.person')} source={pickLease} required />
      <Field
        name="reason"
        kind="select"
        label={t('start.reason')}
        options={redemptionReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
      />
    </Form>
  )
}
