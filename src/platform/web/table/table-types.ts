import type { ReactNode } from 'react'
import type { EndpointSpec, QueryOf } from '#platform/contract/contract.ts'
import type { Answer, GivenAddress } from '#platform/web/api/api.ts'
import type { RowIn, Rows } from '#platform/web/api/envelope.ts'
import type { IllustrationName } from '#platform/web/parts/Illustration.tsx'

export interface Column<Row> {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** The server's name for sorting by this column; without it the column does not sort. */
  sort?: string
  /** Figures stand right. */
  align?: 'right'
  /** A sentence, which breaks into lines where it would push the other columns out of sight. */
  sentence?: true
  /** The reader may hide it; `'hidden'` starts hidden. */
  choice?: boolean | 'hidden'
  /** Stands on the tinted strip (columns that payroll imports). */
  band?: boolean
  /** Left out of the card on a phone. */
  tableOnly?: boolean
  /** Read out with the row's opener, where the first column alone repeats from row to row: plain text, no control. */
  inName?: true
}

export interface Filter {
  /** The query key of the endpoint. */
  name: string
  label: string
  /** Choices; the first choice "all" is added. A filter without options is a day. */
  options?: readonly { value: string; label: string }[]
  kind?: 'select' | 'day'
}

export interface SortState {
  by: string
  descending: boolean
}

export interface Selection<Row> {
  /** The bulk bar: buttons for the chosen rows. Call `clear` when done. */
  actions: (rows: readonly Row[], clear: () => void) => ReactNode
  /** What the act will set for everyone. */
  text?: ReactNode
  /** The accessible name of a row's box. */
  labelOf: (row: Row) => string
}

/** A heading above the rows that belong together; the rows come in the order of their groups. */
export interface Group {
  key: string
  title: string
  /** Stands out: what is late. */
  isUrgent?: boolean
}

export interface Panel<Row> {
  title: (row: Row) => ReactNode
  above?: (row: Row) => ReactNode
  content: (row: Row, close: () => void) => ReactNode
  /** The list answers `id` with that row alone, so that a link opens a row that stands on another page. */
  byId?: true
}

export type RowOf<E extends EndpointSpec> = RowIn<Answer<E>>

export interface DataTableProps<E extends EndpointSpec, Row = RowOf<E>> {
  /** The list endpoint. */
  from: E
  /** Its params, where it has some. */
  params?: GivenAddress<E> extends { params: infer P } ? P : undefined
  /** Query values that the reader cannot change. */
  query?: Partial<QueryOf<E>>
  /** Values of the query that say how the list is shown, and that a file of it does not take. */
  alsoQuery?: object | undefined
  /** How to read an envelope that is not one of the usual ones. */
  read?: (reply: Answer<E>) => Rows<Row>
  rowKey: (row: Row) => string
  columns: readonly Column<Row>[]
  /** The accessible name of the table. */
  label: string
  /** The query key of the search box and its placeholder. */
  search?: { name: string; hint: string }
  filters?: readonly Filter[]
  /** Filters of the page's own making, beside the others. */
  moreFilters?: ReactNode
  /** What `moreFilters` puts into the address: counted and cleared with the rest. */
  moreNames?: readonly string[] | undefined
  /** Query keys of paging; false for lists that are not paged. */
  paging?: { page: string; limit: string; size: number } | false
  firstSort?: SortState
  /** How a sorting travels; by default `sort=name` or `sort=-name`. */
  sortQuery?: (sort: SortState) => Record<string, string>
  density?: 'comfortable' | 'dense'
  /** False keeps the table a table on phones (reports); it then scrolls inside its frame. */
  cards?: boolean
  selection?: Selection<Row>
  /** The group of a row. */
  groupOf?: ((row: Row) => Group) | undefined
  /** A row opens this beside the list; which one is open stands in the address. */
  panel?: Panel<Row>
  /** A row leads to this address instead. */
  href?: (row: Row) => string
  /** The endpoint that gives the whole list as CSV or XLSX; it takes the list's own query and a `format`. */
  file?: EndpointSpec
  /** More controls in the bar. */
  controls?: ReactNode
  empty?: { text: ReactNode; act?: ReactNode; drawing?: IllustrationName }
  /** A total row. */
  foot?: ReactNode
  /** Comes before this table's names in the address when a page has two tables. */
  prefix?: string
}
