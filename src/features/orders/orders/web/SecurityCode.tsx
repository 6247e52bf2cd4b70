import { orders } from '#features/orders/orders/contract.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { Reveal } from '#platform/web/dialogs/Reveal.tsx'
import { StorePlace } from '#platform/web/parts/StorePlace.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Orders.module.css'

/** The code that the buyer shows at the hand-over, large enough to be read across a counter once it is asked for. */
export function SecurityCode({ order }: { order: OrderViewType }) {
  const t = useTexts('orders')
  const read = useApiAction(orders.revealSecurityCode, {})
  return (
    <section className={`card stack-md ${styles.codeCard}`}>
      <h2>{t('code.title')}</h2>
      <Reveal
        ask={t('code.show')}
        label={t('code.purpose')}
        purposes={[{ value: 'OWN', label: t('code.purposes.OWN') }]}
        busy={read.isPending}
        reveal={() => read.mutateAsync({ params: { orderId: order.orderId }, body: { purpose: 'OWN' } })}
      >
        {({ securityCode }) => <p className={`fig ${styles.code}`}>{securityCode}</p>}
      </Reveal>
      <p className="sm">{t('code.text')}</p>
      {order.delivery !== 'HOME_DELIVERY' && order.bikeStore && <StorePlace {...order.bikeStore} />}
    </section>
  )
}
