import { sql } from 'kysely'
import { aboutCases } from '#features/leases/agreements/server/about-case.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { type TurnSource, turnsOfSubject } from '#platform/server/turns/source.ts'
import { redemptionProcess } from '../rules/table.ts'
import type { RedemptionWords } from '../rules/words.ts'
import { redemptionRows, turnFactsOf } from './record.ts'

const withInvoice = (
  invoice: string,
) => `select r.id from redemption_payments p join redemptions r on r.redemption_payment_id = p.id
  where ${invoice} in (p.invoice_id, p.rest_invoice_id)`

export const redemptionTurnSource: TurnSource = {
  process: redemptionProcess.name,
  reads: [
    { table: 'redemptions', subject: 'id' },
    {
      table: 'leasing_agreements',
      columns: ['lease_state', 'bike_at', 'leasing_company_id'],
      subject: 'select r.id from redemptions r where r.agreement_id = $row.id',
    },
    {
      table: 'leasing_companies',
      columns: ['kind', 'invoice_email'],
      subject: `select r.id from leasing_agreements a join redemptions r on r.agreement_id = a.id
        where a.leasing_company_id = $row.id and r.step in ('USER_PAYMENT_PAID', 'LESSOR_INVOICE_SENT')`,
    },
    {
      table: 'redemption_payments',
      subject: 'select r.id from redemptions r where r.redemption_payment_id = $row.id',
    },
    { table: 'invoices', columns: ['open_cents', 'due_day'], subject: withInvoice('$row.id') },
  ],
  subjects: sql`select r.id from redemptions r where r.step not in ('DONE', 'CANCELLED')`,
  async turnsOf(db, ids, now) {
    const rows = await redemptionRows(db, scopeOfAll).where('r.id', 'in', ids).execute()
    return rows.flatMap((row) =>
      turnsOfSubject<RedemptionWords>(redemptionProcess, {
        subjectId: row.id,
        state: row.step,
        facts: turnFactsOf(row, now),
        since: () => row.step_changed_at,
        party: ({ awaited }) => ({ companyId: row.company_id, userId: awaited === 'EMPLOYEE' ? row.owner_id : null }),
        concerned: ({ awaited }) => (awaited === 'EMPLOYEE' ? [] : [row.owner_id]),
      }),
    )
  },
  about: aboutCases('redemptions'),
}
