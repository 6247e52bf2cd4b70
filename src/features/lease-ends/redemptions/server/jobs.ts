import { sql } from 'kysely'
import { notify } from '#features/ground/notifications/server/notify.ts'
import { headBeside } from '#features/story/lease-story/server/head.ts'
import { leasedBike } from '#features/story/lease-story/server/leased-bike.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { addDays, type Day, daysBetween, formatDay, helsinkiDay } from '#platform/values/days.ts'
import { formatEuros } from '#platform/values/money.ts'
import { follow } from './follow.ts'

/** Carries redemptions on that money or time has moved: paid, lapsed, not paid in time, over. */
export const followRedemptions: Job = {
  name: 'follow-redemptions',
  cron: '*/5 * * * *',
  async run(services) {
    const today = helsinkiDay(services.env.now())
    const due = await sql<{ id: string }>`
      select r.id from redemptions r join leasing_agreements a on a.id = r.agreement_id
        left join redemption_payments p on p.id = r.redemption_payment_id left join invoices i on i.id = p.invoice_id left join invoices x on x.id = p.rest_invoice_id
        left join payroll_deductions d on d.invoice_id = p.invoice_id
       where (r.step = 'OFFERED' and r.offer_valid_until < ${today})
          or (r.step = 'ACCEPTED' and r.step_changed_at < ${new Date(services.env.now().getTime() - 600_000)})
          or (r.step = 'USER_PAYMENT_SENT' and ((i.open_cents <= 0 and coalesce(x.open_cents, 0) <= 0) or p.due_day < ${today} or (d.ended_at is not null and x.id is null)))
          or r.step = 'USER_PAYMENT_PAID' or (r.step = 'LESSOR_INVOICE_SENT' and a.lease_state = 'ENDED')
       order by r.created_at, r.id`.execute(services.database.primary)
    const ids = due.rows.map((row) => row.id)
    const { done, refused } = await inTurn(services, ids, (db, id) => follow(db, services, id))
    return { moved: done, refused }
  },
}

/** Days before the end, and after an end without a choice, on which the person hears of it. */
const reminderDays = [90, 30, 7, -7, -21] as const

/** The reminder that is due so many days before the end (after it: negative), the nearest one past. */
const reminderAt = (daysLeft: number): (typeof reminderDays)[number] | null =>
  daysLeft >= 0
    ? (reminderDays.findLast((at) => at > 0 && daysLeft <= at) ?? null)
    : (reminderDays.findLast((at) => at < 0 && daysLeft <= at) ?? null)

interface EndingLease {
  id: string
  company_id: string
  order_id: string | null
  beneficiary_employee_id: string
  user_id: string
  language: 'fi' | 'sv' | 'en'
  bike: string
  last_day: Day
  residual_cents: number
}

/** Leases whose person has still to choose: no ending has begun, and the employer does not keep the bicycle. */
const isOpenToChoice = sql<boolean>`(a.kept_from is null and not exists (
    select 1 from agreement_endings n where n.agreement_id = a.id and n.closed_at is null and n.kind <> 'CLAIM')
  and ((a.lease_state = 'ACTIVE' and a.ends_by is null) or (a.lease_state = 'ENDED' and a.end_reason = 'TERM' and a.bike_at = 'EMPLOYEE')))`

/** Reminds people of the end of their lease 90, 30 and 7 days before it, and 7 and 21 after an end without a choice. */
export const remindOfEnds: Job = {
  name: 'remind-of-ends',
  cron: '0 8 * * *',
  async run(services) {
    const today = helsinkiDay(services.env.now())
    const due = await sql<{ id: string; last_day: Day; days: number[] }>`
      select a.id, coalesce(a.ended_day, a.end_day) as last_day, array(select d.days_left from lease_reminders d where d.agreement_id = a.id) as days
        from leasing_agreements a
       where ${isOpenToChoice} and ((a.lease_state = 'ACTIVE' and a.ends_by is null and a.end_day between ${today} and ${addDays(today, 90)})
          or (a.lease_state = 'ENDED' and a.end_reason = 'TERM' and a.bike_at = 'EMPLOYEE' and a.ended_day between ${addDays(today, -34)} and ${addDays(today, -7)}))
       order by 2, a.id`.execute(services.database.primary)
    const wanted = due.rows.flatMap((row) => {
      const days = reminderAt(daysBetween(today, row.last_day))
      return days === null || row.days.includes(days) ? [] : [{ id: row.id, days }]
    })
    const daysOf = new Map(wanted.map((one) => [one.id, one.days]))
    const { done } = await inTurn(services, [...daysOf.keys()], (db, id) => remind(db, services, id, daysOf.get(id)!))
    return { reminded: done }
  },
}

async function remind(db: Db, services: Services, id: string, days: number): Promise<boolean> {
  // Asked again under the lock: an ending may have begun since the job looked.
  const found = await sql<EndingLease>`
    select a.id, a.company_id, a.order_id, a.beneficiary_employee_id, e.user_id, u.language, coalesce(nullif(concat_ws(' ', bike.bike_brand, bike.bike_model), ''), a.agreement_number) as bike,
           coalesce(a.ended_day, a.end_day) as last_day, a.residual_cents
      from leasing_agreements a join beneficiary_employees e on e.id = a.beneficiary_employee_id join users u on u.id = e.user_id
      join lateral ${leasedBike} bike on true where a.id = ${id} and ${isOpenToChoice} for update of a`.execute(db)
  const lease = found.rows[0]
  if (!lease) return false
  const { env } = services
  const added = await db
    .insertInto('lease_reminders')
    .values({ id: env.id(), company_id: lease.company_id, agreement_id: id, days_left: days, created_at: env.now() })
    .onConflict((conflict) => conflict.columns(['agreement_id', 'days_left']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return false
  await notify(db, services, [lease.user_id], {
    type: 'ORDER_STATUS_CHANGE',
    template: days > 0 ? 'redemptions:notice.ends' : 'redemptions:notice.ended',
    head: await headBeside(db, services, { agreementId: id, isOwn: true, instead: ['endChoose', 'overChoose'] }),
    link: pages.myBike,
    companyId: lease.company_id,
    mail: true,
    priority: days > 30 ? 'NORMAL' : 'HIGH',
    values: {
      bike: lease.bike,
      day: formatDay(lease.last_day),
      residual: formatEuros(lease.residual_cents, lease.language),
    },
  })
  return true
}
