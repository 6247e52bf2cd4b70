import type { Job } from '#platform/server/jobs/jobs.ts'
import { addMonths, helsinkiDay } from '#platform/values/days.ts'

const KEPT_MONTHS = 12

/**
 * Removes the reasons of absences that ended a year ago; one without an end counts from its beginning. The days stay,
 * since payroll rests on them.
 */
export const removeAbsenceReasons: Job = {
  name: 'remove-absence-reasons',
  cron: '37 3 * * *',
  async run({ database, env }) {
    const removed = await database.primary
      .updateTable('beneficiary_employees')
      .set((eb) => ({
        absence_reason: null,
        absence_other: null,
        updated_at: env.now(),
        version: eb('version', '+', 1),
      }))
      .where((eb) => eb.or([eb('absence_reason', 'is not', null), eb('absence_other', 'is not', null)]))
      .where((eb) => eb.fn.coalesce('absence_to', 'absence_from'), '<', addMonths(helsinkiDay(env.now()), -KEPT_MONTHS))
      .executeTakeFirst()
    return { reasons: Number(removed.numUpdatedRows) }
  },
}
