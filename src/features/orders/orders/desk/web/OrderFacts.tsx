import type { ReactNode } from 'react'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { pages } from '#platform/contract/pages.ts'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { formatPhone } from '#platform/web/words/formats.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { CodeReveal } from './CodeReveal.tsx'

const words = (parts: readonly (string | null | undefined)[], between: string) => parts.filter(Boolean).join(between)

/** Where the bicycle is sold: the staff order it there. */
function ProductLink({ link }: { link: string }) {
  const address = /^https?:/i.test(link) ? link : `https://${link}`
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" style={{ overflowWrap: 'anywhere' }}>
      {link}
    </a>
  )
}

/** Who orders what from whom, at what price. */
export function OrderFacts({ order }: { order: OrderViewType }) {
  const t = useTexts('desk')
  const { bike, bikeStore, priceCard, agreement, employee } = order
  const online = order.isOnlineOrder ? `(${t('facts.online')})` : null
  const day = (value: string | null) => value && <Day day={value} />
  const rows: [string, ReactNode][] = [
    [t('facts.person'), words([`${employee.firstName} ${employee.lastName}`, employee.employeeNumber], ', ')],
    [
      t('facts.company'),
      <Link key="company" to={pages.adminCompany} params={{ companyId: order.companyId }}>
        {order.companyName}
      </Link>,
    ],
    [t('facts.bike'), bike && words([bike.brand, bike.model, bike.frameSize, bike.colour], ' ')],
    [t('facts.accessories'), order.accessories.map(({ name }) => name).join(', ')],
    [t('facts.store'), bikeStore && words([bikeStore.storeName, online], ' ')],
    [t('facts.link'), bike?.productLink && <ProductLink link={bike.productLink} />],
    [t('facts.storePhone'), bikeStore?.phone && formatPhone(bikeStore.phone)],
    [t('facts.deliveryAddress'), order.deliveryAddress],
    [t('facts.storeOrderNumber'), order.bikeStoreOrderNumber],
    [t('facts.total'), order.totalAmount !== null && <Money euros={order.totalAmount} />],
    [
      t('facts.excess'),
      priceCard && priceCard.excess > 0 && (
        <>
          <Money euros={priceCard.excess} />
          {order.owesExcess && <span>, {t('facts.excessUnpaid')}</span>}
        </>
      ),
    ],
    [
      t('facts.instalment'),
      priceCard && (
        <>
          <Money euros={priceCard.instalment} /> × {priceCard.leaseTimeMonths}
        </>
      ),
    ],
    [t('facts.lessor'), agreement?.leasingCompany],
    [t('facts.commitment'), day(order.commitmentDate)],
    [t('facts.start'), day(order.startDay)],
    [t('facts.code'), order.hasSecurityCode && <CodeReveal orderId={order.orderId} />],
  ]
  return (
    <section>
      <h3>{t('facts.title')}</h3>
      <Facts rows={rows} />
    </section>
  )
}
