import { type RawBuilder, sql } from 'kysely'
import type { SortName } from '#platform/contract/contract.ts'
import { readSort } from '#platform/values/sort-name.ts'

/** What a list may be ordered by: a column that may be empty, or one that never is and so is read by its index either way. */
type SortColumn = RawBuilder<unknown> | { readonly filled: RawBuilder<unknown> }
export type SortColumns<Name extends string> = Readonly<Record<Name, SortColumn>>

/**
 * The order that a reader has chosen, undefined while none is: by the column, empty values last either way, and rows of
 * one value by their ids, so that no row stands on two pages.
 */
export function sortedBy<Name extends string>(
  sort: SortName<Name>,
  columns: SortColumns<Name>,
  id?: RawBuilder<unknown>,
): RawBuilder<unknown>
export function sortedBy<Name extends string>(
  sort: SortName<Name> | undefined,
  columns: SortColumns<Name>,
  id?: RawBuilder<unknown>,
): RawBuilder<unknown> | undefined
export function sortedBy<Name extends string>(
  sort: SortName<Name> | undefined,
  columns: SortColumns<Name>,
  id: RawBuilder<unknown> = sql.ref('id'),
): RawBuilder<unknown> | undefined {
  if (sort === undefined) return undefined
  const { name, isDown } = readSort(sort)
  const column = columns[name]
  const way = isDown ? sql`desc` : sql`asc`
  return 'filled' in column
    ? sql`${column.filled} ${way}, ${id} ${way}`
    : sql`${column} ${way} nulls last, ${id} ${way}`
}

/** The name of a row's company, for the order of a list. */
export const companyNameOf = (companyId: string) =>
  sql<string>`(select c.name from companies c where c.id = ${sql.ref(companyId)})`

/** The name of a row's person as lists write it, for their order. */
export const personNameOf = (employeeId: string) =>
  sql<string>`(select u.last_name || ' ' || u.first_name from beneficiary_employees e join users u on u.id = e.user_id
        where e.id = ${sql.ref(employeeId)})`
