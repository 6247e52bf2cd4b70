import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Places.module.css'

/** So many lines stand open; one or two more are not worth a fold. */
const OPEN = 8
const OPEN_MAX = 10

/** The first lines of a list, and the others behind a fold: a company has many of everything. */
export function FoldedLines<Line>({
  lines,
  isMore = false,
  children,
}: {
  lines: readonly Line[]
  /** There are others behind them: what stands is no total. */
  isMore?: boolean
  children: (line: Line) => ReactNode
}) {
  const t = useTexts('places')
  const open = lines.length > OPEN_MAX ? OPEN : lines.length
  const rest = lines.slice(open)
  return (
    <ul className={styles.lines}>
      {lines.slice(0, open).map(children)}
      {rest.length > 0 && (
        <li className={styles.more}>
          <details>
            <summary className="sm">{t(isMore ? 'moreOfMany' : 'more', { count: rest.length })}</summary>
            <ul className={styles.lines}>{rest.map(children)}</ul>
          </details>
        </li>
      )}
    </ul>
  )
}
