import styles from './DataTable.module.css'
import { cellClass } from './TableRow.tsx'
import type { Column, SortState } from './table-types.ts'

const ariaSort = (sort: SortState | undefined, by: string | undefined) => {
  if (!by || sort?.by !== by) return undefined
  return sort.descending ? 'descending' : 'ascending'
}

/** The head of a column, by which the list may be sorted. */
export function HeadCell<Row>({
  column,
  sort,
  press,
}: {
  column: Column<Row>
  sort?: SortState | undefined
  press: () => void
}) {
  const sorted = ariaSort(sort, column.sort)
  const arrow = sorted === 'ascending' ? ' ↑' : sorted === 'descending' ? ' ↓' : ''
  return (
    <th scope="col" className={cellClass(column)} aria-sort={sorted}>
      {column.sort ? (
        <button type="button" className={styles.sort} onClick={press}>
          {column.title}
          <span aria-hidden="true">{arrow}</span>
        </button>
      ) : (
        column.title
      )}
    </th>
  )
}
