import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { type BankFacts, bankDays } from '../rules/bank-days.ts'
import type { Period } from './period.ts'

/** What the bank's statements, its movements and the ledger say, at one moment. */
async function bankFacts(db: Db, { to }: Period): Promise<BankFacts> {
  const result = await sql<BankFacts>`
    select (select coalesce(json_agg(json_build_object('iban', iban, 'toDay', to_day, 'openingCents', opening_cents, 'closingCents', closing_cents)
                                     order by to_day, sequence nulls last, from_day, created_at, position), '[]')
              from bank_statements where opening_cents is not null and closing_cents is not null and to_day <= ${to}) as statements,
           (select coalesce(json_agg(l), '[]') from (
              select r.day, r.own_day as "ownDay", sum(r.amount_cents)::bigint as cents, (p.entry_id is not null or r.voucher like 'settlement:%' or r.voucher like 'aside:%') as "hasEntry"
                from ledger_rows r left join payments p on p.id = r.payment_id
               where r.account = 'BANK' and coalesce(r.own_day, r.day) <= ${to} group by 1, 2, 4) l) as ledger,
           (select coalesce(json_agg(e), '[]') from (
              select booked_day as day, state = 'ASIDE' as "isAside", sum(case direction when 'CREDIT' then amount_cents else -amount_cents end)::bigint as cents
                from bank_entries e where state in ('OPEN', 'ASIDE') and booked_day <= ${to}
                 and not exists (select from vouchers v where e.state = 'ASIDE' and v.voucher = 'aside:' || e.id || ':' || (e.version - 1)) group by 1, 2
              union all
              select booked_day, state = 'DISMISSED', sum(case direction when 'CREDIT' then amount_cents else -amount_cents end)::bigint
                from bank_doubts where kind = 'ENTRY' and state <> 'TAKEN' and amount_cents is not null and booked_day <= ${to} group by 1, 2) e) as entries`.execute(
    db,
  )
  return result.rows[0]!
}

/** The bank's balance beside the ledger's for each day of a period that a statement closes. */
export async function bankBalances(db: Db, period: Period) {
  const items = bankDays(await bankFacts(db, period), period).map((one) => ({
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
