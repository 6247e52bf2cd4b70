import { orders } from '#features/orders/orders/contract.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { orderReads, renewsOrder } from './desk-reads.ts'
import { personOf } from './MoveDialog.tsx'

/** Reports frame number and delivery day for the store or the buyer. */
export function DeliveryDialog({ order, close }: { order: OrderViewType; close: () => void }) {
  const t = useTexts('desk')
  const values = { order: order.orderNumber, name: personOf(order) }
  return (
    <Dialog opened close={close} title={t('delivery.title', values)}>
      <div className="stack-md">
        <p className="t2">
          {t('delivery.text')} {t('delivery.from')} <Day day={order.commitmentDate} />.
        </p>
        <Form
          endpoint={orders.setDelivery}
          params={{ orderId: order.orderId }}
          initial={{ frameNumber: order.frameNumber ?? '', deliveryDay: order.deliveryDay ?? serviceDay() }}
          also={{ version: order.version }}
          submit={t('delivery.submit')}
          refresh={orderReads}
          renews={renewsOrder(order)}
          onDone={(changed) => {
            close()
            showDone(t('move.done', { order: changed.orderNumber, status: t(`status.${changed.orderStatus}`) }))
          }}
        >
          <Field name="frameNumber" label={t('delivery.frameNumber')} autoComplete="off" />
          <Field name="deliveryDay" kind="day" label={t('delivery.day')} />
        </Form>
      </div>
    </Dialog>
  )
}
