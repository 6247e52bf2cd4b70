import { lazy } from 'react'
import { LaterHistory } from '#features/orders/orders/history/web/LaterHistory.tsx'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { LaterBuyOut } from '#features/orders/orders/web/price/LaterBuyOut.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { Fold } from './Fold.tsx'
import { LaterMessages } from './LaterMessages.tsx'
import { Price } from './Price.tsx'

const RunningLease = lazy(() =>
  import('#features/orders/orders/web/lease/RunningLease.tsx').then((m) => ({ default: m.RunningLease })),
)

/** What is looked up now and then. */
export function LeaseFolds({ order }: { order: OrderViewType }) {
  const t = useTexts('lease-story')
  const { priceCard } = order
  return (
    <>
      <Fold title={t('folds.facts')}>
        <RunningLease order={order} />
      </Fold>
      {priceCard && (
        <Fold title={t('folds.price')}>
          <Price order={order} card={priceCard} />
        </Fold>
      )}
      {priceCard && order.agreement?.leaseState !== 'ENDED' && (
        <Fold title={t('folds.buyOut')}>
          <LaterBuyOut order={order} card={priceCard} />
        </Fold>
      )}
      <Fold title={t('folds.history')}>
        <LaterMessages />
        <LaterHistory orderId={order.orderId} />
      </Fold>
    </>
  )
}
