import { createSetPasswordLink } from '#features/sessions/server/password-links.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { normaliseEmail } from '#platform/contract/validation.ts'
import { actorOf, logEvent } from '#platform/server/database/events.ts'
import { sendMail } from '#platform/server/database/messages.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import { requireEmail, storedPhone } from '#platform/server/http/identifier-fields.ts'
import type { employees } from '../contract.ts'
import { openOrder } from './acceptance.ts'
import { columnsOf } from './fields.ts'
import { findCompany } from './queries.ts'
import { giveRole } from './roles.ts'

type Adding = BaseContext & { readonly user: SignedIn }
type Given = BodyOf<typeof employees.create>
type Company = NonNullable<Awaited<ReturnType<typeof findCompany>>>

const INVITATION_DAYS = 14

/** The account of an address: the one that is there, or a new one without a password. */
async function accountFor(context: Adding, given: Given, company: Company) {
  const { db, env, user } = context
  const email = normaliseEmail(given.workEmail)
  requireEmail(email, 'workEmail')
  const phone = storedPhone(given.phoneNumber, 'phoneNumber')
  const id = env.id()
  const now = env.now()
  const made = await db
    .insertInto('users')
    .values({
      id,
      email,
      work_email: email,
      first_name: given.firstName.trim(),
      last_name: given.lastName.trim(),
      phone_number: phone,
      language: given.language ?? company.language,
      home_company_id: company.id,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made)
    await logEvent(db, env, actorOf(user), 'USER_CREATED', { subject: { type: 'person', id }, companyId: company.id })
  return db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'language', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
}

/**
 * Adds a person to a company as its employer: accepted at once, with an order, and with a link to set a password where
 * the account has none.
 * @returns the new row's id
 * @throws NOT_FOUND for a company outside the scope, NOT_FOR_ONESELF, EMPLOYEE_EXISTS, VALIDATION
 */
export async function addEmployee(context: Adding, given: Given): Promise<string> {
  const { db, env, user, scope } = context
  const company = (await findCompany(db, scope, given.companyId)) ?? fail('NOT_FOUND')
  const columns = await columnsOf(db, company, given)
  const account = await accountFor(context, given, company)
  if (account.id === user.userId) throw new AppError('NOT_FOR_ONESELF')
  const id = env.id()
  const now = env.now()
  const added = await db
    .insertInto('beneficiary_employees')
    .values({
      ...columns,
      id,
      company_id: company.id,
      user_id: account.id,
      status: 'ACCEPTED',
      added_by_employer: true,
      decided_by: user.userId,
      decided_at: now,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw new AppError('EMPLOYEE_EXISTS')
  const actor = actorOf(user)
  await giveRole(context, { userId: account.id, role: 'BIKE_BENEFICIARY', company, actor })
  await logEvent(db, env, actor, 'EMPLOYEE_ACCEPTED', {
    subject: { type: 'employee', id },
    companyId: company.id,
    employeeId: id,
    data: { addedByEmployer: true },
  })
  if (!account.password_hash) {
    await sendMail(db, context, {
      to: account.email,
      language: account.language,
      template: 'employees:mail.added',
      values: { name: account.first_name, company: company.name, days: INVITATION_DAYS },
      link: await createSetPasswordLink(db, env, account.id, INVITATION_DAYS),
      userId: account.id,
      companyId: company.id,
    })
  }
  const person = {
    employeeId: id,
    companyId: company.id,
    companyName: company.name,
    userId: account.id,
    email: account.email,
    firstName: account.first_name,
    language: account.language,
  }
  await openOrder(context, person, actor)
  return id
}
