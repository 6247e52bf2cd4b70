import { orders } from '#features/orders/orders/contract.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { orderReads } from '../order-reads.ts'

/** Frame number and hand-over day, told by the buyer. */
export function DeliveryForm({ order, primary }: { order: OrderViewType; primary: boolean }) {
  const t = useTexts('orders')
  const today = serviceDay()
  return (
    <section className="card" id="luovutus">
      <h2>{t('delivery.title')}</h2>
      <p className="sm t2" style={{ margin: '0.25rem 0 1rem' }}>
        {order.bikeStore?.bikeStoreId
          ? t('delivery.leadStore', { store: order.bikeStore.storeName })
          : t('delivery.lead')}
      </p>
      <Form
        endpoint={orders.setDelivery}
        params={{ orderId: order.orderId }}
        initial={{ frameNumber: order.frameNumber, deliveryDay: order.deliveryDay ?? today }}
        also={{ version: order.version }}
        submit={t('delivery.submit')}
        plain={!primary}
        wide
        refresh={orderReads}
        onDone={() => showDone(t('delivery.done'))}
      >
        <Field name="frameNumber" label={t('delivery.frame')} hint={t('delivery.frameHint')} autoComplete="off" />
        <Field name="deliveryDay" kind="day" label={t('delivery.day')} hint={t('delivery.dayHint')} />
      </Form>
    </section>
  )
}
