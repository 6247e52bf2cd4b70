import { sql } from 'kysely'
import { accountCodes, type LedgerAccount } from '#features/money/invoices/rules/posting.ts'
import { owedStages } from '#features/money/invoices/rules/settlement.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { failField, failFieldText } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import { settingChains } from '#platform/server/database/settings.ts'
import { listFile } from '#platform/server/documents/list-file.ts'
import type { SheetColumn } from '#platform/server/documents/sheet.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import { addDays, type Day, daysBetween } from '#platform/values/days.ts'
import { eurosFromCents, sumCents } from '#platform/values/money.ts'
import { percentFromBasisPoints } from '#platform/values/percent.ts'
import type { SheetFormat } from '#platform/values/sheet-format.ts'
import type { billing } from '../contract.ts'
import { type Age, ageOf, ages } from '../rules/aged.ts'

const SETTING = 'account-codes'
const PERIOD_DAYS_MAX = 366

interface Period {
  readonly from: Day
  readonly to: Day
}

function checkPeriod({ from, to }: Period): void {
  if (to < from) failField('to', 'TOO_SMALL', 'is before the first day', from)
  if (daysBetween(from, to) > PERIOD_DAYS_MAX)
    failField('to', 'TOO_LARGE', 'is more than a year after the first day', addDays(from, PERIOD_DAYS_MAX))
}

async function readCodes(db: Db, lock = false) {
  const query = db.selectFrom('settings').select(['value', 'version']).where('key', '=', SETTING)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  const own = (row?.value ?? {}) as Partial<Record<LedgerAccount, string>>
  return { codes: { ...accountCodes, ...own } as Record<LedgerAccount, string>, version: row?.version ?? 0 }
}

/** The code of each account, and the version of the whole list. */
export async function accountsView(db: Db) {
  return readCodes(db)
}

/** Changes the codes of accounts; no two accounts carry the same. */
export async function setAccounts(
  { db, env, user }: BaseContext & { readonly user: SignedIn },
  body: BodyOf<typeof billing.setAccounts>,
) {
  const { codes: before, version } = await readCodes(db, true)
  requireVersion(body.version, version, await accountsView(db))
  const codes = { ...before, ...body.codes }
  for (const [account, code] of Object.entries(body.codes))
    if (Object.entries(codes).some(([other, its]) => other !== account && its === code))
      failFieldText(`codes.${account}`, 'billing:fieldErrors.EXISTS')
  const value = JSON.stringify(codes)
  await db
    .insertInto('settings')
    .values({ key: SETTING, value, updated_at: env.now() })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((eb) => ({ value, updated_at: env.now(), version: eb('settings.version', '+', 1) })),
    )
    .execute()
  await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
    subject: { type: 'register', id: settingChains.money },
    shared: false,
    data: { register: SETTING, change: 'updated', before, after: codes },
  })
  return accountsView(db)
}

interface LedgerRow {
  id: string
  day: Day
  voucher: string
  account: LedgerAccount
  amount_cents: number
  vat_basis_points: number | null
  number: string | null
  company: string | null
}

/** The ledger's rows of a period as a file, one line a row: debit or credit, with the account's code. */
export async function ledgerFile(
  { db, texts, language }: BaseContext,
  { format, ...period }: Period & { format: SheetFormat },
) {
  checkPeriod(period)
  const { codes } = await readCodes(db)
  const found = await sql<{ id: string }>`select id from ledger_rows where day between ${period.from} and ${period.to}
    order by day, voucher, position`.execute(db)
  const t = (key: string) => texts.t(language, `billing:books.${key}`)
  const text = (key: string, value: (row: LedgerRow) => string | null): SheetColumn<LedgerRow> => ({
    key,
    header: t(`columns.${key}`),
    kind: 'text',
    value,
  })
  const columns: SheetColumn<LedgerRow>[] = [
    { key: 'day', header: t('columns.day'), kind: 'day', value: (row) => row.day },
    text('voucher', (row) => row.voucher),
    text('code', (row) => codes[row.account]),
    text('account', (row) => t(`accounts.${row.account}`)),
    { key: 'debit', header: t('columns.debit'), kind: 'money', value: (row) => Math.max(row.amount_cents, 0) || null },
    {
      key: 'credit',
      header: t('columns.credit'),
      kind: 'money',
      value: (row) => Math.max(-row.amount_cents, 0) || null,
    },
    text('rate', (row) =>
      row.vat_basis_points === null ? null : String(percentFromBasisPoints(row.vat_basis_points)).replace('.', ','),
    ),
    text('number', (row) => row.number),
    text('company', (row) => row.company),
  ]
  return listFile({
    format,
    name: `${t('file')}-${period.from}-${period.to}`,
    columns,
    ids: found.rows.map(({ id }) => id),
    read: (ids) => ledgerRows(db, ids),
  })
}

async function ledgerRows(db: Db, ids: readonly string[]): Promise<LedgerRow[]> {
  const result = await sql<LedgerRow>`
    select r.id, r.day, r.voucher, r.account, r.amount_cents, r.vat_basis_points, i.number, c.name as company
      from ledger_rows r left join invoices i on i.id = r.invoice_id left join companies c on c.id = r.company_id
     where r.id = any(${[...ids]}::uuid[]) order by r.day, r.voucher, r.position`.execute(db)
  return result.rows
}

/** Sales and purchases by month and rate: the ledger's rows that name a rate are the net and the tax of one. */
export async function vatSummary(db: Db, period: Period) {
  checkPeriod(period)
  const result = await sql<{ month: string; is_sale: boolean; rate: number; net: number; vat: number }>`
    select to_char(day, 'YYYY-MM') as month, account not in ('VAT_INPUT', 'PURCHASES') as is_sale, vat_basis_points as rate,
           coalesce(sum(amount_cents) filter (where account not in ('VAT_INPUT', 'VAT_OUTPUT')), 0)::bigint as net,
           coalesce(sum(amount_cents) filter (where account in ('VAT_INPUT', 'VAT_OUTPUT')), 0)::bigint as vat
      from ledger_rows where day between ${period.from} and ${period.to} and vat_basis_points is not null
     group by 1, 2, 3 order by 1, 2 desc, 3 desc`.execute(db)
  const signed = (cents: number, isSale: boolean) => eurosFromCents(isSale && cents !== 0 ? -cents : cents)
  return {
    items: result.rows.map(({ month, is_sale, rate, net, vat }) => ({
      month,
      direction: is_sale ? ('SALES' as const) : ('PURCHASE' as const),
      vatPercent: percentFromBasisPoints(rate),
      net: signed(net, is_sale),
      vat: signed(vat, is_sale),
    })),
  }
}

interface OpenRow {
  direction: 'SALES' | 'PURCHASE'
  due_day: Day
  is_over: boolean
  count: number
  open: number
}

interface Sums {
  receivables: number
  payables: number
  prepayments: number
  on_account: number
  open: OpenRow[]
}

/** What is open against what the ledger says, at one moment: all sums come from one statement. */
export async function reconciliation(db: Db, today: Day) {
  const result = await sql<Sums>`
    select coalesce(sum(amount_cents) filter (where account = 'RECEIVABLES'), 0)::bigint as receivables,
           coalesce(-sum(amount_cents) filter (where account = 'PAYABLES'), 0)::bigint as payables,
           coalesce(-sum(amount_cents) filter (where account = 'PREPAYMENTS'), 0)::bigint as prepayments,
           (select coalesce(sum(case direction when 'IN' then amount_cents else -amount_cents end), 0)::bigint
              from payments where invoice_id is null and payer_kind <> 'INSURER') as on_account,
           (select coalesce(json_agg(o), '[]') from (
              select direction, due_day, open_cents < 0 as is_over, count(*)::int as count, sum(open_cents)::bigint as open from invoices
               where open_cents <> 0 and stage in (${sql.join(owedStages.map((stage) => sql.lit(stage)))}) group by 1, 2, 3) o) as open
      from ledger_rows where account in ('RECEIVABLES', 'PAYABLES', 'PREPAYMENTS')`.execute(db)
  const sums = result.rows[0]!
  const openOf = (direction: OpenRow['direction']) =>
    sumCents(sums.open.filter((row) => row.direction === direction).map((row) => row.open))
  const rows = [
    rowOf('RECEIVABLES', sums.receivables, openOf('SALES')),
    rowOf('PAYABLES', sums.payables, openOf('PURCHASE')),
    rowOf('PREPAYMENTS', sums.prepayments, sums.on_account),
  ]
  return { isBalanced: rows.every(({ difference }) => difference === 0), rows, aged: agedOf(sums.open, today) }
}

const rowOf = (account: 'RECEIVABLES' | 'PAYABLES' | 'PREPAYMENTS', ledger: number, open: number) => ({
  account,
  ledger: eurosFromCents(ledger),
  open: eurosFromCents(open),
  difference: eurosFromCents(ledger - open),
})

function agedOf(open: readonly OpenRow[], today: Day) {
  const byAge = Map.groupBy(
    open,
    (row) => `${row.direction} ${ageOf({ openCents: row.open, dueDay: row.due_day }, today)}`,
  )
  return (['SALES', 'PURCHASE'] as const).flatMap((direction) =>
    ages.flatMap((age: Age) => {
      const own = byAge.get(`${direction} ${age}`)
      if (!own) return []
      const count = sumCents(own.map((row) => row.count))
      return [{ direction, age, count, open: eurosFromCents(sumCents(own.map((row) => row.open))) }]
    }),
  )
}
