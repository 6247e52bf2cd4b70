import type { ReactNode } from 'react'
import type { OrderViewType } from '#features/orders/shapes.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Signing.module.css'

/** What one is about to sign, in the figures that matter. */
export function AgreementFacts({
  order,
  agreement,
}: {
  order: OrderViewType
  agreement: NonNullable<OrderViewType['agreement']>
}) {
  const t = useTexts('signing')
  const { bike, priceCard, accessories } = order
  const name = bike ? `${bike.brand} ${bike.model}` : ''
  const details = [bike?.frameSize, bike?.colour, ...accessories.map((one) => one.name)].filter(Boolean).join(', ')
  const rows: [string, ReactNode][] = [
    [t('facts.agreement'), <span key="number">{agreement.agreementNumber}</span>],
    [t('facts.bike'), details ? `${name} (${details})` : name],
    [t('facts.parties'), `${order.companyName}, ${agreement.leasingCompany}`],
  ]
  if (priceCard)
    rows.push(
      [t('facts.total'), <Money key="total" euros={priceCard.totalAmount} />],
      ...(priceCard.excess > 0
        ? [[t('facts.excess'), <Money key="excess" euros={priceCard.excess} />] as [string, ReactNode]]
        : []),
      [t('facts.instalment'), <Money key="instalment" euros={priceCard.instalment} />],
      [t('facts.term'), t('facts.months', { count: priceCard.leaseTimeMonths })],
      [t('facts.residual'), <Money key="residual" euros={priceCard.residual} />],
      [t('facts.toOwn'), <Money key="own" euros={priceCard.totalToOwn} />],
    )
  return (
    <dl className={styles.facts}>
      {rows.map(([key, value]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
