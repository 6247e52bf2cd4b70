import type { ReactNode } from 'react'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { fairValues } from '#features/pricing/leasing/fair-value-contract.ts'
import { endTaxOf } from '#features/pricing/leasing/fair-values.ts'
import { formatEuros } from '#platform/values/money.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import styles from './Signing.module.css'

type Row = [string, ReactNode]

/** The range of the tax at the end, once the estimate of values is there. */
function useEndTaxRow(card: OrderViewType['priceCard']): Row[] {
  const t = useTexts('signing')
  const language = useLanguage()
  const { data } = useApi(fairValues.get, {})
  const most = data && card ? endTaxOf(card, data).mostCents : 0
  return most > 0 ? [[t('facts.endTax'), `0–${formatEuros(most, language)}`]] : []
}

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
  const endTax = useEndTaxRow(priceCard)
  const name = bike ? `${bike.brand} ${bike.model}` : ''
  const details = [bike?.frameSize, bike?.colour, ...accessories.map((one) => one.name)].filter(Boolean).join(', ')
  const rows: Row[] = [
    [t('facts.agreement'), <span key="number">{agreement.agreementNumber}</span>],
    [t('facts.bike'), details ? `${name} (${details})` : name],
    [t('facts.parties'), `${order.companyName}, ${agreement.leasingCompany}`],
  ]
  if (priceCard)
    rows.push(
      [t('facts.total'), <Money key="total" euros={priceCard.totalAmount} />],
      ...(priceCard.excess > 0 ? [[t('facts.excess'), <Money key="excess" euros={priceCard.excess} />] as Row] : []),
      [t('facts.instalment'), <Money key="instalment" euros={priceCard.instalment} />],
      [t('facts.term'), t('facts.months', { count: priceCard.leaseTimeMonths })],
      [t('facts.residual'), <Money key="residual" euros={priceCard.residual} />],
      [t('facts.toOwn'), <Money key="own" euros={priceCard.totalToOwn} />],
      ...endTax,
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
