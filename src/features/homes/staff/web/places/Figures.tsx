import type { ReactNode } from 'react'
import type { places } from '#features/operations/places/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Figures.module.css'

/** A few figures of a place beside each other. */
export function Figures({ children }: { children: ReactNode }) {
  const t = useTexts('places')
  return (
    <section aria-label={t('figures.title')}>
      <dl className={styles.figures}>{children}</dl>
    </section>
  )
}

/** A figure, what it is called, and what is to be known beside it. */
export function Figure({ name, value, children }: { name: string; value: ReactNode; children?: ReactNode }) {
  return (
    <div className={`card ${styles.figure}`}>
      <dt className="sm t2">{name}</dt>
      <dd>
        <b className="n">{value}</b>
        {children && <small className="t2">{children}</small>}
      </dd>
    </div>
  )
}

type OpenBills = NonNullable<ReplyOf<typeof places.store>['money']>

/** What is open between the service and somebody, each way; what nobody owes is left out. */
export function OpenMoney({ money }: { money: OpenBills }) {
  const t = useTexts('places')
  const { payable, payableDue, receivable, receivableDue, disputed } = money
  const ways = [
    { key: 'payable', open: payable, due: payableDue },
    { key: 'receivable', open: receivable, due: receivableDue },
  ] as const
  return (
    <>
      {ways
        .filter(({ key, open }) => key === 'payable' || open !== 0)
        .map(({ key, open, due }) => (
          <Figure key={key} name={t(`figures.${key}`)} value={<Money euros={open} />}>
            {due === 0 ? (
              <span>{t('figures.nothingDue')}</span>
            ) : (
              <span>
                {t('figures.dueOf')} <Money euros={due} />
              </span>
            )}
            {key === 'payable' && disputed > 0 && <span>{`, ${t('figures.disputed', { count: disputed })}`}</span>}
          </Figure>
        ))}
    </>
  )
}
