import type { ReactNode } from 'react'
import { isNetCostCertain } from '#features/orders/orders/rules/net-cost.ts'
import type { Viewer } from '#features/orders/orders/rules/stage.ts'
import type { PriceCardType } from '#features/orders/orders/shapes.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { PriceBar, type PricePart } from '#platform/web/figures/PriceBar.tsx'
import { useBrand } from '#platform/web/shell/brand.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { formatPercent } from '#platform/web/words/formats.ts'
import { type Texts, useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import styles from '../Orders.module.css'
import { calculatorAddress } from './calculator-address.ts'
import { EndTax, useEndTax } from './EndTax.tsx'
import { Fact } from './Fact.tsx'

interface Props {
  card: PriceCardType
  title: string
  /** What the bike's row is called: its name, or "Pyörä" while it is being chosen. */
  bike: string
  accessories?: readonly string[]
  /** Beside the heading: when the price was fixed. */
  aside?: ReactNode
  viewer?: Viewer
}

function partsOf(t: Texts, card: PriceCardType, bike: string, accessories: readonly string[]): PricePart[] {
  const cents = centsFromEuros
  return [
    { key: 'bike', name: bike, cents: cents(card.bikePrice), colour: 1 },
    {
      key: 'accessories',
      name: t('price.accessories'),
      note: accessories.join(', '),
      cents: cents(card.accessoriesPrice),
      colour: 2,
    },
    {
      key: 'insurance',
      name: t('price.insurance'),
      note: t('price.insuranceNote'),
      cents: cents(card.insurance),
      colour: 4,
    },
    {
      key: 'service',
      name: t(card.hasService ? 'price.service' : 'price.serviceFee'),
      note: t('price.serviceNote'),
      cents: cents(card.service),
      colour: 5,
    },
    {
      key: 'financing',
      name: t('price.financing'),
      note: t('price.financingNote'),
      cents: cents(card.financing),
      colour: 3,
    },
  ]
}

/** Everything that a bike costs until it is one's own, with the same bike bought oneself beside it. */
export function PriceCard({ card, title, bike, accessories = [], aside, viewer = 'EMPLOYEE' }: Props) {
  const t = useTexts('orders')
  const rows = partsOf(t, card, bike, accessories)
  return (
    <section className="card">
      <div className={styles.cardHead}>
        <h2>{title}</h2>
        {aside && <span className="sm t2">{aside}</span>}
      </div>
      {viewer === 'EMPLOYEE' && isNetCostCertain(card) && (
        <p className={`${styles.gap} ${styles.monthly}`}>
          <b className="fig">
            <Money euros={card.instalment} />
          </b>{' '}
          <span>{t('price.net')}</span>
        </p>
      )}
      <PriceBar parts={rows.filter((row) => row.cents > 0)} totalLabel={t('price.total')} />
      <EndTax card={card} viewer={viewer} />
      <dl className={styles.facts}>
        {card.excess > 0 && (
          <Fact name={t(viewer === 'EMPLOYEE' ? 'price.excess' : 'price.excessEmployer')}>
            <Money euros={card.excess} />
          </Fact>
        )}
        <Fact name={t('price.instalment')}>
          <Money euros={card.instalment} />
        </Fact>
        <Fact name={t('price.term')}>{t('price.months', { count: card.leaseTimeMonths })}</Fact>
        <Fact name={t('price.residual')}>
          <Money euros={card.residual} />
        </Fact>
        <Fact name={t('price.tax')}>{t(`regime.${card.taxRegime}.name`)}</Fact>
      </dl>
      {viewer === 'EMPLOYEE' && <BuyYourself card={card} />}
      <Explained card={card} viewer={viewer} />
    </section>
  )
}

/** The same bike paid at the counter, with insurance and service for as long. */
function BuyYourself({ card }: { card: PriceCardType }) {
  const t = useTexts('orders')
  const upkeep = centsFromEuros(card.insurance) + centsFromEuros(card.service)
  return (
    <div className={`sunk ${styles.compare}`}>
      <h3>{t('price.buy.title')}</h3>
      <dl className="sm">
        <div>
          <dt>{t('price.buy.counter')}</dt>
          <dd>
            <Money euros={card.totalAmount} />
          </dd>
        </div>
        <div>
          <dt>
            {t(card.hasService ? 'price.buy.upkeep' : 'price.buy.insuranceAndFee', { count: card.leaseTimeMonths })}
          </dt>
          <dd>
            <Money cents={upkeep} />
          </dd>
        </div>
        <div>
          <dt>
            <b>{t('price.buy.total')}</b>
          </dt>
          <dd>
            <b>
              <Money cents={centsFromEuros(card.totalAmount) + upkeep} />
            </b>
          </dd>
        </div>
      </dl>
      <Compared card={card} buyCents={centsFromEuros(card.totalAmount) + upkeep} />
    </div>
  )
}

/** The difference to buying in words where it is certain, and the calculator with everything filled in. */
function Compared({ card, buyCents }: { card: PriceCardType; buyCents: number }) {
  const t = useTexts('orders')
  const language = useLanguage()
  const isCertain = isNetCostCertain(card)
  const most = useEndTax(card)?.mostCents ?? 0
  const difference = centsFromEuros(card.totalToOwn) + centsFromEuros(card.excess) - buyCents
  const compared = difference > 0 ? 'more' : difference < 0 ? 'less' : 'same'
  return (
    <p className="sm t2">
      {isCertain && <b>{t(`price.buy.${compared}`, { sum: formatEuros(Math.abs(difference), language) })} </b>}
      {!isCertain && <span>{t('price.buy.note')} </span>}
      {most > 0 && <span>{t('price.buy.endTax', { most: formatEuros(most, language) })} </span>}
      <a href={calculatorAddress(card, language)}>{t(isCertain ? 'price.buy.open' : 'price.buy.calculator')}</a>
    </p>
  )
}

/** By how much the bike may be worth more than its redemption, by the operator's estimate. */
function FairValue({ card }: { card: PriceCardType }) {
  const t = useTexts('orders')
  const tax = useEndTax(card)
  if (!tax) return null
  return (
    <>
      {t('price.fairValue')} <Money cents={tax.taxableCents} />.{' '}
      {tax.mostCents > 0 && <span>{t('price.endTax.range')}</span>}
    </>
  )
}

function Explained({ card, viewer }: { card: PriceCardType; viewer: Viewer }) {
  const t = useTexts('orders')
  const language = useLanguage()
  const { name } = useBrand()
  return (
    <details className={styles.explained}>
      <summary>{t('price.how')}</summary>
      <div className="stack-md sm t2">
        <p>
          {t(`${viewer === 'EMPLOYEE' ? 'model' : 'modelEmployer'}.${card.benefitModel}`)}{' '}
          {t(`regime.${card.taxRegime}.text`)}
        </p>
        {card.excess > 0 && <p>{t('price.excessNote')}</p>}
        <p>
          {t('price.taxValue')} <Money euros={card.monthlyTaxValue} />.{' '}
          {card.lastInstalment !== card.instalment && (
            <span>
              {t('price.lastInstalment')} <Money euros={card.lastInstalment} />.
            </span>
          )}
        </p>
        <p>
          {t(viewer === 'EMPLOYEE' ? 'price.residualNote' : 'price.residualEmployer')} <Money euros={card.residual} />.{' '}
          <FairValue card={card} />
        </p>
        {viewer === 'EMPLOYER' && (
          <p>
            {t('price.adminFee', { name })} <Money euros={card.adminFee} />.
          </p>
        )}
        <p>
          {t('price.vat', { percent: formatPercent(card.vatPercent, language) })} {t('price.day')}{' '}
          <Day day={card.day} />.{card.campaignApplied && <span> {t('price.campaign')}</span>}
        </p>
      </div>
    </details>
  )
}
