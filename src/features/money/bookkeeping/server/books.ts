import { sql } from 'kysely'
import { owedStages } from '#features/money/invoices/rules/settlement.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { failFieldText } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import { settingChains } from '#platform/server/database/settings.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import { type Day, NO_LAST_DAY } from '#platform/values/days.ts'
import { eurosFromCents, sumCents } from '#platform/values/money.ts'
import { percentFromBasisPoints } from '#platform/values/percent.ts'
import type { bookkeeping } from '../contract.ts'
import { type Age, ageOf, ages } from '../rules/aged.ts'
import { agrees } from '../rules/periods.ts'
import { checksAt, checkView } from './checks.ts'
import { checkPeriod, type Period } from './period.ts'
import { CODES_SETTING, readCodes } from './print.ts'

/** The code of each account, and the version of the whole list. */
export async function accountsView(db: Db) {
  return readCodes(db)
}

/** Changes the codes of accounts; no two accounts carry the same. */
export async function setAccounts(
  { db, env, user }: BaseContext & { readonly user: SignedIn },
  body: BodyOf<typeof bookkeeping.setAccounts>,
) {
  const { codes: before, version } = await readCodes(db, true)
  requireVersion(body.version, version, await accountsView(db))
  const codes = { ...before, ...body.codes }
  for (const [account, code] of Object.entries(body.codes))
    if (Object.entries(codes).some(([other, its]) => other !== account && its === code))
      failFieldText(`codes.${account}`, 'bookkeeping:fieldErrors.EXISTS')
  const value = JSON.stringify(codes)
  await db
    .insertInto('settings')
    .values({ key: CODES_SETTING, value, updated_at: env.now() })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((eb) => ({ value, updated_at: env.now(), version: eb('settings.version', '+', 1) })),
    )
    .execute()
  await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
    subject: { type: 'register', id: settingChains.money },
    shared: false,
    data: { register: CODES_SETTING, change: 'updated', before, after: codes },
  })
  return accountsView(db)
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

/** What is open of what is owed, by due day. */
export async function openByDay(db: Db): Promise<OpenRow[]> {
  const { rows } = await sql<OpenRow>`
    select direction, due_day, open_cents < 0 as is_over, count(*)::int as count, sum(open_cents)::bigint as open from invoices
     where open_cents <> 0 and stage in (${sql.join(owedStages.map((stage) => sql.lit(stage)))}) group by 1, 2, 3`.execute(
    db,
  )
  return rows
}

/** What the ledger says today against what is open and what the bank says, and what is open by age. */
export async function reconciliation(db: Db, today: Day) {
  const { checks, bankDay } = await checksAt(db, NO_LAST_DAY)
  return {
    isBalanced: checks.every(agrees),
    bankDay,
    rows: checks.map(checkView),
    aged: agedOf(await openByDay(db), today),
  }
}

/** Open sums by direction and age; those that are none are left out. */
export function agedOf(open: readonly OpenRow[], today: Day) {
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
