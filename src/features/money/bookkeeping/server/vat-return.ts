import { sql } from 'kysely'
import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { listFile } from '#platform/server/documents/list-file.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import { type Day, firstOfMonth, lastOfMonth, type Month, monthOf } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import type { SheetFormat } from '#platform/values/sheet-format.ts'
import type { PeriodState } from '../rules/periods.ts'
import { type BoxRow, filingDayOf, type TaxRow, type VatReturn, vatReturnOf } from '../rules/vat-return.ts'
import { periodsOf, readBooks } from './queries.ts'

/** The return of a month as its ledger stands. */
export async function countReturn(db: Db, month: Month): Promise<VatReturn> {
  const from = firstOfMonth(month)
  const { rows } = await sql<TaxRow>`
    select account, vat_basis_points as "vatBasisPoints", sum(amount_cents)::bigint as cents, coalesce(sum(amount_cents) filter (where own_day is not null), 0)::bigint as "lateCents"
      from ledger_rows where day between ${from} and ${lastOfMonth(from)} and account in ('VAT_OUTPUT', 'VAT_INPUT') and vat_basis_points is not null
     group by 1, 2`.execute(db)
  return vatReturnOf(rows)
}

/** The return of a month: as it was filed, otherwise as the ledger stands. @throws NOT_FOUND outside the books */
async function readReturn(db: Db, month: Month, today: Day) {
  const { first } = await readBooks(db, today)
  if (!first || month < first || month > monthOf(today)) fail('NOT_FOUND')
  const row = await periodsOf(db).where('month', '=', month).executeTakeFirst()
  const filed = (row?.vat_return ?? null) as VatReturn | null
  return { row, filed: filed ?? (await countReturn(db, month)) }
}

const euros = ({ box, cents, lateCents }: BoxRow) => ({
  box,
  amount: eurosFromCents(cents),
  late: eurosFromCents(lateCents),
})

/** A month's return by box, with who has filed it. */
export async function vatReturn(db: Db, month: Month, today: Day) {
  const { row, filed } = await readReturn(db, month, today)
  return {
    month,
    state: (row?.state ?? 'OPEN') as PeriodState,
    filingDay: filingDayOf(month),
    filedBy: row?.filer || null,
    filedAt: row?.filed_at?.toISOString() ?? null,
    boxes: filed.boxes.map(euros),
    strange: eurosFromCents(filed.strangeCents),
  }
}

/** A month's return as a file, a box a row. */
export async function vatReturnFile(context: BaseContext, month: Month, format: SheetFormat, today: Day) {
  const { db, texts, language } = context
  const { filed } = await readReturn(db, month, today)
  const t = (key: string) => texts.t(language, `bookkeeping:return.${key}`)
  const byBox = new Map<string, BoxRow>(filed.boxes.map((row) => [row.box, row]))
  return listFile<BoxRow>({
    format,
    name: `${t('file')}-${month}`,
    columns: [
      { key: 'box', header: t('columns.box'), kind: 'text', value: ({ box }) => box },
      { key: 'name', header: t('columns.name'), kind: 'text', value: ({ box }) => t(`boxes.${box}`) },
      { key: 'amount', header: t('columns.amount'), kind: 'money', value: ({ cents }) => cents },
      { key: 'late', header: t('columns.late'), kind: 'money', value: ({ lateCents }) => lateCents },
    ],
    ids: filed.boxes.map(({ box }) => box),
    read: async (ids) => ids.map((id) => present(byBox.get(id))),
  })
}
