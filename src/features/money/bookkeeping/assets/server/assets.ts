import { sql } from 'kysely'
import type { ReplyOf, SortName } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { pageOf } from '#platform/server/database/pages-of-rows.ts'
import { sortedBy } from '#platform/server/database/sorted.ts'
import { listFile } from '#platform/server/documents/list-file.ts'
import type { SheetColumn } from '#platform/server/documents/sheet.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import { type Day, firstOfMonth, lastOfMonth, type Month } from '#platform/values/days.ts'
import { type Cents, eurosFromCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import type { SheetFormat } from '#platform/values/sheet-format.ts'
import type { leaseAssets } from '../contract.ts'
import { ownChains } from './keep-assets.ts'

type Asset = ReplyOf<typeof leaseAssets.list>['items'][number]

interface Period {
  readonly from: Day
  readonly to: Day
}

interface AssetRow
  extends Pick<
    Asset,
    'assetId' | 'bicycle' | 'agreementNumber' | 'companyName' | 'acquiredDay' | 'months' | 'disposedDay' | 'disposedAs'
  > {
  readonly costCents: Cents
  readonly residualCents: Cents
  readonly before: Cents
  readonly acquired: Cents
  readonly depreciated: Cents
  readonly disposed: Cents
  readonly after: Cents
  readonly proceedsCents: Cents | null
  readonly goneCents: Cents | null
}

async function assetRows(db: Db, ids: readonly string[], { from, to }: Period): Promise<AssetRow[]> {
  const moved = (kind: string) =>
    sql`coalesce(sum(e.amount_cents) filter (where e.kind = ${sql.lit(kind)} and e.day between ${from} and ${to}), 0)::bigint`
  const { rows } = await sql<AssetRow>`
    select a.id as "assetId", coalesce(nullif(concat_ws(' ', o.bike_brand, o.bike_model), ''), '–') as bicycle, g.agreement_number as "agreementNumber",
           c.name as "companyName", a.acquired_day as "acquiredDay", a.months, a.cost_cents as "costCents", a.residual_cents as "residualCents",
           a.proceeds_cents as "proceedsCents", case when a.disposed_day <= ${to} then a.disposed_day end as "disposedDay", case when a.disposed_day <= ${to} then a.disposed_as end as "disposedAs",
           m.*
      from unnest(${[...ids]}::uuid[]) with ordinality x (id, place) join lease_assets a on a.id = x.id join leasing_agreements g on g.id = a.agreement_id
      join companies c on c.id = a.company_id left join orders o on o.id = a.order_id
      cross join lateral (
        select coalesce(sum(e.amount_cents) filter (where e.day < ${from}), 0)::bigint as before, ${moved('ACQUIRED')} as acquired, ${moved('DEPRECIATED')} as depreciated,
               ${moved('DISPOSED')} as disposed, coalesce(sum(e.amount_cents) filter (where e.day <= ${to}), 0)::bigint as after,
               sum(e.amount_cents) filter (where e.kind = 'DISPOSED')::bigint as "goneCents"
          from lease_asset_entries e where e.asset_id = a.id) m
     order by x.place`.execute(db)
  return rows
}

/** The gain or the loss of one that is gone; a cancelled purchase has none. */
const resultOf = ({ disposedAs, proceedsCents, goneCents }: AssetRow): Cents | null =>
  disposedAs === null ? null : disposedAs === 'CANCELLED' ? 0 : (proceedsCents ?? 0) + (goneCents ?? 0)

const chosen = ({ from, to }: Period, id?: string) => sql`
  from lease_assets a where a.acquired_day <= ${to} and (a.disposed_day is null or a.disposed_day >= ${from}) ${id ? sql`and a.id = ${id}` : sql``}`

const periodOf = (month: Month): Period => ({ from: firstOfMonth(month), to: lastOfMonth(firstOfMonth(month)) })

const columns = { acquiredDay: { filled: sql.ref('a.acquired_day') }, cost: { filled: sql.ref('a.cost_cents') } }

/** Own bicycles that were there in a month; staff's alone. */
export async function listAssets(
  db: Db,
  {
    month,
    page,
    limit,
    id,
    sort = '-acquiredDay',
  }: {
    month: Month
    page: number
    limit: number
    id?: string | undefined
    sort?: SortName<'acquiredDay' | 'cost'> | undefined
  },
) {
  const period = periodOf(month)
  const count = await sql<{ total: number }>`select count(*)::int as total ${chosen(period, id)}`.execute(db)
  const ids = await sql<{ id: string }>`
    select a.id ${chosen(period, id)} order by ${sortedBy(sort, columns, sql.ref('a.id'))} limit ${limit} offset ${(page - 1) * limit}`.execute(
    db,
  )
  const rows = await assetRows(
    db,
    ids.rows.map((row) => row.id),
    period,
  )
  const items = rows.map((row): Asset => {
    const result = resultOf(row)
    return {
      assetId: row.assetId,
      bicycle: row.bicycle,
      agreementNumber: row.agreementNumber,
      companyName: row.companyName,
      acquiredDay: row.acquiredDay,
      cost: eurosFromCents(row.costCents),
      residual: eurosFromCents(row.residualCents),
      months: row.months,
      depreciation: eurosFromCents(row.depreciated === 0 ? 0 : -row.depreciated),
      bookValue: eurosFromCents(row.after),
      disposedDay: row.disposedDay,
      disposedAs: row.disposedAs,
      result: result === null ? null : eurosFromCents(result),
    }
  })
  return pageOf(items, { page, limit, total: present(count.rows[0]).total })
}

/** Whether the assets are the bicycles that are out, and their book value that of the ledger. */
export async function checkAssets(db: Db) {
  const { rows } = await sql<{ assets: number; out: number; book: Cents; ledger: Cents }>`
    select (select count(*)::int from lease_assets where disposed_day is null) as assets,
           (select count(*)::int from (${ownChains}) c where c."isOut") as out,
           (select coalesce(sum(amount_cents), 0)::bigint from lease_asset_entries) as book,
           (select coalesce(sum(amount_cents), 0)::bigint from ledger_rows where account = 'LEASE_ASSETS') as ledger`.execute(
    db,
  )
  const { assets, out, book, ledger } = present(rows[0])
  return {
    assets,
    bicyclesOut: out,
    bookValue: eurosFromCents(book),
    ledger: eurosFromCents(ledger),
    agrees: assets === out && book === ledger,
  }
}

/** A year's assets as a file, one a row. */
export async function assetsFile(
  { db, texts, language }: BaseContext,
  { year, format }: { year: number; format: SheetFormat },
) {
  const t = (key: string) => texts.t(language, `bookkeeping:assets.${key}`)
  const period = { from: `${year}-01-01`, to: `${year}-12-31` }
  const ids = await sql<{ id: string }>`select a.id ${chosen(period)} order by a.acquired_day, a.id`.execute(db)
  const text = (key: 'agreement' | 'bicycle' | 'company', value: (row: AssetRow) => string): SheetColumn<AssetRow> => ({
    key,
    header: t(key),
    kind: 'text',
    value,
  })
  const money = (
    key: 'cost' | 'before' | 'acquired' | 'depreciation' | 'gone' | 'after' | 'proceeds' | 'result',
    value: (row: AssetRow) => Cents | null,
  ): SheetColumn<AssetRow> => ({ key, header: t(key), kind: 'money', value })
  return listFile<AssetRow>({
    format,
    name: `${t('file')}-${year}`,
    columns: [
      text('agreement', (row) => row.agreementNumber),
      text('bicycle', (row) => row.bicycle),
      text('company', (row) => row.companyName),
      { key: 'acquiredDay', header: t('acquiredDay'), kind: 'day', value: (row) => row.acquiredDay },
      money('cost', (row) => row.costCents),
      money('before', (row) => row.before),
      money('acquired', (row) => row.acquired),
      money('depreciation', (row) => row.depreciated),
      money('gone', (row) => row.disposed),
      money('after', (row) => row.after),
      { key: 'disposedDay', header: t('disposedDay'), kind: 'day', value: (row) => row.disposedDay },
      money('proceeds', (row) => (row.disposedAs ? row.proceedsCents : null)),
      money('result', resultOf),
    ],
    ids: ids.rows.map(({ id }) => id),
    read: (some) => assetRows(db, some, period),
  })
}
