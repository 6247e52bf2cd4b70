import { useId } from 'react'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { Day, Money, useEuros } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { brokerage } from '../contract.ts'

/** Whose day it is until which an offer or a reservation stands. */
const untilKeys: Partial<Record<Cost['step'], 'columns.expires' | 'cost.giverUntil'>> = {
  LISTED: 'columns.expires',
  RESERVED: 'cost.giverUntil',
}

type Cost = ReplyOf<typeof brokerage.cost>

/** Why somebody cannot take a bicycle that they are shown. */
export function NotNow({ unmet }: Pick<Cost, 'unmet'>) {
  const t = useTexts('brokerage')
  return (
    <Note kind="warn">
      <p>
        <b>{t('cost.notNow')}</b> <span>{unmet.map((guard) => t(`guards.${guard}`)).join(' ')}</span>
      </p>
    </Note>
  )
}

/** Everything that the bicycle costs whoever takes it over, before they commit to it. */
export function TakerCost({ cost }: { cost: Cost }) {
  const t = useTexts('brokerage')
  const euros = useEuros()
  const id = useId()
  const whole =
    cost.wholeTo > cost.wholeFrom ? `${euros(cost.wholeFrom)}–${euros(cost.wholeTo)}` : euros(cost.wholeFrom)
  return (
    <section className="card stack-sm" aria-labelledby={id}>
      <h2 id={id}>{t('cost.title')}</h2>
      <p>
        <b className="fig">
          <Money euros={cost.instalment} />
        </b>{' '}
        {t('cost.fromPay', { count: cost.months })}
      </p>
      <Facts
        rows={[
          [
            t('cost.net'),
            cost.netPay === null ? t('cost.netDepends') : t('cost.netFalls', { sum: euros(cost.netPay) }),
          ],
          [t('cost.from'), <Day key="f" day={cost.startsOn} />],
          [t('cost.last'), <Day key="e" day={cost.lastDay} />],
          [t('cost.left'), <Money key="l" euros={cost.left} />],
          [t('cost.residual'), <Money key="r" euros={cost.residual} />],
          [t('cost.tax'), cost.mostTax ? t('cost.upTo', { most: euros(cost.mostTax) }) : null],
          [t('cost.whole'), <b key="w">{whole}</b>],
          [t('cost.age'), t('cost.months', { count: cost.ageMonths })],
          [t('cost.worth'), t('cost.estimate', { sum: euros(cost.worth) })],
          [t('cost.seller'), cost.sellerName],
          [t(untilKeys[cost.step] ?? 'cost.until'), cost.until && <Day key="u" day={cost.until} />],
        ]}
      />
      <p className="sm t2">{t('cost.note')}</p>
    </section>
  )
}
