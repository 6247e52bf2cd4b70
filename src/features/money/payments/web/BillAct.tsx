import { payments } from '#features/money/payments/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/** In the head of one's own page: the way to pay the bill that the head speaks of. */
export function BillAct({ invoiceId }: { invoiceId: string }) {
  const t = useTexts('payments')
  const bill = useApi(payments.list, {}).data?.items.find((one) => one.invoiceId === invoiceId)
  if (!bill?.payPath) return null
  return (
    <PrimaryButton component="a" href={bill.payPath} size="lg">
      {t('own.pay')}
    </PrimaryButton>
  )
}
