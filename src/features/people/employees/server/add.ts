import { invite } from '#features/ground/invitations/server/invite.ts'
import { requireTermsAccepted } from '#features/people/companies/employer-terms/server/standing.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { normaliseEmail } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { requireEmail, storedPhone } from '#platform/server/http/identifier-fields.ts'
import type { employees } from '../contract.ts'
import { columnsOf, requireAbsenceInEmployment, requireReasonRight } from './fields.ts'
import { findCompany } from './queries.ts'

type Given = BodyOf<typeof employees.create>

/** Whether the company's own list shows the address already, which is all that an employer is told about it. */
async function isOnOwnList(db: Db, companyId: string, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('beneficiary_employees as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select('e.id')
    .where('e.company_id', '=', companyId)
    .where('u.work_email', '=', email)
    .where('e.status', 'not in', ['REJECTED', 'ENDED'])
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Invites a person to a company's benefit as its employer. The row shows what was typed and waits for the person's yes;
 * whether the address has an account changes neither the answer nor the work.
 * @returns the new row's id
 * @throws NOT_FOUND for a company outside the scope, NOT_FOR_ONESELF, EMPLOYEE_EXISTS, VALIDATION
 */
export async function addEmployee(context: SignedInContext, given: Given): Promise<string> {
  const { db, env, user, scope } = context
  const company = (await findCompany(db, scope, given.companyId)) ?? fail('NOT_FOUND')
  requireReasonRight(user, company.id, given)
  const columns = await columnsOf(db, company, given)
  requireAbsenceInEmployment(columns, null)
  const email = normaliseEmail(given.workEmail)
  requireEmail(email, 'workEmail')
  const phoneNumber = storedPhone(given.phoneNumber, 'phoneNumber')
  if (email === user.email || email === user.workEmail) throw new AppError('NOT_FOR_ONESELF')
  await requireTermsAccepted(db, [company.id], env.now())
  if (await isOnOwnList(db, company.id, email)) throw new AppError('EMPLOYEE_EXISTS')
  const userId = await invite(context, {
    kind: 'EMPLOYEE',
    email,
    firstName: given.firstName.trim(),
    lastName: given.lastName.trim(),
    phoneNumber,
    language: given.language ?? company.language,
    company,
    invitedBy: user.userId,
  })
  if (!userId) throw new AppError('EMPLOYEE_EXISTS')
  const id = env.id()
  const now = env.now()
  await db
    .insertInto('beneficiary_employees')
    .values({
      ...columns,
      id,
      company_id: company.id,
      user_id: userId,
      status: 'INVITED',
      added_by_employer: true,
      decided_by: user.userId,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await logEvent(db, env, actorOf(user), 'EMPLOYEE_INVITED', {
    subject: { type: 'employee', id },
    companyId: company.id,
    employeeId: id,
  })
  return id
}
