import type { EmployeeStatus } from '#features/ground/employment/rules.ts'
import { employerUserIds, notify, settleNotices } from '#features/ground/notifications/server/notify.ts'
import { sendReceipt } from '#features/ground/notifications/server/receipt.ts'
import { pages, pageUrl } from '#platform/contract/pages.ts'
import { logEvent } from '#platform/server/events/events.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { DECIDE_DAYS } from '../rules.ts'
import { giveRole } from './roles.ts'

export interface Registration {
  readonly userId: string
  /** First and last name, for the employer's notice. */
  readonly name: string
  readonly company: { readonly id: string; readonly name: string; readonly group_company_id: string | null }
  readonly unitId: string | null
  readonly employeeNumber: string | null
}

interface Registered {
  readonly employeeId: string
  readonly status: EmployeeStatus
}

/**
 * Puts a person forward at a company: a new row waits for the employer's decision, a rejected one waits again. A row
 * that waits or is accepted already stays as it is, and nobody is told twice.
 */
export async function registerEmployee(context: BaseContext, registration: Registration): Promise<Registered> {
  const { db, env } = context
  const { userId, company, unitId, employeeNumber } = registration
  const id = env.id()
  const now = env.now()
  const added = await db
    .insertInto('beneficiary_employees')
    .values({
      id,
      company_id: company.id,
      user_id: userId,
      unit_id: unitId,
      employee_number: employeeNumber,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return registerAgain(context, registration)
  await recordRegistration(context, registration, id, null)
  return { employeeId: id, status: 'PENDING' }
}

async function registerAgain(context: BaseContext, registration: Registration): Promise<Registered> {
  const { db, env } = context
  const row = await db
    .selectFrom('beneficiary_employees')
    .select(['id', 'status', 'version', 'unit_id', 'employee_number'])
    .where('company_id', '=', registration.company.id)
    .where('user_id', '=', registration.userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.status !== 'REJECTED' && row.status !== 'ENDED') return { employeeId: row.id, status: row.status }
  await db
    .updateTable('beneficiary_employees')
    .set({
      status: 'PENDING',
      reject_reason: null,
      decided_at: null,
      decided_by: null,
      unit_id: registration.unitId ?? row.unit_id,
      employee_number: registration.employeeNumber ?? row.employee_number,
      version: row.version + 1,
      updated_at: env.now(),
    })
    .where('id', '=', row.id)
    .execute()
  await recordRegistration(context, registration, row.id, row.status)
  return { employeeId: row.id, status: 'PENDING' }
}

async function recordRegistration(
  context: BaseContext,
  registration: Registration,
  employeeId: string,
  from: EmployeeStatus | null,
) {
  const { db, env } = context
  const { userId, company, name } = registration
  const actor = { kind: 'EMPLOYEE', userId } as const
  await giveRole(context, { userId, role: 'BIKE_BENEFICIARY', company, actor })
  await logEvent(db, env, actor, 'EMPLOYEE_REGISTERED', {
    subject: { type: 'employee', id: employeeId },
    companyId: company.id,
    employeeId,
    data: { from, to: 'PENDING' },
  })
  // A new application after a rejection is a matter of its own: what was asked about the former stays, as done.
  await settleNotices(db, env.now(), employeeId, [])
  await sendReceipt(db, context, userId, {
    kind: 'application',
    number: company.name,
    next: addDays(helsinkiDay(env.now()), DECIDE_DAYS),
    link: pages.myBike,
    companyId: company.id,
  })
  await notify(db, context, await employerUserIds(db, company.id), {
    type: 'EMPLOYEE_REGISTRATION',
    template: 'employees:notice.registered',
    values: { name, company: company.name },
    link: pageUrl('employer', {}, { companyId: company.id, open: employeeId }),
    companyId: company.id,
    mail: true,
    turn: { subjectId: employeeId, awaited: 'EMPLOYER', action: 'decide' },
  })
}
