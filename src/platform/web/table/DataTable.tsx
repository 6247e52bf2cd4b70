import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { memo, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { isApiError } from '../api/api.ts'
import { ErrorFace } from '../api/Loaded.tsx'
import { Button } from '../controls/Button.tsx'
import { Checkbox } from '../controls/Checkbox.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { useAddressState } from '../router/address-state.ts'
import { inTurn } from '../shell/in-turn.ts'
import { LaterPart } from '../shell/LaterPart.tsx'
import { BroughtContext } from '../shell/OptionalBoundary.tsx'
import { useTexts } from '../words/i18n.ts'
import styles from './DataTable.module.css'
import { ExportChoice } from './ExportChoice.tsx'
import { type GroupOfRows, GroupRow, groupsOf, inGroups } from './GroupRow.tsx'
import { HeadCell } from './HeadCell.tsx'
import { sheetOf } from './list-sheet.ts'
import { SidePanel } from './SidePanel.tsx'
import { ColumnChoice, DayFilters, FilterField, Fold, RowCount, SearchBox } from './TableBar.tsx'
import { SkeletonRows, TableRow } from './TableRow.tsx'
import type { Column, DataTableProps, Filter, RowOf } from './table-types.ts'
import { useColumns } from './use-columns.ts'
import { useFitting } from './use-fitting.ts'
import { useRowFocus } from './use-row-focus.ts'
import { nextSort, type Table, useTable } from './use-table.ts'

export type { Column } from './table-types.ts'

type Drawn<E extends EndpointSpec, Row> = { props: DataTableProps<E, Row>; table: Table<E, Row> }

function Pages<E extends EndpointSpec, Row>({ table }: { table: Table<E, Row> }) {
  const t = useTexts()
  if (!table.paging || !table.page) return null
  const pages = Math.max(1, Math.ceil(table.page.total / table.paging.size))
  if (pages <= 1) return null
  const go = (page: number) => table.setParams({ page: page === 1 ? null : String(page) })
  return (
    <nav className={styles.pages} aria-label={t('table.pages')}>
      <Button
        size="sm"
        disabled={table.pageNumber <= 1}
        leftSection={<IconChevronLeft size={16} aria-hidden="true" />}
        onClick={() => go(table.pageNumber - 1)}
      >
        {t('table.previous')}
      </Button>
      <span className="sm t2 n">{t('table.page', { page: table.pageNumber, pages })}</span>
      <Button
        size="sm"
        disabled={table.pageNumber >= pages && !table.page.isEstimate}
        rightSection={<IconChevronRight size={16} aria-hidden="true" />}
        onClick={() => go(table.pageNumber + 1)}
      >
        {t('table.next')}
      </Button>
    </nav>
  )
}

const hasOptions = ({ kind, options }: Filter) => kind !== 'day' && options !== undefined

/** A list that cannot be read. Asked for what it does not know, which only the address can name, it offers to forget that. */
function Failed<E extends EndpointSpec, Row>({ from }: Pick<Table<E, Row>, 'from'>) {
  const t = useTexts()
  const [address, setAddress] = useAddressState()
  const error = from.error!
  if (!isApiError(error, 'VALIDATION')) return <ErrorFace error={error} retry={from.refetch} busy={from.isFetching} />
  const asked = Object.keys(address).filter((name) => name !== 'tab')
  const clear = () => setAddress(Object.fromEntries(asked.map((name) => [name, null])))
  return (
    <div role="alert">
      <EmptyState drawing="luovutus" act={<Button onClick={clear}>{t('table.clear')}</Button>}>
        {t('table.unknownFilter')}
      </EmptyState>
    </div>
  )
}

/** What the frame around the page brings to its lists. */
function Tools<E extends EndpointSpec, Row>({ props, table }: Drawn<E, Row>) {
  const { ListTools } = use(BroughtContext)
  if (!ListTools || !table.page) return null
  const ids = table.page.rows.map(props.rowKey).filter((id) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id))
  return (
    <ListTools
      list={props.from.path}
      ids={ids}
      open={table.param('open')}
      readAt={table.from.dataUpdatedAt}
      size={table.paging ? table.paging.size : undefined}
      setSize={(size) => table.setParams({ rows: String(size), page: null })}
      sheet={props.file ? undefined : sheetOf(props, table)}
    />
  )
}

interface BarProps {
  choice: ReactNode
  reach: (how: 'focus' | 'open') => void
}

function Bar<E extends EndpointSpec, Row>({ props, table, choice, reach }: Drawn<E, Row> & BarProps) {
  const t = useTexts()
  const { page, paging, pageNumber } = table
  const filters = props.filters ?? []
  const names = [...filters.map(({ name }) => name), ...(props.moreNames ?? [])]
  const set = names.filter((name) => table.param(name)).length
  const narrowed = set > 0 || table.param('q')
  const clear = () => table.setFilters(Object.fromEntries(['q', ...names].map((name) => [name, null])))
  const choose = (name: string, value: string) => table.setFilters({ [name]: value })
  const first = paging ? (pageNumber - 1) * paging.size + 1 : 1
  const range = paging && page && page.rows.length > 0 ? ([first, first + page.rows.length - 1] as const) : undefined
  return (
    <div className={styles.bar} data-no-act>
      {props.search && (
        <SearchBox
          hint={props.search.hint}
          value={table.param('q')}
          search={(q) => table.setFilters({ q }, true)}
          isThere={page !== undefined && !table.from.isPlaceholderData}
          reach={reach}
        />
      )}
      <Fold isFolded={filters.length > 1 || !!props.moreFilters} count={set}>
        {filters.filter(hasOptions).map((filter) => (
          <FilterField
            key={filter.name}
            filter={filter}
            value={table.param(filter.name)}
            choose={(value) => choose(filter.name, value)}
          />
        ))}
        <DayFilters filters={filters.filter((filter) => !hasOptions(filter))} chosen={table.param} choose={choose} />
        {props.moreFilters}
      </Fold>
      {narrowed && (
        <Button variant="subtle" onClick={clear}>
          {t('table.clear')}
        </Button>
      )}
      {props.controls}
      {!props.prefix && <Tools props={props} table={table} />}
      <span className={styles.end}>
        {page && <RowCount total={page.total} isEstimate={page.isEstimate} {...(range ? { range } : {})} />}
        {choice}
        {props.file && (
          <ExportChoice
            file={props.file}
            params={props.params as Record<string, unknown> | undefined}
            query={table.filterQuery}
          />
        )}
      </span>
    </div>
  )
}

interface Choosing<Row> {
  readonly picked: readonly Row[]
  readonly has: (key: string) => boolean
  readonly check: (key: string) => void
  readonly checkAll: () => void
  /** Chooses rows that belong together, or lets them go when all of them are chosen. */
  readonly checkMany: (keys: readonly string[]) => void
  readonly clear: () => void
}

/** The rows that are chosen for an action on several. */
function useChoosing<Row>(rows: readonly Row[], rowKey: (row: Row) => string): Choosing<Row> {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const picked = rows.filter((row) => chosen.has(rowKey(row)))
  return {
    picked,
    has: (key) => chosen.has(key),
    check: (key) => setChosen((now) => new Set(now.has(key) ? [...now].filter((k) => k !== key) : [...now, key])),
    checkAll: () => setChosen(picked.length === rows.length ? new Set() : new Set(rows.map(rowKey))),
    checkMany: (keys) =>
      setChosen((now) => {
        const others = [...now].filter((key) => !keys.includes(key))
        return new Set(keys.every((key) => now.has(key)) ? others : [...others, ...keys])
      }),
    clear: () => setChosen(new Set()),
  }
}

interface BodyProps<E extends EndpointSpec, Row> extends Drawn<E, Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  choosing: Choosing<Row>
  /** The groups by the key of their first row. */
  groups: ReadonlyMap<string, GroupOfRows>
}

/** The table's head, with the box that chooses all rows. */
function Head<E extends EndpointSpec, Row>({ props, table, columns, rows, choosing }: BodyProps<E, Row>) {
  const t = useTexts()
  const { picked, checkAll } = choosing
  return (
    <thead>
      <tr>
        {props.selection && (
          <th scope="col">
            <Checkbox
              aria-label={t('table.chooseAll')}
              checked={rows.length > 0 && picked.length === rows.length}
              indeterminate={picked.length > 0 && picked.length < rows.length}
              onChange={checkAll}
            />
          </th>
        )}
        {columns.map((column) => (
          <HeadCell
            key={column.key}
            column={column}
            sort={table.sort}
            press={() => table.setFilters({ sort: nextSort(table.sort, column.sort ?? '') })}
          />
        ))}
      </tr>
    </thead>
  )
}

/** As many rows as are drawn in one go: a screen or two of them. */
const ROWS_OF_PART = 15

/** The rows in parts, of which one more is drawn each time that the page has come to rest. */
function useParts<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const [drawn, setDrawn] = useState(1)
  const parts = useMemo(
    () =>
      Array.from({ length: Math.ceil(rows.length / ROWS_OF_PART) }, (_, part) =>
        rows.slice(part * ROWS_OF_PART, (part + 1) * ROWS_OF_PART),
      ),
    [rows],
  )
  const isWhole = parts.length <= drawn
  useEffect(() => (isWhole ? undefined : inTurn(() => setDrawn(drawn + 1))), [drawn, isWhole])
  return isWhole ? parts : parts.slice(0, drawn)
}

function RowsOfPart<E extends EndpointSpec, Row>({
  props,
  table,
  columns,
  rows,
  choosing,
  groups,
}: BodyProps<E, Row>): ReactNode {
  const naming = props.columns.filter(({ inName }) => inName)
  return rows.flatMap((row) => {
    const key = props.rowKey(row)
    const group = groups.get(key)
    return [
      group && (
        <GroupRow
          key={`group ${group.key}`}
          group={group}
          width={columns.length}
          choosing={props.selection ? choosing : undefined}
        />
      ),
      <TableRow
        key={key}
        row={row}
        columns={columns}
        naming={naming}
        open={key === table.param('open')}
        onOpen={props.panel ? () => table.setParams({ open: key }) : undefined}
        href={props.href?.(row)}
        checked={props.selection ? choosing.has(key) : undefined}
        check={() => choosing.check(key)}
        checkLabel={props.selection?.labelOf(row) ?? ''}
      />,
    ]
  })
}

/** Drawn again when the table changes, not when a part comes after it. */
const Part = memo(RowsOfPart) as typeof RowsOfPart

/** The rows, or their skeleton until they have come. A long list stands with its first part, and the others follow. */
function Body<E extends EndpointSpec, Row>(drawn: BodyProps<E, Row>) {
  const { props, table, columns, rows } = drawn
  const width = columns.length + (props.selection ? 1 : 0)
  const size = table.paging ? Math.min(table.paging.size, 10) : 6
  return (
    <tbody>
      {!table.page && <SkeletonRows rows={size} columns={width} />}
      {useParts(rows).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is a place in the list, whatever rows stand there.
        <Part key={index} {...drawn} rows={part} />
      ))}
    </tbody>
  )
}

/** The frame that scrolls sideways, with the table. */
function Frame<E extends EndpointSpec, Row>(drawn: BodyProps<E, Row>) {
  const { props, table } = drawn
  const classes = [
    styles.table,
    (props.density ?? 'comfortable') === 'dense' && styles.dense,
    props.cards !== false && styles.cards,
  ]
  return (
    <section
      className={styles.frame}
      aria-label={props.label}
      aria-busy={table.from.isPlaceholderData}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls sideways has to be reachable by keyboard.
      tabIndex={0}
    >
      <table className={classes.filter(Boolean).join(' ')}>
        <caption className="vh">{props.label}</caption>
        <Head {...drawn} />
        <Body {...drawn} />
        {props.foot && <tfoot>{props.foot}</tfoot>}
      </table>
    </section>
  )
}

function BulkActions<E extends EndpointSpec, Row>({ props, choosing }: Pick<BodyProps<E, Row>, 'props' | 'choosing'>) {
  const t = useTexts()
  const { picked, clear } = choosing
  if (!props.selection || picked.length === 0) return null
  return (
    <section className={styles.bulk} aria-label={t('table.chosen')}>
      <b>{t('table.chosenCount', { count: picked.length })}</b>
      <p>{props.selection.text}</p>
      <span className={styles.actions}>{props.selection.actions(picked, clear)}</span>
    </section>
  )
}

/** The columns that are shown, as chosen and as there is room for them, and the choice among the optional ones. */
function useShownColumns<E extends EndpointSpec, Row>(
  place: { readonly current: HTMLElement | null },
  { props, table }: Drawn<E, Row>,
) {
  const { columns, hidden, toggle, optional, isChosen } = useColumns(props.from.path, props.columns)
  const isSplit = Boolean(table.opened && props.panel)
  // A report keeps its columns and scrolls.
  const isFixed = isChosen || props.cards === false
  const { fitting, away } = useFitting(place, columns, { isSplit, isFixed, rows: table.page?.rows ?? [] })
  const unseen = new Set([...hidden, ...away])
  const choice = optional.length > 0 && (
    <ColumnChoice columns={optional} hidden={unseen} toggle={(key) => toggle(key, unseen)} />
  )
  return { fitting, choice }
}

/**
 * A list of the server: paging, sorting, filters and search stand in the address; rows become cards on phones.
 * See docs/web-parts.md.
 */
export function DataTable<E extends EndpointSpec, Row = RowOf<E>>(props: DataTableProps<E, Row>) {
  const t = useTexts()
  const table = useTable(props)
  const rows = inGroups(table.page?.rows ?? [], props.groupOf)
  const { opened } = table
  const place = useRef<HTMLDivElement>(null)
  const { fitting, choice } = useShownColumns(place, { props, table })
  const focus = useRowFocus(place, rows)
  const close = () => {
    focus.leave()
    table.setParams({ open: null })
  }
  const choosing = useChoosing(rows, props.rowKey)
  const groups = groupsOf(rows, props)
  if (table.from.error && !table.page) return <Failed from={table.from} />
  const list = (
    <div>
      <Bar props={props} table={table} choice={choice} reach={focus.reach} />
      {table.page && rows.length === 0 ? (
        <EmptyState {...(props.empty?.drawing ? { drawing: props.empty.drawing } : {})} act={props.empty?.act}>
          {props.empty?.text ?? t('table.empty')}
        </EmptyState>
      ) : (
        <Frame props={props} table={table} columns={fitting} rows={rows} choosing={choosing} groups={groups} />
      )}
      <Pages table={table} />
      <BulkActions props={props} choosing={choosing} />
    </div>
  )
  // The list keeps its place in the tree, and with it the focus, whether a panel stands beside it or not.
  return (
    <div ref={place} className={opened ? styles.split : ''}>
      {list}
      {opened && props.panel && (
        <SidePanel title={props.panel.title(opened)} above={props.panel.above?.(opened)} close={close}>
          <LaterPart key={props.rowKey(opened)}>{props.panel.content(opened, close)}</LaterPart>
        </SidePanel>
      )}
    </div>
  )
}
