import { lazy, useState } from 'react'
import { AttachPdf } from '#features/money/invoices/web/AttachPdf.tsx'
import { EnterInvoice } from '#features/money/invoices/web/EnterInvoice.tsx'
import { ThreeWay } from '#features/money/invoices/web/ThreeWay.tsx'
import { useStoreInvoices } from '#features/money/invoices/web/use-invoices.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { CorrectionDialog } from '#features/orders/orders/desk/web/CorrectionDialog.tsx'
import { DeliveryDialog } from '#features/orders/orders/desk/web/DeliveryDialog.tsx'
import styles from '#features/orders/orders/desk/web/Desk.module.css'
import { FileCheck } from '#features/orders/orders/desk/web/FileCheck.tsx'
import { OrderFacts } from '#features/orders/orders/desk/web/OrderFacts.tsx'
import { OrderHistory } from '#features/orders/orders/desk/web/OrderHistory.tsx'
import { Awaited, OrderPill } from '#features/orders/orders/desk/web/order-words.tsx'
import type { OrderStatus } from '#features/orders/orders/rules.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { pages } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Awaited as AwaitedParties } from '#platform/web/parts/Awaited.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { LaterPart } from '#platform/web/shell/LaterPart.tsx'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import './also-old.ts'
import { OrderActions } from './OrderActions.tsx'
import { OrderLinks } from './OrderLinks.tsx'

const OrderCancellation = lazy(() =>
  import('#features/lease-ends/order-cancellations/web/OrderCancellation.tsx').then((m) => ({
    default: m.OrderCancellation,
  })),
)

const StaffService = lazy(() =>
  import('#features/money/bike-services/web/StaffService.tsx').then((m) => ({ default: m.StaffService })),
)

const SituationNote = lazy(() =>
  import('#features/story/lease-story/web/SituationNote.tsx').then((m) => ({ default: m.SituationNote })),
)

/** One order's working view: beside a list (`narrow`) or as a page of its own. */
export function OrderWork({ orderId, narrow = false }: { orderId: string; narrow?: boolean }) {
  const read = useApi(orders.get, { params: { orderId } })
  return <Loaded from={read}>{(order) => <Work order={order} narrow={narrow} />}</Loaded>
}

function Work({ order, narrow }: { order: OrderViewType; narrow: boolean }) {
  const t = useTexts('desk')
  const left = (
    <>
      <OrderSummary order={order} />
      <Remarks order={order} />
      <Comparison order={order} />
      <section>
        <h3>{t('acts.title')}</h3>
        <OrderActions order={order} />
      </section>
      <LaterPart>
        <OrderCancellation order={order} />
      </LaterPart>
    </>
  )
  const right = (
    <>
      <OrderFacts order={order} />
      {order.agreement && (
        <OptionalBoundary>
          <StaffService leasingAgreementId={order.agreement.leasingAgreementId} />
        </OptionalBoundary>
      )}
      <section>
        <h3>{t('links.title')}</h3>
        <OrderLinks order={order} />
      </section>
      <OrderHistory orderId={order.orderId} />
    </>
  )
  if (!narrow) {
    return (
      <div className={styles.page}>
        <div className={`card ${styles.work}`}>
          <h2 className="vh">{t('facts.title')}</h2>
          {left}
        </div>
        <div className={styles.work}>{right}</div>
      </div>
    )
  }
  return (
    <div className={styles.work}>
      {left}
      {right}
      <p className="sm">
        <Link to={pages.adminOrder} params={{ orderId: order.orderId }}>
          {t('openPage', { order: order.orderNumber })}
        </Link>
      </p>
    </div>
  )
}

function OrderSummary({ order }: { order: OrderViewType }) {
  return (
    <>
      <p className={styles.standing}>
        <OrderPill order={order} />
        <Awaited order={order} />
      </p>
      <AwaitedParties subjectId={order.orderId} version={order.version} />
      {order.orderStatus === 'ACTIVE_LEASING' && order.agreement && (
        <OptionalBoundary>
          <SituationNote leasingAgreementId={order.agreement.leasingAgreementId} />
        </OptionalBoundary>
      )}
    </>
  )
}

/** What was asked, answered, or said about a special case. */
function Remarks({ order }: { order: OrderViewType }) {
  const t = useTexts('desk')
  return (
    <>
      {order.holdQuestion && order.orderStatus === 'WAITING_FOR_CUSTOMER_COMMENT' && (
        <Note kind="warn">{t('remarks.asked', { text: order.holdQuestion })}</Note>
      )}
      {order.holdAnswer && <Note>{t('remarks.answered', { text: order.holdAnswer })}</Note>}
      {order.caseReason && order.orderStatus === 'CASE_X' && (
        <Note kind="danger">{t('remarks.case', { text: order.caseReason })}</Note>
      )}
    </>
  )
}

const comparing: readonly OrderStatus[] = [
  'PROCESSED',
  'WAITING_FOR_INVOICE_MATCH',
  'WAITING_FOR_DELIVERY_DATE',
  'READY_FOR_BILLING',
  'GRENKE_INVOICE_SENT',
  'ACTIVE_LEASING',
]
const delivering: readonly OrderStatus[] = [
  'PROCESSED',
  'WAITING_FOR_INVOICE_MATCH',
  'WAITING_FOR_DELIVERY_DATE',
  'READY_FOR_BILLING',
]

/** Billed already: corrected by an action of its own. */
const correcting: readonly OrderStatus[] = ['GRENKE_INVOICE_SENT', 'ACTIVE_LEASING']

/** Order ↔ invoice ↔ delivery, and whether the lessor's file is complete. */
function Comparison({ order }: { order: OrderViewType }) {
  const t = useTexts('desk')
  const may = useMay()
  const { enabled, compared } = useStoreInvoices(order)
  const [asking, setAsking] = useState<'invoice' | 'delivery' | 'correction' | null>(null)
  const status = order.orderStatus === 'WAITING_FOR_CUSTOMER_COMMENT' ? order.resumeStatus : order.orderStatus
  if (!enabled || !status || !comparing.includes(status)) return null
  const close = () => setAsking(null)
  const mayEnter = may('invoice:write') && order.bikeStore && !compared?.matched
  return (
    <section className="sunk">
      <h3>{t('threeWay.title')}</h3>
      <ThreeWay order={order} invoice={compared} />
      {compared && <AttachPdf invoice={compared} />}
      <div className={`row ${styles.small}`}>
        {mayEnter && (
          <Button size="sm" onClick={() => setAsking('invoice')}>
            {t(compared ? 'invoice.enterAnother' : 'invoice.enter')}
          </Button>
        )}
        {may('order:set-delivery') && delivering.includes(status) && (
          <Button size="sm" onClick={() => setAsking('delivery')}>
            {t(order.frameNumber ? 'delivery.correct' : 'delivery.submit')}
          </Button>
        )}
        {may('order:step-back') && correcting.includes(status) && order.agreement?.leaseState !== 'ENDED' && (
          <Button size="sm" onClick={() => setAsking('correction')}>
            {t('correction.open')}
          </Button>
        )}
      </div>
      <FileCheck order={order} />
      {asking === 'correction' && <CorrectionDialog order={order} close={close} />}
      {asking === 'delivery' && <DeliveryDialog order={order} close={close} />}
      {asking === 'invoice' && (
        <Dialog opened close={close} title={t('invoice.enterTitle', { order: order.orderNumber })}>
          <EnterInvoice order={order} onDone={close} />
        </Dialog>
      )}
    </section>
  )
}
