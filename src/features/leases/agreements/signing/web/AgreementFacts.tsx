import type { ReactNode } from 'react'
import type { OrderViewType, PriceCardType } from '#features/orders/orders/shapes.ts'
import { fairValues } from '#features/pricing/leasing/fair-value-contract.ts'
import { endTaxOf } from '#features/pricing/leasing/fair-values.ts'
import { formatEuros } from '#platform/values/money.ts'
import { useApi } from '#platform/web/api/api.ts'
import { useEuros } from '#platform/web/table/Amounts.tsx'
import { type Texts, useLanguage, useTexts } from '#platform/web/words/i18n.ts'
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

/** What it costs, for how long, what it is in pay and tax, who pays, and how it ends. */
function priceRows(card: PriceCardType, t: Texts, euros: (amount: number) => string): Row[] {
  const { excess, instalment, lastInstalment, leaseTimeMonths, adminFee, benefitModel } = card
  const shares = { instalment: euros(instalment), last: euros(lastInstalment), fee: euros(adminFee) }
  return [
    [t('facts.total'), euros(card.totalAmount)],
    ...(excess > 0 ? [[t('facts.excess'), euros(excess)] as Row] : []),
    [t('facts.term'), t('facts.termText', { count: leaseTimeMonths })],
    [t('facts.instalment'), t('facts.instalmentText', shares)],
    [t('facts.benefit'), t(`facts.benefits.${card.taxRegime}`, { value: euros(card.monthlyTaxValue) })],
    [
      t('facts.payer'),
      adminFee > 0
        ? `${t(`facts.payers.${benefitModel}`, shares)} ${t('facts.payerFee', shares)}`
        : t(`facts.payers.${benefitModel}`, shares),
    ],
    [t('facts.ends'), t('facts.endsText', { residual: euros(card.residual) })],
    [t('facts.toOwn'), euros(card.totalToOwn)],
  ]
}

/** What one is about to sign: the lines of the agreement that matter, before its whole text. */
export function AgreementFacts({
  order,
  agreement,
}: {
  order: OrderViewType
  agreement: NonNullable<OrderViewType['agreement']>
}) {
  const t = useTexts('signing')
  const { bike, priceCard, accessories } = order
  const euros = useEuros()
  const endTax = useEndTaxRow(priceCard)
  const name = bike ? `${bike.brand} ${bike.model}` : ''
  const details = [bike?.frameSize, bike?.colour, ...accessories.map((one) => one.name)].filter(Boolean).join(', ')
  const { firstName, lastName } = order.employee
  const rows: Row[] = [
    [t('facts.agreement'), agreement.agreementNumber],
    [t('facts.parties'), `${firstName} ${lastName}, ${order.companyName}, ${agreement.leasingCompany}`],
    [t('facts.bike'), details ? `${name} (${details})` : name],
    ...(priceCard ? priceRows(priceCard, t, euros) : []),
    ...endTax,
  ]
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
