import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import {
  addMonths,
  type Day,
  firstOfMonth,
  lastOfMonth,
  type Month,
  monthOf,
  nextMonth,
} from '#platform/values/days.ts'
import { present } from '#platform/values/present.ts'
import { type Books, nextToClose, type PeriodState, refusalOfClosing, refusalOfOpening } from '../rules/periods.ts'
import { checksAt, checkView } from './checks.ts'
import {
  countChecks,
  countVouchers,
  type KeptCheck,
  keptChecks,
  type MonthCounts,
  type NamedPeriod,
  periodsOf,
  readBooks,
} from './queries.ts'

const MONTHS_SHOWN = 24

interface MonthFacts {
  readonly month: Month
  readonly row: NamedPeriod | undefined
  readonly counts: MonthCounts | undefined
  readonly books: Books
}

function monthView({ month, row, counts, books }: MonthFacts) {
  const isOpen = !row || row.state === 'OPEN'
  return {
    month,
    state: (row?.state ?? 'OPEN') as PeriodState,
    version: row?.version ?? 0,
    isNext: isOpen && month === nextToClose(books),
    vouchers: counts?.vouchers ?? 0,
    unnumbered: counts?.unnumbered ?? 0,
    late: counts?.late ?? 0,
    compared: isOpen ? null : countChecks(keptChecks(present(row))),
    closedBy: row?.closer || null,
    closedAt: row?.closed_at?.toISOString() ?? null,
    filedBy: row?.filer || null,
    filedAt: row?.filed_at?.toISOString() ?? null,
  }
}

/** The months that are shown: two years back, and before that those that are still to be closed. */
function monthsShown({ today, first, ...closed }: Books): Month[] {
  if (!first) return []
  const last = monthOf(today)
  const back = monthOf(addMonths(firstOfMonth(last), -(MONTHS_SHOWN - 1)))
  const next = present(nextToClose({ today, first, ...closed }))
  const since = present([back, next].toSorted()[0])
  const months: Month[] = []
  for (let month = since < first ? first : since; month <= last; month = nextMonth(month)) months.unshift(month)
  return months
}

/** The months of the books, the latest first. */
export async function listMonths(db: Db, today: Day) {
  const books = await readBooks(db, today)
  const months = monthsShown(books)
  const since = months.at(-1)
  if (!since) return { items: [], total: 0, truncated: false }
  const rows = new Map((await periodsOf(db).where('month', '>=', since).execute()).map((row) => [row.month, row]))
  const counts = new Map((await countVouchers(db, since)).map((row) => [row.month, row]))
  const items = months.map((month) => monthView({ month, row: rows.get(month), counts: counts.get(month), books }))
  return { items, total: items.length, truncated: false }
}

/** One month with what its closing compares. @throws NOT_FOUND for one before the first voucher or after today */
export async function monthDetails(db: Db, month: Month, today: Day) {
  const books = await readBooks(db, today)
  if (!books.first || month < books.first || month > monthOf(today)) fail('NOT_FOUND')
  const row = await periodsOf(db).where('month', '=', month).executeTakeFirst()
  const lastDay = lastOfMonth(firstOfMonth(month))
  const view = monthView({ month, row, counts: (await countVouchers(db, month, lastDay))[0], books })
  const isOpen = view.state === 'OPEN'
  const now = isOpen ? await checksAt(db, lastDay) : null
  const checks: readonly KeptCheck[] =
    now?.checks.map((check) => ({ ...check, reason: null })) ?? keptChecks(present(row))
  const refusal = isOpen ? refusalOfClosing(month, 'OPEN', books) : null
  return {
    ...view,
    checks: checks.map((check) => ({ ...checkView(check), reason: check.reason })),
    bankDay: now?.bankDay ?? null,
    notYet: refusal as 'PERIOD_NOT_OVER' | 'PERIOD_OUT_OF_ORDER' | null,
    canOpen: refusalOfOpening(month, view.state, books) === null,
  }
}
