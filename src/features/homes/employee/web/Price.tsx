import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { bikeName } from '#features/orders/orders/web/bike-name.ts'
import { PriceCard } from '#features/orders/orders/web/price/PriceCard.tsx'
import { Day } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/** The price as it was fixed. */
export function Price({ order, card }: { order: OrderViewType; card: NonNullable<OrderViewType['priceCard']> }) {
  const t = useTexts('orders')
  return (
    <PriceCard
      card={card}
      title={t('price.title')}
      bike={bikeName(order)}
      accessories={order.accessories.map(({ name }) => name)}
      aside={
        <>
          {t('price.fixed')} <Day day={card.day} />
        </>
      }
    />
  )
}
