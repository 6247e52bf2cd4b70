import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { logEvent, systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { addDays, type Day, monthOf } from '#platform/values/days.ts'
import { planEvent } from './process.ts'
import { type PlanRecord, planRows, updatePlan } from './record.ts'

interface GoingOver {
  readonly previousId: string
  readonly agreementId: string
  readonly companyId: string
  readonly employeeId: string
  readonly startDay: Day
}

/**
 * On the day a lease goes over in a merger, its open plan goes on in the other company as both sides have signed it, with
 * the months to come; who bears them follows from its first day, as before. The plan of the ended lease is over.
 */
export async function carryPlan(db: Db, services: Services, of: GoingOver): Promise<void> {
  const { env } = services
  const row = await planRows(db, scopeOfAll)
    .where('p.agreement_id', '=', of.previousId)
    .where('p.state', 'in', ['PROPOSED', 'CONFIRMED', 'CHANGED'])
    .forUpdate('p')
    .executeTakeFirst()
  if (!row || (row.to_day < of.startDay && row.asked_to_day === null)) return
  const planId = await openCarried(db, services, row, of)
  await db
    .updateTable('absence_plan_months')
    .set((eb) => ({
      plan_id: planId,
      agreement_id: of.agreementId,
      company_id: of.companyId,
      updated_at: env.now(),
      version: eb('version', '+', 1),
    }))
    .where('agreement_id', '=', of.previousId)
    .where('month', '>=', monthOf(of.startDay))
    .where('invoice_id', 'is', null)
    .execute()
  await closeCarried(db, services, row, of.startDay)
  for (const step of ['goOver', 'begin'] as const)
    await logEvent(db, env, systemActor, 'PROCESS_STEP', {
      ...planEvent(step === 'goOver' ? row : { ...row, ...columnsOf(of), order_id: null }),
      data: { process: 'absence-plan', step },
    })
}

const columnsOf = (of: GoingOver) => ({
  company_id: of.companyId,
  beneficiary_employee_id: of.employeeId,
  agreement_id: of.agreementId,
})

async function openCarried(db: Db, { env }: Services, row: PlanRecord, of: GoingOver): Promise<string> {
  const id = env.id()
  await db
    .insertInto('absence_plans')
    .values({
      ...columnsOf(of),
      id,
      state: row.state,
      absence_kind: row.absence_kind,
      absence_text: row.absence_text,
      from_day: row.from_day,
      to_day: row.to_day,
      asked_to_day: row.asked_to_day,
      asked_by: row.asked_by,
      employer_days: row.employer_days,
      employee_signed_at: row.employee_signed_at,
      employer_signed_at: row.employer_signed_at,
      employer_signed_by: row.employer_signed_by,
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
  return id
}

/** A plan whose absence has begun has ended the day before; one that has not, or was not agreed, has come to nothing. */
async function closeCarried(db: Db, services: Services, row: PlanRecord, startDay: Day): Promise<void> {
  const hasBegun = row.from_day < startDay && row.state !== 'PROPOSED'
  const lastDay = addDays(startDay, -1)
  await updatePlan(db, services, row, {
    asked_to_day: null,
    ...(hasBegun
      ? { state: 'ENDED', to_day: [row.to_day, lastDay].toSorted()[0]! }
      : { state: 'CANCELLED', closed_reason: null }),
  })
}
