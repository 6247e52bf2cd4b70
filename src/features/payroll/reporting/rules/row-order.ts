import type { SortName } from '#platform/contract/contract.ts'
import { listName } from '#platform/values/names.ts'
import { readSort } from '#platform/values/sort-name.ts'
import type { ReportRow } from './payroll-facts.ts'

/** What the rows of a month are ordered by. */
const cents = {
  instalment: (row: ReportRow) => row.instalmentCents,
  taxValue: (row: ReportRow) => row.valueCents,
}

const finnish = new Intl.Collator('fi')

/** The rows of a month as their reader has ordered them; those that are alike stay as they stood. */
export function inOrder(rows: readonly ReportRow[], sort: SortName<keyof typeof cents | 'employee'>): ReportRow[] {
  const { name, isDown } = readSort(sort)
  const way = isDown ? -1 : 1
  if (name === 'employee') return rows.toSorted((a, b) => way * finnish.compare(listName(a.person), listName(b.person)))
  const of = cents[name]
  return rows.toSorted((a, b) => way * (of(a) - of(b)))
}
