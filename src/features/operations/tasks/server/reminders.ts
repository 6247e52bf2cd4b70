import { sql } from 'kysely'
import { employerReceivers, notify } from '#features/ground/notifications/server/notify.ts'
import { type OpenTurn, turnColumns } from '#features/ground/reminders/server/remind.ts'
import { remindOfPlan } from '#features/lease-ends/absence-plans/server/process.ts'
import { remindOfOffer } from '#features/lease-ends/brokerage/server/process.ts'
import { remindOfClaim } from '#features/lease-ends/insurance-claims/server/process.ts'
import { remindOfCase } from '#features/lease-ends/order-cancellations/server/process.ts'
import { remindOfRedemption } from '#features/lease-ends/redemptions/server/process.ts'
import { remindOfReturn } from '#features/lease-ends/returns/server/process.ts'
import { remindOfOrder } from '#features/orders/orders/server/nudges/nudge-job.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Reminder } from '#platform/server/turns/remind.ts'
import { linkOf } from '../links.ts'
import type { TaskAction } from '../rules.ts'

/** Bills have reminders of their own, a month its call, a message nobody who could be reminded. */
export const processReminders: Readonly<Record<string, Reminder>> = {
  order: remindOfOrder,
  redemption: remindOfRedemption,
  return: remindOfReturn,
  brokerage: remindOfOffer,
  'insurance-claim': remindOfClaim,
  'order-cancellation': remindOfCase,
  'absence-plan': remindOfPlan,
  application: remindEmployer('decideApplication'),
  leaver: remindEmployer('settleLeaver'),
  deduction: remindEmployer('confirmDeduction'),
  repayment: remindEmployer('approveAccount'),
  'employer-terms': remindEmployer('acceptTerms'),
  'company-exit': remindOfExit,
}

/** Tells the admins of a company what waits for them, by the words of its task. */
function remindEmployer(task: TaskAction): Reminder {
  return async (db, services, { subjectId, awaited, action, due, isStillDue }) => {
    if (awaited !== 'EMPLOYER') return false
    await sql`select pg_advisory_xact_lock(hashtextextended('nudge' || ${subjectId}, 0))`.execute(db)
    if (!(await isStillDue(db))) return false
    const turns = await sql<OpenTurn>`select ${turnColumns} from open_turns t
      where t.subject_id = ${subjectId} and t.awaited = ${awaited} and t.action = ${action} order by t.since limit 1`.execute(
      db,
    )
    const turn = turns.rows[0]
    if (!turn?.company_id) return false
    const link = linkOf(
      { action: task, id: subjectId, companyId: turn.company_id, orderId: null, month: turn.detail },
      { isStaff: false },
    )
    await notify(db, services, await employerReceivers(db, turn.company_id, 'task:read'), {
      type: 'EMPLOYEE_ORDER',
      template: 'tasks:notice.waiting',
      link,
      companyId: turn.company_id,
      mail: true,
      values: { task: { text: `tasks:does.${task}`, values: {} }, name: await nameOf(db, turn.company_id, subjectId) },
      turn: { subjectId, awaited, action, due },
    })
    return true
  }
}

/** Whose lease, bill or application a reminder is about, or which company's matter where it is nobody's alone. */
async function nameOf(db: Db, companyId: string, subjectId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select coalesce((select concat_ws(' ', u.first_name, u.last_name) from users u join beneficiary_employees e on e.user_id = u.id
        where e.id in (select a.beneficiary_employee_id from leasing_agreements a where a.id = ${subjectId} and a.company_id = ${companyId}
                       union all select i.beneficiary_employee_id from invoices i where i.id = ${subjectId} and i.company_id = ${companyId}
                       union all select p.id from beneficiary_employees p where p.id = ${subjectId} and p.company_id = ${companyId}) limit 1),
      c.name) as name from companies c where c.id = ${companyId}`.execute(db)
  return rows[0]?.name ?? ''
}

/** Tells the people of a company that leaves, and its admins, what they have still to say. */
async function remindOfExit(...[db, services, turn]: Parameters<Reminder>): Promise<boolean> {
  const { subjectId, awaited, action, due, isStillDue } = turn
  await sql`select pg_advisory_xact_lock(hashtextextended('nudge' || ${subjectId}, 0))`.execute(db)
  if (!(await isStillDue(db))) return false
  const { rows } = await sql<OpenTurn>`select ${turnColumns} from open_turns t
    where t.process = 'company-exit' and t.subject_id = ${subjectId} and t.awaited = ${awaited} and t.action = ${action}`.execute(
    db,
  )
  const task: TaskAction = awaited === 'EMPLOYEE' ? 'chooseEnd' : 'confirmLastDeduction'
  const companyId = rows[0]!.company_id!
  const users =
    awaited === 'EMPLOYEE' ? rows.map(({ user_id }) => user_id!) : await employerReceivers(db, companyId, 'task:read')
  await notify(db, services, users, {
    type: 'ORDER_STATUS_CHANGE',
    template: 'tasks:notice.waiting',
    link: linkOf({ action: task, id: subjectId, companyId, orderId: null, month: null }, { isStaff: false }),
    companyId,
    mail: true,
    values: { task: { text: `tasks:does.${task}`, values: {} }, name: await nameOf(db, companyId, subjectId) },
    turn: { subjectId, awaited, action, due },
  })
  return true
}
