import { type MouseEvent, use } from 'react'
import { Checkbox } from '../controls/Checkbox.tsx'
import { Skeleton } from '../parts/Skeleton.tsx'
import { Link } from '../router/Link.tsx'
import { BroughtContext } from '../shell/OptionalBoundary.tsx'
import styles from './DataTable.module.css'
import type { Column } from './table-types.ts'

export const cellClass = <Row,>(column: Column<Row>) =>
  [
    column.align && styles.right,
    column.sentence && styles.sentence,
    column.band && styles.band,
    column.tableOnly && styles.tableOnly,
  ]
    .filter(Boolean)
    .join(' ')

interface RowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  /** Columns whose content is read out with the opener. */
  naming: readonly Column<Row>[]
  open: boolean
  onOpen: (() => void) | undefined
  href: string | undefined
  checked: boolean | undefined
  check: () => void
  checkLabel: string
}

/** The first cell opens its row, by a name that no other row has. */
function FirstCell<Row>({ row, columns, naming, href, onOpen }: Omit<RowProps<Row>, 'open' | `check${string}`>) {
  const content = (
    <>
      {columns[0]?.cell(row)}
      {naming.map((column) => (
        <span key={column.key} className="vh">
          , {column.cell(row)}
        </span>
      ))}
    </>
  )
  if (href) {
    return (
      <Link to={href} className={styles.opener}>
        {content}
      </Link>
    )
  }
  if (!onOpen) return <>{columns[0]?.cell(row)}</>
  return (
    <button type="button" className={styles.opener} onClick={onOpen}>
      {content}
    </button>
  )
}

/** The company of a row that names one. */
const companyOf = (row: unknown): string | undefined => {
  if (typeof row !== 'object' || row === null || !('companyId' in row)) return undefined
  return typeof row.companyId === 'string' ? row.companyId : undefined
}

export function TableRow<Row>(props: RowProps<Row>) {
  const { row, columns, open, onOpen, checked, check, checkLabel } = props
  const { Alike } = use(BroughtContext)
  // A list that shows every company's business id tells them apart by itself.
  const companyId = columns.some(({ key }) => key === 'businessId') ? undefined : companyOf(row)
  const onRow = (event: MouseEvent<HTMLTableRowElement>) => {
    const inControl = (event.target as HTMLElement).closest('a, button, input, label, select')
    if (!inControl) onOpen?.()
  }
  return (
    <tr
      className={onOpen ? styles.clickable : undefined}
      aria-selected={checked}
      data-open={open || undefined}
      onClick={onOpen ? onRow : undefined}
    >
      {checked !== undefined && (
        <td className={styles.check}>
          <Checkbox aria-label={checkLabel} checked={checked} onChange={check} />
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.key} className={cellClass(column)}>
          {index > 0 && <span className={styles.label}>{column.title}</span>}
          {index === 0 ? <FirstCell {...props} /> : column.cell(row)}
          {column.key === 'company' && Alike && companyId && <Alike companyId={companyId} />}
        </td>
      ))}
    </tr>
  )
}

export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  const widths = ['60%', '80%', '45%', '70%']
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are alike and never move.
    <tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton cells are alike and never move.
        <td key={column}>
          <Skeleton width={widths[(row + column) % widths.length] ?? '60%'} />
        </td>
      ))}
    </tr>
  ))
}
