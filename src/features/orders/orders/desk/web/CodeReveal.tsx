import { orders } from '#features/orders/orders/contract.ts'
import { codePurposes } from '#features/orders/orders/rules.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { Reveal } from '#platform/web/dialogs/Reveal.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/** An order's security code, shown to the staff for a purpose. */
export function CodeReveal({ orderId }: { orderId: string }) {
  const t = useTexts('orders')
  const read = useApiAction(orders.revealSecurityCode, {})
  const purposes = codePurposes.filter((purpose) => purpose !== 'OWN')
  return (
    <Reveal
      ask={t('code.show')}
      label={t('code.purpose')}
      purposes={purposes.map((value) => ({ value, label: t(`code.purposes.${value}`) }))}
      busy={read.isPending}
      reveal={(purpose) => read.mutateAsync({ params: { orderId }, body: { purpose } })}
    >
      {({ securityCode }) => <b className="n">{securityCode}</b>}
    </Reveal>
  )
}
