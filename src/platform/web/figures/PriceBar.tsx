import type { ReactNode } from 'react'
import { type Cents, sumCents } from '#platform/values/money.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import styles from './PriceBar.module.css'

/** 1 bike, 2 second bike part, 3 financing, 4 insurance and service, 5 other; 6 is for what is possible, not certain. */
export type ChartColour = 1 | 2 | 3 | 4 | 5 | 6

export interface PricePart {
  key: string
  name: ReactNode
  /** A plain explanation below the name. */
  note?: ReactNode
  cents: Cents
  colour: ChartColour
}

interface Props {
  parts: readonly PricePart[]
  totalLabel: ReactNode
  /** What may come on top: hatched in the bar and in a strip of its own. */
  possible?: { label: ReactNode; cents: Cents; note?: ReactNode }
}

const weight = (cents: Cents) => ({ flexGrow: Math.max(cents, 1), flexBasis: 0 })

/** The whole price as one stacked bar with its legend and its sum; the rows are the bar's text equivalent. */
export function PriceBar({ parts, totalLabel, possible }: Props) {
  return (
    <div>
      <div className={styles.bar} aria-hidden="true">
        {parts.map((part) => (
          <span key={part.key} style={{ ...weight(part.cents), background: `var(--chart-${part.colour})` }} />
        ))}
        {possible && <span className={styles.hatched} style={weight(possible.cents)} />}
      </div>
      <dl className={styles.rows}>
        {parts.map((part) => (
          <div key={part.key}>
            <dt>
              <span
                className={styles.swatch}
                style={{ background: `var(--chart-${part.colour})` }}
                aria-hidden="true"
              />
              {part.name}
              {part.note && <small>{part.note}</small>}
            </dt>
            <dd>
              <Money cents={part.cents} />
            </dd>
          </div>
        ))}
        <div className={styles.sum}>
          <dt>{totalLabel}</dt>
          <dd>
            <Money cents={sumCents(parts.map(({ cents }) => cents))} />
          </dd>
        </div>
      </dl>
      {possible && (
        <dl className={`sunk ${styles.rows}`}>
          <div className={styles.possible}>
            <dt>
              <span className={`${styles.swatch} ${styles.hatched}`} aria-hidden="true" />
              {possible.label}
              {possible.note && <small>{possible.note}</small>}
            </dt>
            <dd>
              <Money cents={possible.cents} />
            </dd>
          </div>
        </dl>
      )}
    </div>
  )
}
