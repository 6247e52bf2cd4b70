import { sql } from 'kysely'
import { type EmployeeStatus, employmentOf } from '#features/ground/employment/rules.ts'
import { employerReceivers, notify } from '#features/ground/notifications/server/notify.ts'
import { companyIsLeaving } from '#features/pricing/leasing/server/leaving-companies.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { pages } from '#platform/contract/pages.ts'
import { systemMover } from '#platform/process/plan.ts'
import type { Db } from '#platform/server/database/db.ts'
import { drawNumber } from '#platform/server/database/numbers.ts'
import { type Actor, logEvent } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Day, formatDay, helsinkiDay } from '#platform/values/days.ts'
import { blankFacts } from '../rules/order-facts.ts'
import { type Mover, planMove } from '../rules/transitions.ts'
import { startBlockOf } from './moves/facts.ts'
import { isOpenOrder, leasesTakenOver } from './open-orders.ts'

export interface NewOrder {
  readonly companyId: string
  readonly employeeId: string
  readonly actor: Actor
  /** Who asks; the system on acceptance. */
  readonly mover?: Mover
}

interface PersonRow {
  user_id: string
  status: EmployeeStatus
  last_working_day: string
  absence_from: string | null
  absence_to: string | null
  job_trial_period_end: string | null
  policy_requires_trial_over: boolean
  company_active: boolean
  order_count: number
  open_orders: number
  company_name: string
  first_name: string
  last_name: string
}

/** The person with what the first step asks, locked. @throws NOT_FOUND */
async function lockPerson(db: Db, { employeeId, companyId }: NewOrder): Promise<PersonRow> {
  await sql`select 1 from beneficiary_employees where id = ${employeeId} and company_id = ${companyId} for update`.execute(
    db,
  )
  const result = await sql<PersonRow>`
    select e.user_id, e.status, e.last_working_day, e.absence_from, e.absence_to, e.job_trial_period_end,
           coalesce((select p.requires_trial_over from bike_policies p where p.company_id = c.id order by p.number desc limit 1), false) as policy_requires_trial_over, c.active and c.deleted_at is null and not ${companyIsLeaving(sql`c.id`)} as company_active, c.name as company_name, u.first_name, u.last_name,
           coalesce((select p.order_count from bike_policies p where p.company_id = c.id order by p.number desc limit 1), 1) as order_count,
           (select count(*)::int from orders o left join leasing_agreements a on a.id = o.agreement_id
             where o.beneficiary_employee_id = e.id and ${isOpenOrder({ order: 'o', agreement: 'a' })}) + ${leasesTakenOver('e.id')} as open_orders
      from beneficiary_employees e join companies c on c.id = e.company_id join users u on u.id = e.user_id
     where e.id = ${employeeId} and e.company_id = ${companyId}`.execute(db)
  return result.rows[0] ?? fail('NOT_FOUND')
}

async function insertOrder(db: Db, { env }: Services, id: string, { companyId, employeeId }: NewOrder): Promise<void> {
  await drawNumber(env, 'P', async (orderNumber) => {
    const inserted = await db
      .insertInto('orders')
      .values({
        id,
        company_id: companyId,
        beneficiary_employee_id: employeeId,
        order_number: orderNumber,
        status_changed_at: env.now(),
        created_at: env.now(),
        updated_at: env.now(),
      })
      .onConflict((conflict) => conflict.column('order_number').doNothing())
      .returning('id')
      .executeTakeFirst()
    return inserted !== undefined
  })
}

/**
 * O1: opens an order for an accepted person. The person's row is locked, so that two orders cannot both be the last
 * one that the policy allows.
 * @returns the new order's id
 * @throws ORDER_STEP_NOT_ALLOWED with the unmet guards, NOT_FOUND
 */
export async function startOrder(db: Db, services: Services, input: NewOrder): Promise<string> {
  const { env } = services
  const person = await lockPerson(db, input)
  const today = helsinkiDay(env.now())
  const facts = {
    ...blankFacts(today),
    personStatus: person.status,
    employment: employmentOf(person, today),
    companyActive: person.company_active,
    openOrders: person.open_orders,
    policyOrderCount: person.order_count,
    lastWorkingDay: person.last_working_day,
  }
  const plan = planMove(facts, null, 'NOT_STARTED', input.mover ?? systemMover)
  if (!plan.ok) throw new AppError(plan.code, { details: { unmet: plan.unmet } })
  const id = env.id()
  await insertOrder(db, services, id, input)
  await logEvent(db, env, input.actor, 'ORDER_STATUS_UPDATED', {
    subject: { type: 'order', id },
    companyId: input.companyId,
    orderId: id,
    employeeId: input.employeeId,
    data: { from: null, to: 'NOT_STARTED', edge: plan.edge.number, step: plan.edge.name },
  })
  await notifyStart(db, services, person, { ...input, orderId: id, today })
  return id
}

const startTemplates = {
  TRIAL_PERIOD: 'orders:notice.startedInTrial',
  LAST_WORKING_DAY: 'orders:notice.startedLeaving',
} as const

/** Tells the person that they may choose a bike, or what stands in the way and who can change it. */
async function notifyStart(
  db: Db,
  services: Services,
  person: PersonRow,
  { companyId, employeeId, orderId, today }: NewOrder & { orderId: string; today: Day },
): Promise<void> {
  const block = startBlockOf(person, today)
  await notify(db, services, [person.user_id], {
    type: 'ORDER_STATUS_CHANGE',
    template: block ? startTemplates[block] : 'orders:notice.started',
    values: {
      company: person.company_name,
      day: block === 'TRIAL_PERIOD' ? formatDay(person.job_trial_period_end!) : formatDay(person.last_working_day),
    },
    link: pages.myBike,
    companyId,
    mail: true,
    ...(block ? {} : { turn: { subjectId: orderId, awaited: 'EMPLOYEE', action: 'openPackage' } }),
  })
  if (block !== 'LAST_WORKING_DAY') return
  const employers = await employerReceivers(db, companyId, 'employee:update')
  await notify(
    db,
    services,
    employers.filter((userId) => userId !== person.user_id),
    {
      type: 'EMPLOYEE_ORDER',
      template: 'orders:employerNotice.cannotStart',
      values: { name: `${person.first_name} ${person.last_name}`, day: formatDay(person.last_working_day) },
      link: `/tyonantaja?tab=manage&open=${employeeId}`,
      companyId,
      mail: true,
      turn: { subjectId: orderId, awaited: 'EMPLOYER', action: 'changeEmployment' },
    },
  )
}
