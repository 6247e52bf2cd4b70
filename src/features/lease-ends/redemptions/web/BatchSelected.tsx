import { useState } from 'react'
import { centsFromEuros, formatEuros, sumCents } from '#platform/values/money.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { TakenAndLeft } from '#platform/web/parts/TakenAndLeft.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { type RedemptionRow, readsOfRedemptions, redemptionPayments } from '../contract.ts'

/** Whether the chosen redemptions wait for one bill of one employer. */
const areOneBatch = (rows: readonly RedemptionRow[]): boolean =>
  rows.every((row) => row.step === 'ACCEPTED' && row.paymentMethod === 'BATCH' && row.companyId === rows[0]?.companyId)

/** Puts the chosen redemptions of one employer on one bill, after listing them; it is then sent on the page of payments. */
export function BatchSelected({ rows, clear }: { rows: readonly RedemptionRow[]; clear: () => void }) {
  const t = useTexts('redemptions')
  const language = useLanguage()
  const [isAsking, setAsking] = useState(false)
  const make = useApiAction(redemptionPayments.create, {
    refresh: [...readsOfRedemptions, redemptionPayments.list],
    onSuccess: () => {
      setAsking(false)
      clear()
      showDone(t('batch.made'))
    },
  })
  if (!areOneBatch(rows)) return <span>{t('batch.notOne')}</span>
  const euros = (row: RedemptionRow) => row.total ?? 0
  const total = formatEuros(sumCents(rows.map((row) => centsFromEuros(euros(row)))), language)
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('batch.make')}</Button>
      <ConfirmDialog
        opened={isAsking}
        close={() => setAsking(false)}
        title={t('batch.title', { company: rows[0]?.companyName })}
        confirm={t('batch.make')}
        busy={make.isPending}
        onConfirm={() => make.mutate({ body: { bikeRedemptionIds: rows.map(({ id }) => id), paymentMethod: 'BATCH' } })}
      >
        <TakenAndLeft
          summary={t('batch.text', { count: rows.length, total })}
          taken={rows.map((row) => ({
            key: row.id,
            name: row.employeeName,
            about: row.agreementNumber,
            euros: euros(row),
          }))}
        />
      </ConfirmDialog>
    </>
  )
}
