import { sql } from 'kysely'
import { notify } from '#features/ground/notifications/server/notify.ts'
import { moveDueDay } from '#features/money/invoices/ledger/server/due-day.ts'
import type { PaidFollower } from '#features/money/invoices/ledger/server/ports.ts'
import { payPath } from '#features/money/payments/server/pay-links.ts'
import { headOfBill } from '#features/story/lease-story/server/head.ts'
import type { Db } from '#platform/server/database/db.ts'
import { logEvent, systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { addDays, formatDay, helsinkiDay } from '#platform/values/days.ts'

const TERM_DAYS = 14

/** The last month with pay: that of the last working day, or the last that a leaving company has confirmed. */
const lastPayMonth = sql`least(to_char(e.last_working_day, 'YYYY-MM'), (select x.last_deduction_month from company_exits x where x.company_id = d.company_id and x.withdrawn_at is null))`

/** Nothing more is kept: the bill is settled, every month is confirmed, or no pay runs in those that are left. */
const isOver = sql<boolean>`(i.open_cents <= 0 or not exists (select 1 from payroll_deduction_months m
  where m.invoice_id = d.invoice_id and m.kept_cents is null and m.month <= ${lastPayMonth}))`

/** The bills whose plan goes on although nothing more is kept, of every company. */
export async function findOverPlans(db: Db): Promise<string[]> {
  const over = await sql<{ id: string }>`
    select d.invoice_id as id from payroll_deductions d join invoices i on i.id = d.invoice_id
      join beneficiary_employees e on e.id = d.beneficiary_employee_id
     where d.ended_at is null and ${isOver} order by d.invoice_id`.execute(db)
  return over.rows.map(({ id }) => id)
}

/** A plan whose bill has been paid ends in the payment's own transaction. */
export const paidPlans: PaidFollower = {
  find: async (db, invoiceIds) => {
    const found = await sql<{ id: string }>`
      select invoice_id as id from payroll_deductions
       where ended_at is null and invoice_id = any(${invoiceIds}::uuid[]) order by invoice_id`.execute(db)
    return found.rows.map(({ id }) => id)
  },
  follow: endWhenOver,
}

/** Ends a plan in which nothing more is kept. @returns whether it has ended now */
export async function endWhenOver(db: Db, services: Services, invoiceId: string): Promise<boolean> {
  const { env } = services
  const ended = await sql<{
    company_id: string
    employee_id: string
    user_id: string
    number: string
    open: number
    is_employers: boolean
    agreement_id: string | null
  }>`
    update payroll_deductions d set ended_at = ${env.now()}, version = d.version + 1 from invoices i, beneficiary_employees e
     where d.invoice_id = ${invoiceId} and d.ended_at is null and i.id = d.invoice_id and e.id = d.beneficiary_employee_id and ${isOver}
    returning d.company_id, e.id as employee_id, e.user_id, i.number, i.open_cents as open, d.is_employers, i.agreement_id`.execute(
    db,
  )
  const row = ended.rows[0]
  if (!row) return false
  await logEvent(db, env, systemActor, 'PAYROLL_DEDUCTION_ENDED', {
    subject: { type: 'invoice', id: invoiceId },
    companyId: row.company_id,
    employeeId: row.employee_id,
    shared: false,
    data: { openCents: row.open },
  })
  // What is left of an employer's bill is for whoever made it to bill to the person.
  if (row.open <= 0 || row.is_employers) return true
  const dueDay = addDays(helsinkiDay(env.now()), TERM_DAYS)
  await moveDueDay(db, env, { invoiceId, dueDay })
  await notify(db, services, [row.user_id], {
    type: 'PAYMENT_REMINDER',
    template: 'payroll-deductions:notice.rest',
    link: await payPath(db, services, { id: invoiceId, companyId: row.company_id }),
    companyId: row.company_id,
    mail: true,
    head: await headOfBill(db, services, row.agreement_id),
    values: { number: row.number, open: { cents: row.open }, due: formatDay(dueDay) },
  })
  return true
}
