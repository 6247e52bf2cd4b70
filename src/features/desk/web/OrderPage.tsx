import { Anchor } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { orders } from '#features/orders/contract.ts'
import { useApi } from '#platform/web/api.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { Loaded } from '#platform/web/Loaded.tsx'
import { PageHead } from '#platform/web/PageHead.tsx'
import { personOf } from './MoveDialog.tsx'
import { OrderWork } from './OrderWork.tsx'

/** One order as a page of its own, for a second window or a link from a mail. */
export function OrderPage() {
  const t = useTexts('desk')
  const { orderId = '' } = useParams({ strict: false }) as { orderId?: string }
  const read = useApi(orders.get, { params: { orderId } })
  return (
    <Loaded from={read}>
      {(order) => (
        <>
          <PageHead
            above={
              <Anchor component={Link} to={'/admin/tilaukset' as string}>
                {t('desk.title')}
              </Anchor>
            }
            title={`${order.orderNumber}, ${personOf(order)}`}
            lead={order.companyName}
          />
          <OrderWork orderId={orderId} />
        </>
      )}
    </Loaded>
  )
}
