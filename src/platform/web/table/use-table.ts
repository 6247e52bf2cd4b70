import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { type Answer, givenAny, useApi } from '#platform/web/api/api.ts'
import { call } from '#platform/web/api/call.ts'
import { type Rows, readEnvelope } from '#platform/web/api/envelope.ts'
import { type AddressValues, useAddressState } from '#platform/web/router/address-state.ts'
import { chosenPaging } from './page-size.ts'
import type { DataTableProps, SortState } from './table-types.ts'

const defaultPaging = { page: 'page', limit: 'limit', size: 20 }
/** The most rows that a page of any list may have. */
const ROWS_OF_FILE = 100
const dashSort = ({ by, descending }: SortState) => ({ sort: descending ? `-${by}` : by })

/** A sorting as it stands in the address: `name` or `-name`. */
export function sortOf(text: string | undefined, first?: SortState): SortState | undefined {
  if (!text) return first
  return text.startsWith('-') ? { by: text.slice(1), descending: true } : { by: text, descending: false }
}

/** The sorting after a press on a column: ascending, then descending, then as at first. */
export function nextSort(now: SortState | undefined, by: string): string | null {
  if (now?.by !== by) return by
  return now.descending ? null : `-${by}`
}

type QueryParts = Pick<
  DataTableProps<EndpointSpec, unknown>,
  'search' | 'filters' | 'paging' | 'sortQuery' | 'firstSort' | 'prefix'
> & { query?: object }

/** The query that a table sends for what the address says. */
export function tableQuery(parts: QueryParts, address: AddressValues): Record<string, unknown> {
  const at = (name: string) => address[`${parts.prefix ?? ''}${name}`]
  const query: Record<string, unknown> = { ...parts.query }
  const paging = parts.paging ?? defaultPaging
  if (paging) {
    query[paging.page] = Math.max(1, Number.parseInt(at('page') ?? '', 10) || 1)
    query[paging.limit] = paging.size
  }
  if (parts.search) query[parts.search.name] = at('q')?.trim() || undefined
  for (const filter of parts.filters ?? []) query[filter.name] = at(filter.name) ?? query[filter.name]
  const sort = sortOf(at('sort'), parts.firstSort)
  return sort ? { ...query, ...(parts.sortQuery ?? dashSort)(sort) } : query
}

const withoutPaging = (query: Record<string, unknown>, { page, limit }: { page: string; limit: string }) =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name !== page && name !== limit))

/** Everything a table draws: its rows, its place in the address, and the acts that change it. */
export function useTable<E extends EndpointSpec, Row>(props: DataTableProps<E, Row>) {
  const [address, setAddress] = useAddressState()
  const { prefix = '', params } = props
  const given = props.paging ?? defaultPaging
  const paging = given && chosenPaging(props.from.path, given, address[`${prefix}rows`])
  const query = tableQuery({ ...(props as QueryParts), paging }, address)
  const asked = { params, query: { ...query, ...props.alsoQuery }, keepPrevious: true }
  const from = useApi(props.from, givenAny(asked))
  const read = props.read ?? (readEnvelope as (reply: Answer<E>) => Rows<Row>)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new reply makes new rows; `read` is often an inline function.
  const rows = useMemo(() => (from.data === undefined ? undefined : read(from.data)), [from.data])
  // The first rows are drawn in slices, so that the page answers meanwhile; what changes later is drawn at once.
  const isDrawn = useDeferredValue(rows !== undefined)
  const page = isDrawn ? rows : undefined
  const opened = useOpened(props, address[`${prefix}open`], page?.rows, read)
  const setParams = (values: Record<string, string | null>, replace = false) =>
    setAddress(Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value])), replace)
  return {
    from,
    page,
    /** The row that stands open beside the list. */
    opened,
    paging,
    /** Filters, search and sorting without the page: what a file of the whole list is asked for with. */
    filterQuery: paging ? withoutPaging(query, paging) : query,
    /** A page of the list in the size of files. */
    readPage: async (page: number) => {
      const all: Record<string, unknown> = { ...query, ...props.alsoQuery }
      if (paging) Object.assign(all, { [paging.page]: page, [paging.limit]: ROWS_OF_FILE })
      const whole = read((await call(props.from, givenAny({ params, query: all }))) as Answer<E>)
      return { rows: whole.rows, isMore: paging !== false && page * ROWS_OF_FILE < whole.total }
    },
    pageNumber: paging ? Number(query[paging.page]) : 1,
    sort: sortOf(address[`${prefix}sort`], props.firstSort),
    param: (name: string) => address[`${prefix}${name}`] ?? '',
    setParams,
    /** A new filter, search or sorting starts from the first page. */
    setFilters: (values: Record<string, string | null>, replace = false) =>
      setParams({ ...values, page: null }, replace),
  }
}

/** The row that the address names: one of the page, or asked for by its id where the list answers that. */
function useOpened<E extends EndpointSpec, Row>(
  { from, params, query, panel, rowKey }: DataTableProps<E, Row>,
  open: string | undefined,
  rows: readonly Row[] | undefined,
  read: (reply: Answer<E>) => Rows<Row>,
): Row | undefined {
  const onPage = panel && open ? rows?.find((row) => rowKey(row) === open) : undefined
  const enabled = panel?.byId === true && Boolean(open) && rows !== undefined && !onPage
  const one = useApi(from, givenAny({ params, query: { ...query, id: open }, enabled }))
  const byId = open && one.data !== undefined ? read(one.data).rows.find((row) => rowKey(row) === open) : undefined
  const found = onPage ?? byId
  // A panel that reads its row by itself stays when an act takes the row out of the list.
  const last = useRef<Row | undefined>(undefined)
  useEffect(() => {
    if (found) last.current = found
  }, [found])
  if (found || !panel?.byId || !open) return found
  return last.current && rowKey(last.current) === open ? last.current : undefined
}

export type Table<E extends EndpointSpec, Row> = ReturnType<typeof useTable<E, Row>>
