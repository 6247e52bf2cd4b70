import { sql } from 'kysely'
import { openColumns, plainSource, startOfDay } from '#platform/server/turns/plain-source.ts'
import { addDays, type Day } from '#platform/values/days.ts'

/** The Bank of Finland publishes the rate of a half-year in the last days before it. */
const ASK_BEFORE_DAYS = 14

/** A half-year is a subject by its first day: one without a rate has no row. */
const subject = sql`md5('reference-rate ' || d.day)::uuid`
/** The half-year after the last one with a rate. */
const awaited = sql`(select (max(r.from_day) + interval '6 months')::date as day from reference_rates r) d`

const isAwaited = (today: Day) => sql`d.day <= ${addDays(today, ASK_BEFORE_DAYS)}`

/** The half-year whose reference rate nobody has entered yet, from two weeks before it. */
export const referenceRateTurnSource = plainSource({
  process: 'reference-rate',
  reads: [
    {
      table: 'reference_rates',
      subject: `select md5('reference-rate ' || s.day)::uuid from (values ($row.from_day), (($row.from_day + interval '6 months')::date)) s (day)`,
    },
  ],
  subjects: sql`select ${subject} as id from ${awaited}`,
  open: (ids, today) => sql`
    select ${openColumns({
      subject,
      action: 'enter',
      awaited: 'STAFF',
      detail: sql`d.day::text`,
      since: startOfDay(sql`d.day - ${sql.lit(ASK_BEFORE_DAYS)}`),
      due: sql`d.day`,
    })} from ${awaited} where ${subject} = any(${ids}) and ${isAwaited(today)}`,
  about: (ids) => sql`
    select ${subject} as id, ${subject} as opens, d.day::text as about, null::text as "companyName", null::uuid as "orderId", null::text as "orderNumber"
      from ${awaited} where ${subject} = any(${ids})`,
})
