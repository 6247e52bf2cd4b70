import { sql } from 'kysely'
import { asideVoucherOfEntry, isAsideVoucher } from '#features/money/invoices/ledger/server/aside-voucher.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Day } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { type BankDay, type BankFacts, bankDayAt, bankDays } from '../rules/bank-days.ts'
import type { Period } from './period.ts'

/** What the bank's statements, its movements and the ledger say, at one moment. */
async function bankFacts(db: Db, to: Day): Promise<BankFacts> {
  const result = await sql<BankFacts>`
    select (select coalesce(json_agg(json_build_object('iban', iban, 'fromDay', from_day, 'toDay', to_day, 'openingCents', opening_cents, 'closingCents', closing_cents)
                                     order by to_day, sequence nulls last, from_day, created_at, position), '[]')
              from bank_statements where opening_cents is not null and closing_cents is not null and to_day <= ${to}) as statements,
           (select coalesce(json_agg(l), '[]') from (
              select r.day, r.own_day as "ownDay", sum(r.amount_cents)::bigint as cents, (p.entry_id is not null or r.voucher like 'settlement:%' or ${isAsideVoucher(sql`r.voucher`)}) as "hasEntry"
                from ledger_rows r left join payments p on p.id = r.payment_id
               where r.account = 'BANK' and coalesce(r.own_day, r.day) <= ${to} group by 1, 2, 4) l) as ledger,
           (select coalesce(json_agg(e), '[]') from (
              select booked_day as day, case when state = 'ASIDE' then coalesce(aside_reason, 'OTHER') end as aside, sum(case direction when 'CREDIT' then amount_cents else -amount_cents end)::bigint as cents
                from bank_entries e where state in ('OPEN', 'ASIDE') and booked_day <= ${to}
                 and not exists (select from vouchers v where e.state = 'ASIDE' and v.voucher = ${asideVoucherOfEntry}) group by 1, 2
              union all
              select booked_day, case when state = 'DISMISSED' then 'OTHER' end, sum(case direction when 'CREDIT' then amount_cents else -amount_cents end)::bigint
                from bank_doubts where kind = 'ENTRY' and state <> 'TAKEN' and amount_cents is not null and booked_day <= ${to} group by 1, 2) e) as entries`.execute(
    db,
  )
  return present(result.rows[0])
}

/** The bank beside the ledger at the end of a day, by the last statement of each account. */
export async function bankAt(db: Db, day: Day): Promise<BankDay> {
  return bankDayAt(await bankFacts(db, day), day)
}

/** The bank's balance beside the ledger's for each day of a period that a statement closes. */
export async function bankBalances(db: Db, period: Period) {
  const items = bankDays(await bankFacts(db, period.to), period).map((one) => ({
    day: one.day,
    accounts: one.accounts.map(({ iban, closingCents }) => ({ iban, closing: eurosFromCents(closingCents) })),
    statement: eurosFromCents(one.statementCents),
    ledger: eurosFromCents(one.ledgerCents),
    difference: eurosFromCents(one.ledgerCents - one.statementCents),
    parts: one.parts.map(({ part, cents }) => ({ part, amount: eurosFromCents(cents) })),
    unexplained: eurosFromCents(one.unexplainedCents),
  }))
  return { items, total: items.length, truncated: false }
}
