import type { places, StoreOrder } from '#features/operations/places/contract.ts'
import { FoldedLines } from '#features/operations/places/web/FoldedLines.tsx'
import styles from '#features/operations/places/web/Places.module.css'
import type { BikeStore } from '#features/pricing/bike-stores/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { Facts, MailAddress } from '#platform/web/parts/Facts.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { Day } from '#platform/web/table/Amounts.tsx'
import { formatPhone } from '#platform/web/words/formats.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { languageNames } from '#platform/web/words/language.ts'
import { Figure, Figures, OpenMoney } from './Figures.tsx'
import { LifeParts } from './LifeParts.tsx'

type Place = ReplyOf<typeof places.store>
type Orders = NonNullable<Place['orders']>

/** What a store has in hand and how long it takes, what is open, its cases and mails, and how it is reached. */
export function StoreLife({ store, place }: { store: BikeStore; place: Place }) {
  const t = useTexts('places')
  return (
    <div className={styles.place}>
      <div className={styles.column}>
        <StoreFigures place={place} />
        {place.orders && <OpenOrders orders={place.orders} />}
        <LifeParts
          parts={place.parts}
          of={{ bikeStoreId: store.bikeStoreId }}
          at={{ kind: 'store', id: store.bikeStoreId }}
          registerId={store.bikeStoreId}
        />
      </div>
      <div className={styles.column}>
        <section className={`card ${styles.part}`} aria-labelledby="place-facts">
          <h2 id="place-facts">{t('store.facts')}</h2>
          <StoreFacts store={store} />
        </section>
      </div>
    </div>
  )
}

function StoreFacts({ store }: { store: BikeStore }) {
  const t = useTexts('places')
  const town = [store.postalCode, store.city].filter(Boolean).join(' ')
  return (
    <Facts
      rows={[
        [t('store.email'), <MailAddress key="email" address={store.email} />],
        [t('store.phone'), store.phone && formatPhone(store.phone)],
        [t('store.website'), store.website],
        [t('store.address'), [store.streetAddress, town].filter(Boolean).join(', ')],
        [t('store.hours'), store.openingHours],
        [t('store.group'), store.groupName],
        [t('store.language'), languageNames[store.language]],
        [t('store.businessId'), store.businessId],
        [t('store.account'), store.iban],
        [t('store.newAccount'), store.pendingIban?.iban],
        [t('store.terms'), t('store.termDays', { count: store.paymentTermsDays })],
      ]}
    />
  )
}

function StoreFigures({ place }: { place: Place }) {
  const t = useTexts('places')
  const { orders, delivery, money } = place
  return (
    <Figures>
      {orders && (
        <Figure name={t('figures.openOrders')} value={orders.total}>
          {orders.late > 0 && t('figures.late', { count: orders.late })}
        </Figure>
      )}
      {delivery && (
        <Figure
          name={t('figures.median')}
          value={delivery.medianDays === null ? '–' : t('figures.days', { count: delivery.medianDays })}
        >
          {delivery.deliveries === 0
            ? t('figures.noDeliveries')
            : t('figures.deliveries', { count: delivery.deliveries })}
        </Figure>
      )}
      {money && <OpenMoney money={money} />}
    </Figures>
  )
}

function OpenOrders({ orders }: { orders: Orders }) {
  const t = useTexts('places')
  return (
    <section className={styles.part} aria-labelledby="place-orders">
      <div className={styles.partHead}>
        <h2 id="place-orders">{t('store.orders')}</h2>
        <Link to={pages.adminOrders} className="sm">
          {t('store.desk')}
        </Link>
      </div>
      {orders.items.length === 0 ? (
        <p className="sm t2">{t('store.noOrders')}</p>
      ) : (
        <FoldedLines lines={orders.items} isMore={orders.total > orders.items.length}>
          {(order) => <OrderLine key={order.orderId} order={order} />}
        </FoldedLines>
      )}
      {orders.total > orders.items.length && <p className="sm t2">{t('store.moreOrders')}</p>}
    </section>
  )
}

const holders = {
  EMPLOYEE: 'employee',
  EMPLOYER: 'employer',
  STORE: 'store',
  STAFF: 'staff',
  LESSOR: 'lessor',
} as const

function OrderLine({ order }: { order: StoreOrder }) {
  const t = useTexts('places')
  const desk = useTexts('desk')
  const { orderId, orderNumber, bike, companyName, status, days, awaited, due, isLate } = order
  return (
    <li>
      <p className={styles.name}>
        <Link to={pages.adminOrder} params={{ orderId }}>
          {orderNumber}
        </Link>
        <small>{[bike, companyName].filter(Boolean).join(', ')}</small>
      </p>
      <p className={styles.state}>
        {desk(`status.${status}`)}
        <small>{days === 0 ? t('store.today') : t('store.inStep', { count: days })}</small>
      </p>
      <p>{awaited && <StatusPill holder={holders[awaited]}>{t(`awaited.${awaited}`)}</StatusPill>}</p>
      <p className={`sm ${isLate ? styles.late : 't2'} ${styles.sum}`}>
        {due && (
          <span>
            {t(isLate ? 'store.late' : 'store.due')} <Day day={due} />
          </span>
        )}
      </p>
    </li>
  )
}
