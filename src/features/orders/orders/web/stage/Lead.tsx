import type { Stage } from '#features/orders/orders/rules/stage.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { useBrand } from '#platform/web/shell/brand.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { bikeName } from '../bike-name.ts'
import { isOnlineShop } from '../seller.ts'

function leadKey(order: OrderViewType, stage: Stage) {
  if (stage === 'choose' && order.excessPolicy === 'EMPLOYEE') return 'own.choose.leadExcess'
  if (stage === 'handover' && order.pickupReadyAt) return 'own.handover.leadReady'
  if (stage === 'handover' && order.bikeStore?.bikeStoreId) return 'own.handover.leadStore'
  return stage === 'underWay' && isOnlineShop(order) ? 'own.underWay.leadOnline' : `own.${stage}.lead`
}

/** What the buyer is told below the heading of a stage. */
export function Lead({ order, stage }: { order: OrderViewType; stage: Stage }) {
  const t = useTexts('orders')
  const { name } = useBrand()
  const values = { bike: bikeName(order), company: order.companyName, store: order.bikeStore?.storeName, name }
  return (
    <>
      {t(leadKey(order, stage), values)}
      {stage === 'choose' && (
        <span>
          {' '}
          <b>
            <Money euros={order.maxPrice} />
          </b>
          .
        </span>
      )}
      <PickupDay order={order} stage={stage} />
      {order.owesExcess && <span> {t('own.payExcess')}</span>}
      {stage === 'leaseSoon' && order.startDay && (
        <span>
          {' '}
          {t('own.leaseSoon.start')}{' '}
          <b>
            <Day day={order.startDay} />
          </b>
          .
        </span>
      )}
      {stage === 'sign' && order.priceCard && (
        <span>
          {' '}
          {t('own.sign.price')}{' '}
          <b>
            <Money euros={order.priceCard.instalment} />
          </b>
          .
        </span>
      )}
    </>
  )
}

/** The day with which the store reckons, until the bicycle is ready. */
function PickupDay({ order, stage }: { order: OrderViewType; stage: Stage }) {
  const t = useTexts('orders')
  if (!order.pickupDay || (stage !== 'ordered' && stage !== 'underWay')) return null
  return (
    <>
      {' '}
      {t('own.pickupDay')}{' '}
      <b>
        <Day day={order.pickupDay} />
      </b>
      .
    </>
  )
}
