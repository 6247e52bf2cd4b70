import { useApiAction } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type RedemptionRow, readsOfRedemptions, redemptionPayments } from '../contract.ts'

/** Whether the chosen redemptions wait for one bill of one employer. */
const areOneBatch = (rows: readonly RedemptionRow[]): boolean =>
  rows.every((row) => row.step === 'ACCEPTED' && row.paymentMethod === 'BATCH' && row.companyId === rows[0]?.companyId)

/** Puts the chosen redemptions of one employer on one bill, which is then sent on the page of payments. */
export function BatchSelected({ rows, clear }: { rows: readonly RedemptionRow[]; clear: () => void }) {
  const t = useTexts('redemptions')
  const make = useApiAction(redemptionPayments.create, {
    refresh: [...readsOfRedemptions, redemptionPayments.list],
    onSuccess: () => {
      clear()
      showDone(t('batch.made'))
    },
  })
  if (!areOneBatch(rows)) return <span>{t('batch.notOne')}</span>
  return (
    <Button
      loading={make.isPending}
      onClick={() => make.mutate({ body: { bikeRedemptionIds: rows.map(({ id }) => id), paymentMethod: 'BATCH' } })}
    >
      {t('batch.make')}
    </Button>
  )
}
