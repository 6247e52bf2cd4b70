import { sql } from 'kysely'
import type { WaitedFor } from '#features/orders/orders/rules/waited-for.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Holder } from '#platform/server/database/scope.ts'
import type { Day } from '#platform/values/days.ts'
import { linkOf, staffLinkOf } from '../links.ts'
import { type TaskAction, taskActions, taskKinds } from '../rules.ts'
import { rowsOfTurns, type TurnRow } from './queries.ts'

/** So many turns around a person or a company are named, what is due first before the rest. */
const AROUND_MAX = 20

/** The kind of task that a turn is. */
const actionOf = new Map<string, TaskAction>(
  taskActions.flatMap((action) => taskKinds[action].turns.map((turn) => [turn as string, action] as const)),
)

/** Rows by their process that are about one person each. */
const tablesOfPeople = {
  order: 'orders',
  'order-cancellation': 'order_cancellations',
  redemption: 'redemptions',
  return: 'bike_returns',
  'insurance-claim': 'insurance_claims',
  'absence-plan': 'absence_plans',
  brokerage: 'bike_brokerages',
  lease: 'leasing_agreements',
} as const

/** What of the processes is about a person, whoever is awaited in it. */
const subjectsOf = (userId: string) =>
  sql.join(
    Object.entries(tablesOfPeople).map(
      ([process, table]) => sql`select ${sql.lit(process)}::text as process, r.id from ${sql.table(table)} r
        join beneficiary_employees e on e.id = r.beneficiary_employee_id where e.user_id = ${userId}`,
    ),
    sql` union all `,
  )

interface Around {
  readonly id: string
  readonly action: TaskAction
  readonly awaited: WaitedFor
  readonly since: Date
  readonly due: Day | null
  readonly about: string | null
  readonly link: string | null
}

/**
 * What waits around a person or in a company, whoever is awaited, for staff: what the caller may do themselves, and to
 * whoever works on orders what others are awaited with.
 */
export async function turnsAround(
  db: Db,
  user: Holder,
  place: { readonly userId: string } | { readonly companyId: string },
): Promise<{ turns: Around[]; total: number }> {
  const isAround =
    'userId' in place
      ? sql`t.id in (select own.id from open_turns own where own.user_id = ${place.userId} or (${place.userId} = any(own.concerned)
            and own.company_id = any(array(select e.company_id from beneficiary_employees e where e.user_id = ${place.userId})))
          union select of.id from (${subjectsOf(place.userId)}) s join open_turns of on of.process = s.process and of.subject_id = s.id)`
      : sql`t.company_id = ${place.companyId}`
  // What the caller is not shown takes no place among those that are.
  const shown = [...actionOf].filter(([, action]) => isShown(user, action)).map(([turn]) => turn)
  const { rows } = await sql<TurnRow & { awaited: string; total: number }>`
    select 0 as kind, t.id, t.process, t.action, t.awaited, t.subject_id, t.detail, t.company_id, t.since, t.due_day, null::json as care,
           (count(*) over ())::int as total
      from open_turns t where ${isAround} and concat_ws(':', t.process, t.action, t.awaited) = any(${shown})
     order by t.due_day, t.since, t.id limit ${AROUND_MAX}`.execute(db)
  const known = rows.flatMap((turn) => {
    const action = actionOf.get(`${turn.process}:${turn.action}:${turn.awaited}`)
    return action ? [{ action, turn }] : []
  })
  const found = await rowsOfTurns(db, known)
  // Two turns of one row are one task, as in the list of tasks.
  const unique = new Map(found.toReversed().map((row) => [`${row.action} ${row.id} ${row.month}`, row]))
  const turns = [...unique.values()].toReversed().map(({ turnId, action, since, due, about, ...row }) => {
    const { awaited } = taskKinds[action]
    const ofOrder = row.orderId ? pageUrl('adminOrder', { orderId: row.orderId }) : null
    const own = { action, ...row }
    const link = awaited === 'STAFF' ? linkOf(own, { isStaff: true }) : (staffLinkOf(own) ?? ofOrder)
    return { id: turnId!, action, awaited, since, due, about, link }
  })
  // Of those that are named, two may be one task.
  return { turns, total: (rows[0]?.total ?? 0) - rows.length + turns.length }
}

function isShown({ permissions }: Holder, action: TaskAction): boolean {
  const { awaited, permission } = taskKinds[action]
  return awaited === 'STAFF' ? permissions.has(permission) : permissions.has('order:process')
}
