import { orders } from '#features/orders/orders/contract.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Reach } from '#platform/web/dialogs/Reach.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { deskReads } from './desk-reads.ts'
import { personOf } from './MoveDialog.tsx'

/** Corrects frame number or delivery day after billing; says before what follows. */
export function CorrectionDialog({ order, close }: { order: OrderViewType; close: () => void }) {
  const t = useTexts('desk')
  const values = { order: order.orderNumber, name: personOf(order) }
  return (
    <Dialog opened close={close} title={t('correction.title', values)}>
      <div className="stack-md">
        <Note kind="warn">{t(order.salesInvoiceId ? 'correction.billed' : 'correction.text')}</Note>
        <p className="t2">{t('correction.price')}</p>
        <Form
          endpoint={orders.correctDelivery}
          params={{ orderId: order.orderId }}
          initial={{ frameNumber: order.frameNumber ?? '', deliveryDay: order.deliveryDay ?? '' }}
          also={{ version: order.version }}
          submit={t('correction.submit')}
          refresh={deskReads}
          onDone={() => {
            close()
            showDone(t('correction.done', values))
          }}
        >
          {order.agreement && (
            <Reach to={order.agreement.leasingCompany} euros={order.totalAmount} count={t('correction.both')} />
          )}
          <Field name="frameNumber" label={t('delivery.frameNumber')} autoComplete="off" />
          <Field name="deliveryDay" kind="day" label={t('delivery.day')} />
          <Field name="reason" kind="textarea" label={t('move.reason')} required />
        </Form>
      </div>
    </Dialog>
  )
}
