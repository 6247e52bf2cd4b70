import { sql } from 'kysely'
import { openColumns, plainSource, startOfDay } from '#platform/server/turns/plain-source.ts'
import { addDays } from '#platform/values/days.ts'
import { overWithBikeOut } from './bike-out.ts'

/** Days after a term's end on which a bicycle that nobody has chosen for is the staff's to settle. */
const DAYS_TO_CHOOSE = 35

/** Leases that a change has marked for a look at their taxation. */
const review = openColumns({
  subject: sql`a.id`,
  action: 'reviewTaxation',
  awaited: 'STAFF',
  company: sql`a.company_id`,
  since: sql`a.tax_regime_review_at`,
})

/** Leases that are over, with a bicycle that nobody brings back; an open list of a company's exit settles its own. */
const ended = openColumns({
  subject: sql`a.id`,
  action: 'settleEnded',
  awaited: 'STAFF',
  company: sql`a.company_id`,
  since: startOfDay(sql`a.ended_day`),
})

export const leaseTurnSource = plainSource({
  process: 'lease',
  reads: [
    {
      table: 'leasing_agreements',
      columns: [
        'lease_state',
        'end_reason',
        'bike_at',
        'kept_from',
        'ended_day',
        'lost_closed_at',
        'tax_regime_review',
        'tax_regime_review_at',
      ],
      subject: `select $row.id where $row.lease_state = 'ENDED' or $row.tax_regime_review is not null`,
    },
    { table: 'company_exit_leases', subject: 'agreement_id' },
    {
      table: 'company_exits',
      columns: ['withdrawn_at', 'worked_off_at'],
      subject: 'select m.agreement_id from company_exit_leases m where m.exit_id = $row.id',
    },
    { table: 'redemptions', columns: ['step'], subject: 'agreement_id' },
    { table: 'agreement_endings', subject: 'agreement_id' },
  ],
  subjects: sql`select a.id from leasing_agreements a where a.tax_regime_review is not null or ${overWithBikeOut('a')}
    or (a.lease_state = 'ENDED' and a.end_reason = 'TERM' and a.bike_at = 'LOST' and a.lost_closed_at is null)`,
  open: (ids, today) => {
    const choiceIsOver = addDays(today, -DAYS_TO_CHOOSE)
    return sql`
    select ${review} from leasing_agreements a where a.id = any(${ids}) and a.tax_regime_review is not null
    union all
    select ${ended} from leasing_agreements a
     where a.id = any(${ids}) and ((${overWithBikeOut('a')} and (a.end_reason = 'TERM' or not exists (
           select 1 from company_exit_leases m join company_exits x on x.id = m.exit_id
            where m.agreement_id = a.id and x.withdrawn_at is null and x.worked_off_at is null))
         and (a.end_reason <> 'TERM' or a.bike_at = 'EMPLOYER' or a.ended_day <= ${choiceIsOver}))
       or (a.lease_state = 'ENDED' and a.end_reason = 'TERM' and a.bike_at = 'LOST' and a.lost_closed_at is null and a.ended_day <= ${choiceIsOver}
         and not exists (select 1 from redemptions d where d.agreement_id = a.id and d.step = 'DONE')))
     and not exists (select 1 from agreement_endings n where n.agreement_id = a.id and n.closed_at is null and n.kind <> 'CLAIM')`
  },
  about: (ids) => sql`
    select a.id, a.id as opens, u.first_name || ' ' || u.last_name as about, c.name as "companyName", a.order_id as "orderId", o.order_number as "orderNumber"
      from leasing_agreements a left join orders o on o.id = a.order_id join beneficiary_employees e on e.id = a.beneficiary_employee_id
      join users u on u.id = e.user_id join companies c on c.id = a.company_id where a.id = any(${ids})`,
})
