import { sql } from 'kysely'
import type { LedgerAccount } from '#features/money/invoices/rules/posting.ts'
import type { Db } from '#platform/server/database/db.ts'
import { listFile } from '#platform/server/documents/list-file.ts'
import type { SheetColumn } from '#platform/server/documents/sheet.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import { type Day, firstOfMonth, lastOfMonth, monthOf } from '#platform/values/days.ts'
import { percentFromBasisPoints } from '#platform/values/percent.ts'
import type { SheetFormat } from '#platform/values/sheet-format.ts'
import { numberPosted } from './numbering.ts'
import { checkPeriod, type Period } from './period.ts'
import { type LedgerColumn, type Print, printOfToday } from './print.ts'

interface LedgerRow {
  id: string
  day: Day
  own_day: Day | null
  voucher: string | null
  account: LedgerAccount
  amount_cents: number
  vat_basis_points: number | null
  document: string | null
  party: string | null
}

/** The print of each closed month of a period. */
async function keptPrints(db: Db, { from, to }: Period): Promise<Map<string, Print>> {
  const rows = await db
    .selectFrom('bookkeeping_periods')
    .select(['month', 'print'])
    .where('state', '<>', 'OPEN')
    .where('month', '>=', monthOf(from))
    .where('month', '<=', monthOf(to))
    .execute()
  return new Map(rows.map(({ month, print }) => [month, print as Print]))
}

const isMonth = ({ from, to }: Period) => from === firstOfMonth(monthOf(from)) && to === lastOfMonth(from)

/**
 * The ledger's rows of a period as a file, one line a row: debit or credit, with the account's code. What was posted is
 * numbered first. A closed month is written as it was at its closing: the same bytes whatever is changed later.
 */
export async function ledgerFile(context: BaseContext, { format, ...period }: Period & { format: SheetFormat }) {
  checkPeriod(period)
  const { texts, language, database } = context
  await numberPosted(context)
  const db = database.freshLists
  const kept = await keptPrints(db, period)
  const today = await printOfToday(db, texts)
  const printOf = (day: Day) => kept.get(monthOf(day)) ?? today
  const words = (isMonth(period) ? printOf(period.from) : today).words[language]
  const found = await sql<{ id: string }>`
    select r.id from ledger_rows r join vouchers v on v.voucher = r.voucher where r.day between ${period.from} and ${period.to}
     order by r.day, v.series, v.year, v.number nulls last, v.id, r.position`.execute(db)
  const column = <K extends 'text' | 'day' | 'money'>(
    key: LedgerColumn,
    kind: K,
    value: (row: LedgerRow) => (K extends 'money' ? number : string) | null,
  ) => ({ key, header: words.columns[key], kind, value }) as SheetColumn<LedgerRow>
  return listFile({
    format,
    name: `${words.file}-${period.from}-${period.to}`,
    columns: [
      column('day', 'day', (row) => row.day),
      column('ownDay', 'day', (row) => row.own_day),
      column('voucher', 'text', (row) => row.voucher),
      column('code', 'text', (row) => printOf(row.day).codes[row.account]),
      column('account', 'text', (row) => words.accounts[row.account]),
      column('debit', 'money', (row) => Math.max(row.amount_cents, 0) || null),
      column('credit', 'money', (row) => Math.max(-row.amount_cents, 0) || null),
      column('rate', 'text', (row) =>
        row.vat_basis_points === null ? null : String(percentFromBasisPoints(row.vat_basis_points)).replace('.', ','),
      ),
      column('number', 'text', (row) => row.document),
      column('party', 'text', (row) => row.party),
    ],
    ids: found.rows.map(({ id }) => id),
    read: (ids) => ledgerRows(db, ids),
  })
}

async function ledgerRows(db: Db, ids: readonly string[]): Promise<LedgerRow[]> {
  const result = await sql<LedgerRow>`
    select r.id, r.day, r.own_day, v.series || ' ' || v.year || '/' || v.number as voucher, r.account, r.amount_cents, r.vat_basis_points, v.document, v.party
      from unnest(${[...ids]}::uuid[]) with ordinality a (id, place) join ledger_rows r on r.id = a.id join vouchers v on v.voucher = r.voucher
     order by a.place`.execute(db)
  return result.rows
}
