import { sql } from 'kysely'
import { owedStages } from '#features/money/invoices/rules/settlement.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Day } from '#platform/values/days.ts'
import { eurosFromCents, sumCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { explainedParts } from '../rules/bank-days.ts'
import { agrees, type Check, type CheckKind, differenceOf } from '../rules/periods.ts'
import { bankAt } from './bank.ts'

interface Sums {
  readonly receivables: number
  readonly payables: number
  readonly prepayments: number
  readonly deductions: number
  readonly ledger: readonly { account: string; now: number; at_end: number }[]
  readonly banks: readonly { iban: string; to_day: Day; closing_cents: number }[]
}

const owed = sql.join(owedStages.map((stage) => sql.lit(stage)))

const openOf = (direction: 'SALES' | 'PURCHASE') => sql`
  (select coalesce(sum(open_cents), 0)::bigint from invoices
    where open_cents <> 0 and direction = ${sql.lit(direction)} and stage in (${owed}))`

/** The ledger and what it is compared with, at one moment: all sums come from one statement. */
async function sumsAt(db: Db, lastDay: Day): Promise<Sums> {
  const result = await sql<Sums>`
    select ${openOf('SALES')} as receivables, ${openOf('PURCHASE')} as payables,
           (select coalesce(sum(case direction when 'IN' then amount_cents else -amount_cents end), 0)::bigint
              from payments where invoice_id is null and payer_kind <> 'INSURER') as prepayments,
           (select coalesce(sum(m.kept_cents), 0)::bigint from payroll_deduction_months m
              join payroll_deductions d on d.invoice_id = m.invoice_id where not d.is_employers) as deductions,
           (select coalesce(json_agg(l), '[]') from (
              select account, sum(amount_cents)::bigint as now, coalesce(sum(amount_cents) filter (where day <= ${lastDay}), 0)::bigint as at_end
                from ledger_rows where account in ('BANK', 'RECEIVABLES', 'PAYABLES', 'PREPAYMENTS', 'PAYROLL_CLEARING') group by 1) l) as ledger,
           (select coalesce(json_agg(b), '[]') from (
              select distinct on (iban) iban, to_day, closing_cents from bank_statements
               where opening_cents is not null and closing_cents is not null and to_day <= ${lastDay}
               order by iban, to_day desc, sequence desc nulls last, position desc) b) as banks`.execute(db)
  return present(result.rows[0])
}

/**
 * What the ledger said at the end of a day, and what it is compared with. What is open is known as of now: what the ledger
 * has moved since the day is taken off, so the difference of that day is the one that stands today (decision 701).
 */
export async function checksAt(db: Db, lastDay: Day): Promise<{ checks: Check[]; bankDay: Day | null }> {
  const sums = await sumsAt(db, lastDay)
  const ledgerOf = (account: string) => sums.ledger.find((row) => row.account === account) ?? { now: 0, at_end: 0 }
  const open = (kind: CheckKind, account: string, sign: 1 | -1, now: number): Check => {
    const ledger = ledgerOf(account)
    return { kind, ledgerCents: sign * ledger.at_end + 0, comparedCents: now - sign * (ledger.now - ledger.at_end) + 0 }
  }
  const { banks } = sums
  const bank = await bankAt(db, lastDay)
  return {
    bankDay: banks.map(({ to_day }) => to_day).toSorted()[0] ?? null,
    checks: [
      {
        kind: 'BANK',
        ledgerCents: ledgerOf('BANK').at_end,
        comparedCents: banks.length === 0 ? null : sumCents(banks.map(({ closing_cents }) => closing_cents)),
        explained: banks.length === 0 ? [] : bank.parts.filter(({ part }) => explainedParts.includes(part)),
      },
      open('RECEIVABLES', 'RECEIVABLES', 1, sums.receivables),
      open('PAYABLES', 'PAYABLES', -1, sums.payables),
      open('PREPAYMENTS', 'PREPAYMENTS', -1, sums.prepayments),
      open('DEDUCTIONS', 'PAYROLL_CLEARING', 1, sums.deductions),
    ],
  }
}

const euros = (cents: number | null) => (cents === null ? null : eurosFromCents(cents))

export const checkView = (check: Check) => ({
  kind: check.kind,
  ledger: eurosFromCents(check.ledgerCents),
  compared: euros(check.comparedCents),
  difference: euros(differenceOf(check)),
  agrees: agrees(check),
  explained: (check.explained ?? []).map(({ part, cents }) => ({ part, amount: eurosFromCents(cents) })),
})
