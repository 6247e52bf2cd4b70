import { type RawBuilder, sql } from 'kysely'
import { entryOfAside } from '#features/money/invoices/ledger/server/aside-voucher.ts'
import type { LedgerAccount } from '#features/money/invoices/rules/posting.ts'
import type { SortName } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { COUNT_MAX, pageOf } from '#platform/server/database/pages-of-rows.ts'
import { sortedBy } from '#platform/server/database/sorted.ts'
import type { Day } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { percentFromBasisPoints } from '#platform/values/percent.ts'
import { present } from '#platform/values/present.ts'
import { ledgerOfBox, type VatBox } from '../rules/vat-return.ts'
import { soughtVoucher } from '../rules/voucher-search.ts'
import { readCodes } from './print.ts'

export interface VoucherFilter {
  readonly sort?: SortName<'day' | 'sum'>
  readonly page: number
  readonly limit: number
  readonly search?: string
  readonly account?: LedgerAccount
  readonly box?: VatBox
  readonly from?: Day
  readonly to?: Day
  readonly id?: string
}

interface VoucherRow {
  readonly id: string
  readonly series: string
  readonly year: number
  readonly number: number | null
  readonly day: Day
  readonly own_day: Day | null
  readonly sum_cents: number
  readonly on_account: number
  readonly party: string | null
  readonly document: string | null
  readonly invoice_id: string | null
  readonly order_id: string | null
  readonly entry_id: string | null
  readonly rows: readonly { account: LedgerAccount; amount_cents: number; vat_basis_points: number | null }[]
}

/** What a search means: a number of a voucher or document, a sum, or a part of the party's name. */
function matches(search: string): RawBuilder<boolean> {
  const { series, year, number, cents, text } = soughtVoucher(search)
  const like = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  const ways = [sql`lower(coalesce(v.party, '') || ' ' || coalesce(v.document, '')) like ${like}`]
  if (number !== null)
    ways.push(
      sql`(v.number = ${number} ${series ? sql`and v.series = ${series}` : sql``} ${year ? sql`and v.year = ${year}` : sql``})`,
    )
  // The odd cents of an invoice may stand beside its receivable, so its voucher is a few cents more.
  if (cents !== null)
    ways.push(sql`v.sum_cents = ${cents} or (v.sum_cents between ${cents + 1} and ${cents + 3}
      and exists (select from ledger_rows o where o.voucher = v.voucher and abs(o.amount_cents) = ${cents}))`)
  return sql<boolean>`(${sql.join(ways, sql` or `)})`
}

/** A voucher has a row that goes into a box of the VAT return. */
function inBox(box: VatBox): RawBuilder<boolean> {
  const { accounts, rates } = ledgerOfBox(box)
  return sql<boolean>`exists (select from ledger_rows b where b.voucher = v.voucher and b.account = any(${accounts})
    and b.vat_basis_points is not null ${rates ? sql`and b.vat_basis_points = any(${rates})` : sql``})`
}

function wherever({ search, account, from, to, id, box }: VoucherFilter): RawBuilder<boolean> {
  const all = [sql`true`]
  if (id !== undefined) all.push(sql`v.id = ${id}`)
  if (from) all.push(sql`v.day >= ${from}`)
  if (to) all.push(sql`v.day <= ${to}`)
  if (account) all.push(sql`exists (select from ledger_rows a where a.voucher = v.voucher and a.account = ${account})`)
  if (box) all.push(inBox(box))
  if (search?.trim()) all.push(matches(search))
  return sql<boolean>`${sql.join(all, sql` and `)}`
}

const columns = { day: { filled: sql.ref('v.day') }, sum: { filled: sql.ref('v.sum_cents') } }

/** Vouchers with their rows and what they lead to, the latest day first. */
export async function listVouchers(db: Db, filter: VoucherFilter) {
  const { page, limit, account } = filter
  const order = sortedBy(filter.sort ?? '-day', columns, sql.ref('v.id'))
  const where = wherever(filter)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from (select from vouchers v where ${where} limit ${COUNT_MAX + 1}) c`.execute(db)
  const { rows } = await sql<VoucherRow>`
    select v.id, v.series, v.year, v.number, v.day, v.own_day, v.sum_cents, v.party, v.document, f.invoice_id, i.order_id, coalesce(p.entry_id, b.id) as entry_id, l.rows,
           (select coalesce(sum(amount_cents), 0)::bigint from ledger_rows a where a.voucher = v.voucher and a.account = ${account ?? ''}) as on_account
      from (select * from vouchers v where ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}) v
      join ledger_rows f on f.voucher = v.voucher and f.position = 1
      left join invoices i on i.id = f.invoice_id left join payments p on p.id = f.payment_id
      left join bank_entries b on b.id = ${entryOfAside(sql`v.voucher`)}
      cross join lateral (select json_agg(json_build_object('account', account, 'amount_cents', amount_cents, 'vat_basis_points', vat_basis_points) order by position) as rows
                            from ledger_rows r where r.voucher = v.voucher) l
     order by ${order}`.execute(db)
  const { codes } = await readCodes(db)
  return pageOf(
    rows.map((row) => voucherView(row, codes, account !== undefined)),
    { page, limit, total: present(counted.rows[0]).total },
  )
}

const voucherView = (row: VoucherRow, codes: Readonly<Record<LedgerAccount, string>>, ofAccount: boolean) => ({
  voucherId: row.id,
  series: row.series as 'ML' | 'OL' | 'TI' | 'MU',
  /** Null until it is numbered. */
  number: row.number === null ? null : `${row.series} ${row.year}/${row.number}`,
  day: row.day,
  ownDay: row.own_day,
  sum: eurosFromCents(row.sum_cents),
  onAccount: ofAccount ? eurosFromCents(row.on_account) : null,
  party: row.party,
  document: row.document,
  invoiceId: row.invoice_id,
  orderId: row.order_id,
  entryId: row.entry_id,
  rows: row.rows.map((posted) => ({
    account: posted.account,
    code: codes[posted.account],
    amount: eurosFromCents(posted.amount_cents),
    vatPercent: posted.vat_basis_points === null ? null : percentFromBasisPoints(posted.vat_basis_points),
  })),
})

interface BalanceRow {
  readonly account: LedgerAccount
  readonly opening: number
  readonly debit: number
  readonly credit: number
}

/** The trial balance of a period: each account's balance before it, its debits and credits, and its balance after it. */
export async function trialBalance(db: Db, { from, to }: { from: Day; to: Day }) {
  const { rows } = await sql<BalanceRow>`
    select account, coalesce(sum(amount_cents) filter (where day < ${from}), 0)::bigint as opening,
           coalesce(sum(amount_cents) filter (where day >= ${from} and amount_cents > 0), 0)::bigint as debit,
           coalesce(-sum(amount_cents) filter (where day >= ${from} and amount_cents < 0), 0)::bigint as credit
      from ledger_rows where day <= ${to} group by account`.execute(db)
  const { codes } = await readCodes(db)
  const items = rows
    .map(({ account, opening, debit, credit }) => ({
      account,
      code: codes[account],
      opening: eurosFromCents(opening),
      debit: eurosFromCents(debit),
      credit: eurosFromCents(credit),
      closing: eurosFromCents(opening + debit - credit),
    }))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
  return { items, total: items.length, truncated: false }
}
