import type { EndpointSpec } from '#platform/contract/contract.ts'
import type { ListSheet } from '../shell/OptionalBoundary.tsx'
import type { DataTableProps } from './table-types.ts'
import type { Table } from './use-table.ts'

/** The list for a file of what it shows; columns without a title hold acts. */
export function sheetOf<E extends EndpointSpec, Row>(
  props: Pick<DataTableProps<E, Row>, 'columns' | 'label'>,
  table: Pick<Table<E, Row>, 'readPage'>,
): ListSheet {
  const columns = props.columns.filter(({ title, key }) => title !== '' && key !== 'act')
  return {
    name: props.label,
    heads: columns.map(({ title }) => title),
    read: async (page) => {
      const { rows, isMore } = await table.readPage(page)
      return { rows: rows.map((row) => columns.map(({ cell }) => cell(row))), isMore }
    },
  }
}
