import type { Recipient } from '#features/people/companies/recipients/shapes.ts'
import { fail, failField } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Employer, listEmployerPeople } from './employer-people.ts'

/** The payroll report's recipients of a company or a group, by name. */
export async function listRecipients(db: Db, employer: Employer): Promise<Recipient[]> {
  const users =
    'companyId' in employer
      ? db
          .selectFrom('payroll_recipients as p')
          .where('p.company_id', '=', employer.companyId)
          .innerJoin('users as u', 'u.id', 'p.user_id')
      : db
          .selectFrom('group_payroll_recipients as p')
          .where('p.group_company_id', '=', employer.groupCompanyId)
          .innerJoin('users as u', 'u.id', 'p.user_id')
  const rows = await (users as ReturnType<typeof recipientUsers>)
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.work_email'])
    .orderBy('u.last_name')
    .orderBy('u.first_name')
    .orderBy('u.id')
    .execute()
  return rows.map((row) => ({
    userId: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    workEmail: row.work_email,
  }))
}

const recipientUsers = (db: Db) => db.selectFrom('payroll_recipients as p').innerJoin('users as u', 'u.id', 'p.user_id')

/**
 * Adds recipients; those who are there already stay.
 * @throws VALIDATION when somebody has no role in which the report may be read
 */
export async function addRecipients(db: Db, employer: Employer, userIds: readonly string[]): Promise<void> {
  const readers = new Set((await listEmployerPeople(db, employer)).filter((p) => p.canReadReports).map((p) => p.userId))
  if (!userIds.every((id) => readers.has(id)))
    failField('userIds', 'CANNOT_READ_REPORTS', 'has no role that reads payroll reports')
  const rows = [...new Set(userIds)].map((user_id) => ({ user_id }))
  if (rows.length === 0) return
  if ('companyId' in employer)
    await db
      .insertInto('payroll_recipients')
      .values(rows.map((row) => ({ ...row, company_id: employer.companyId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else
    await db
      .insertInto('group_payroll_recipients')
      .values(rows.map((row) => ({ ...row, group_company_id: employer.groupCompanyId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** @throws NOT_FOUND when the person is not a recipient */
export async function removeRecipient(db: Db, employer: Employer, userId: string): Promise<void> {
  const result =
    'companyId' in employer
      ? await db
          .deleteFrom('payroll_recipients')
          .where('company_id', '=', employer.companyId)
          .where('user_id', '=', userId)
          .executeTakeFirst()
      : await db
          .deleteFrom('group_payroll_recipients')
          .where('group_company_id', '=', employer.groupCompanyId)
          .where('user_id', '=', userId)
          .executeTakeFirst()
  if (result.numDeletedRows === 0n) fail('NOT_FOUND')
}

/** Hands one recipient's report to another person, or adds the person when nobody else is named. */
export async function replaceRecipient(
  db: Db,
  employer: Employer,
  userId: string,
  by: string | undefined,
): Promise<void> {
  if (by !== undefined) await removeRecipient(db, employer, userId)
  await addRecipients(db, employer, [by ?? userId])
}
