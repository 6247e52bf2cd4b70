import type { Db } from '#platform/server/database/db.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import type { Day } from '#platform/values/days.ts'

/** Moves the day by which an invoice is to be paid; its reminders count from the new one. */
export async function moveDueDay(
  db: Db,
  env: Env,
  { invoiceId, dueDay }: { invoiceId: string; dueDay: Day },
): Promise<void> {
  await db
    .updateTable('invoices')
    .set((eb) => ({
      due_day: dueDay,
      first_reminder_at: null,
      second_reminder_at: null,
      version: eb('version', '+', 1),
      updated_at: env.now(),
    }))
    .where('id', '=', invoiceId)
    .execute()
}
