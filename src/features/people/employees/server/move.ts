import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import { giveRole } from './roles.ts'

/**
 * Somebody whose company has merged into another is employed there, with the same number and cost unit; who works there
 * already stays as they are. The caller answers for both companies.
 * @returns the id of their row in the other company
 */
export async function moveEmployee(
  db: Db,
  { env }: Pick<Services, 'env'>,
  { employeeId, intoCompanyId }: { readonly employeeId: string; readonly intoCompanyId: string },
): Promise<string> {
  const before = await db
    .selectFrom('beneficiary_employees')
    .selectAll()
    .where('id', '=', employeeId)
    .executeTakeFirstOrThrow()
  const now = env.now()
  const row = await db
    .insertInto('beneficiary_employees')
    .values({
      id: env.id(),
      company_id: intoCompanyId,
      user_id: before.user_id,
      employee_number: before.employee_number,
      cost_unit: before.cost_unit,
      pay_roll_other: before.pay_roll_other,
      last_working_day: before.last_working_day,
      job_trial_period_end: before.job_trial_period_end,
      absence_from: before.absence_from,
      absence_to: before.absence_to,
      status: 'ACCEPTED',
      added_by_employer: true,
      decided_at: now,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'user_id']).doUpdateSet({
        status: 'ACCEPTED',
        // An employment that had ended there is begun anew.
        last_working_day: sql<Day>`case when beneficiary_employees.status <> 'ACCEPTED' or beneficiary_employees.last_working_day < ${helsinkiDay(now)}
          then excluded.last_working_day else beneficiary_employees.last_working_day end`,
        decided_at: now,
        updated_at: now,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const company = await db
    .selectFrom('companies')
    .select(['id', 'group_company_id'])
    .where('id', '=', intoCompanyId)
    .executeTakeFirstOrThrow()
  await giveRole({ db, env }, { userId: before.user_id, role: 'BIKE_BENEFICIARY', company, actor: systemActor })
  return row.id
}
