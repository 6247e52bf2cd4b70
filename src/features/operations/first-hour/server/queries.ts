import { toldStatus } from '#features/ground/outbox/server/told-status.ts'
import type { Db } from '#platform/server/database/db.ts'

export const testMailTemplate = 'first-hour:mail.test'

/** The newest mail that tried the sender, whoever sent it. */
export const findTestMail = (db: Db) =>
  db
    .selectFrom('outbox')
    .select(['id', 'recipient', 'created_at', 'sent_at', 'last_error', toldStatus('outbox').as('status')])
    .where('template', '=', testMailTemplate)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export type TestMailRow = NonNullable<Awaited<ReturnType<typeof findTestMail>>>

/** How many years of tax tables wait for somebody who compares them with their source. */
export async function yearsToConfirm(db: Db): Promise<number> {
  const row = await db
    .selectFrom('open_turns')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('process', '=', 'tax-year')
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
