import { sql } from 'kysely'
import { notify } from '#features/ground/notifications/server/notify.ts'
import { orderHead } from '#features/orders/orders/server/moves/order-head.ts'
import { findOrder } from '#features/orders/orders/server/moves/record.ts'
import { headBeside } from '#features/story/lease-story/server/head.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { Services } from '#platform/server/http/context.ts'
import { inTurn } from '#platform/server/jobs/jobs.ts'
import { noteTold } from '#platform/server/turns/refresh.ts'
import { addBankDays } from '#platform/values/bank-days.ts'
import { type Day, formatDay, helsinkiDay } from '#platform/values/days.ts'

/** Bank days after today by which we say that we shall have done what is late. */
const NEW_DAYS = 3

/** The processes in which a person waits for us, with the table of their subjects. */
const tables = {
  order: 'orders',
  redemption: 'redemptions',
  return: 'bike_returns',
  'insurance-claim': 'insurance_claims',
  'order-cancellation': 'order_cancellations',
  brokerage: 'bike_brokerages',
} as const
type Process = keyof typeof tables

/** The number of the order or the agreement that a subject `x` is about, which tells two such mails apart. */
function numberOf(process: Process) {
  if (process === 'order') return sql`x.order_number`
  return process === 'order-cancellation'
    ? sql`(select o.order_number from orders o where o.id = x.order_id)`
    : sql`(select a.agreement_number from leasing_agreements a where a.id = x.agreement_id)`
}

/** The lease that a subject `x` is about. */
const leaseOf = (process: Process) =>
  process === 'order-cancellation'
    ? sql`(select o.agreement_id from orders o where o.id = x.order_id)`
    : sql`x.agreement_id`

/** A late match has a message of its own; a signer is the employer's to name; old money waits for nobody's bicycle. */
const told = sql`(t.process, t.action) not in (('order', 'match'), ('order', 'nameSigner'), ('order', 'settle'))`

/** Tells whoever waits for us, once a turn, that we are late, and by when we shall be ready now. */
export async function tellOfOurLateness(services: Services) {
  const { database, env } = services
  const today = helsinkiDay(env.now())
  const { rows } = await sql<{ id: string }>`
    select t.id from open_turns t where t.awaited = 'STAFF' and t.due_day < ${today} and t.nudged_at is null
       and t.process = any(${Object.keys(tables)}::text[]) and ${told} order by t.id`.execute(database.primary)
  return inTurn(
    services,
    rows.map(({ id }) => id),
    (db, id) => tellOne(db, services, { id, today }),
  )
}

interface Late {
  readonly process: Process
  readonly subject_id: string
  readonly action: string
  readonly due_day: Day
}

interface Awaiting {
  readonly user_id: string
  readonly company_id: string
  readonly number: string
  readonly agreement_id: string | null
}

/** Where the lease stands that somebody waits about, and before it has begun its order. */
async function headOfLate(
  db: Db,
  services: Services,
  { process, subject_id: id, agreementId }: Pick<Late, 'process' | 'subject_id'> & { agreementId: string | null },
) {
  const order = process === 'order' ? await findOrder(db, scopeOfAll, id) : undefined
  if (order && order.order.status !== 'ACTIVE_LEASING')
    return orderHead(order, { viewer: 'EMPLOYEE', template: 'tasks:notice.weAreLate' })
  return agreementId ? headBeside(db, services, { agreementId, isOwn: true }) : null
}

async function tellOne(db: Db, services: Services, { id, today }: { id: string; today: Day }): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('late' || ${id}, 0))`.execute(db)
  const { rows } = await sql<Late>`select t.process, t.subject_id, t.action, t.due_day from open_turns t
    where t.id = ${id} and t.due_day < ${today} and t.nudged_at is null`.execute(db)
  const turn = rows[0]
  if (!turn) return false
  const people = await sql<Awaiting>`
    select e.user_id, e.company_id, ${numberOf(turn.process)} as number, ${leaseOf(turn.process)} as agreement_id from ${sql.table(tables[turn.process])} x
      join beneficiary_employees e on e.id = x.beneficiary_employee_id where x.id = ${turn.subject_id}`.execute(db)
  const person = people.rows[0]
  if (!person) return false
  await notify(db, services, [person.user_id], {
    type: 'ORDER_STATUS_CHANGE',
    template: 'tasks:notice.weAreLate',
    link: pages.myBike,
    companyId: person.company_id,
    mail: true,
    head: await headOfLate(db, services, { ...turn, agreementId: person.agreement_id }),
    values: {
      what: { text: `tasks:waitsFor.${turn.process}`, values: {} },
      number: person.number,
      due: formatDay(turn.due_day),
      day: formatDay(addBankDays(today, NEW_DAYS)),
    },
  })
  await noteTold(db, { process: turn.process, subjectId: turn.subject_id }, [
    { awaited: 'STAFF', action: turn.action, again: true },
  ])
  return true
}
