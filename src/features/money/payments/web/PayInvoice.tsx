import { useApiAction } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { payments } from '../contract.ts'

interface Props {
  invoice: { invoiceId: string; number: string | null; open: number; total: number }
  /** One act of a panel, or one of many beside their rows. */
  at: 'panel' | 'row'
}

/** Leads to the page on which an open invoice of one's own is paid. */
export function PayInvoice({ invoice, at }: Props) {
  const t = useTexts('payments')
  const open = useApiAction(payments.openPage, { onSuccess: ({ path }) => window.location.assign(path) })
  if (!(invoice.open > 0) || invoice.total < 0) return null
  const props = {
    loading: open.isPending,
    onClick: () => open.mutate({ params: { id: invoice.invoiceId }, body: {} }),
  }
  if (at === 'panel') return <PrimaryButton {...props}>{t('pay.open')}</PrimaryButton>
  return (
    <Button size="sm" aria-label={t('pay.openOf', { number: invoice.number })} {...props}>
      {t('pay.open')}
    </Button>
  )
}
