import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Books.module.css'

/** The names of columns that such a table may have; those of balances stand apart from the columns of files. */
type ColumnName =
  | 'direction'
  | 'rate'
  | 'net'
  | 'vat'
  | 'account'
  | 'ledger'
  | 'open'
  | 'difference'
  | 'kind'
  | 'compared'
  | 'age'
  | 'count'
  | 'code'
  | 'debit'
  | 'credit'
  | 'opening'
  | 'closing'
  | 'day'
  | 'statement'
  | 'explained'
  | 'box'
  | 'amount'
  | 'late'
  | 'period'
  | 'days'
  | 'yearly'
  | 'referenceRate'
  | 'half'
  | 'source'
  | 'entered'
  | 'week'
  | 'dueIn'
  | 'dueOut'
  | 'onItsWay'
  | 'month'
  | 'sales'
  | 'deducted'
  | 'toPay'

interface FiguresProps {
  readonly title: string
  readonly empty?: string
  /** Keys of the columns' names. */
  readonly columns: readonly ColumnName[]
  /** From this column on the cells are figures. */
  readonly amountsFrom: number
  /** Lets the first column break into lines, in a narrow place. */
  readonly wraps?: boolean
  /** Stands under a heading that says the same. */
  readonly isBare?: boolean
  readonly rows: readonly (readonly ReactNode[])[]
}

/** A small table of figures under its heading. */
export function Figures({ title, empty, columns, amountsFrom, rows, wraps = false, isBare = false }: FiguresProps) {
  const t = useTexts('bookkeeping')
  return (
    <section className="stack-md">
      {!isBare && <h2>{title}</h2>}
      {rows.length === 0 && empty ? (
        <p className="t2">{empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls sideways has to be reachable by keyboard.
        <section className={wraps ? `${styles.frame} ${styles.wraps}` : styles.frame} aria-label={title} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {columns.map((key, index) => (
                  <th key={key} scope="col" className={index >= amountsFrom ? styles.amount : undefined}>
                    {t(`columns.${key}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other name and never move.
                <tr key={at}>
                  {cells.map((cell, index) => (
                    <td key={columns[index]} className={index >= amountsFrom ? styles.amount : undefined}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}
