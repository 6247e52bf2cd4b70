import { type RawBuilder, sql } from 'kysely'
import type { PaymentChange } from '../rules/payments.ts'

const change = sql`json_build_object('from', to_char(p.from_day, 'YYYY-MM'), 'instalmentCents', p.instalment_cents, 'lastInstalmentCents', p.last_instalment_cents,
  'earlier', json_build_object('instalmentCents', p.earlier_instalment_cents, 'lastInstalmentCents', p.earlier_last_instalment_cents))`

/** An agreement's changed payments in their order, as a column of a query that has its scope. */
export const changesOf = (agreementId: RawBuilder<unknown>) =>
  sql<
    PaymentChange[]
  >`coalesce((select json_agg(${change} order by p.from_day, p.vat_basis_points is null) from payment_changes p where p.agreement_id = ${agreementId} and p.withdrawn_at is null), '[]'::json)`

/** The changed payments of companies that the caller has found in the scope, by agreement, to be joined. */
export const changesByAgreement = (companyIds: readonly string[]) =>
  sql<{ agreement_id: string; changes: PaymentChange[] | null }>`(
    select p.agreement_id, json_agg(${change} order by p.from_day, p.vat_basis_points is null) as changes
      from payment_changes p where p.company_id = any(${companyIds}::uuid[]) and p.withdrawn_at is null group by p.agreement_id)`.as<'p'>(
    sql.ref('p'),
  )
