import { orders } from '#features/orders/orders/contract.ts'
import { personOf } from '#features/orders/orders/desk/web/MoveDialog.tsx'
import { pages } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useParams } from '#platform/web/router/location.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { OrderWork } from './OrderWork.tsx'

/** One order as a page of its own, for a second window or a link from a mail. */
export function OrderPage() {
  const t = useTexts('desk')
  const { orderId = '' } = useParams()
  const read = useApi(orders.get, { params: { orderId } })
  return (
    <Loaded from={read}>
      {(order) => (
        <>
          <PageHead
            above={<Link to={pages.adminOrders}>{t('desk.title')}</Link>}
            title={`${order.orderNumber}, ${personOf(order)}`}
            lead={order.companyName}
          />
          <OrderWork orderId={orderId} />
        </>
      )}
    </Loaded>
  )
}
