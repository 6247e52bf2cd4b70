import type { QueryOf, ReplyOf } from '#platform/contract/contract.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { inSavepoint } from '#platform/server/database/savepoint.ts'
import { readRows } from '#platform/server/documents/reading/csv.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import type { employees } from '../contract.ts'
import { type LeftOut, type ListedPerson, PEOPLE_MAX, peopleOf } from '../list-of-people.ts'
import type { LeftOutReason } from '../rules.ts'
import { addEmployee } from './add.ts'
import { findCompany } from './queries.ts'

/** The addresses that the company's own list shows already, which is all that an employer is told about them. */
async function knownAddresses(db: Db, company: { readonly id: string }, people: readonly ListedPerson[]) {
  if (people.length === 0) return new Set<string>()
  const rows = await db
    .selectFrom('beneficiary_employees as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select('u.work_email')
    .where('e.company_id', '=', company.id)
    .where(
      'u.work_email',
      'in',
      people.map(({ email }) => email),
    )
    .where('e.status', 'not in', ['REJECTED', 'ENDED'])
    .execute()
  return new Set(rows.map(({ work_email }) => work_email))
}

const leftOf = ({ line, firstName, lastName, email }: ListedPerson, reason: LeftOutReason): LeftOut => ({
  line,
  text: `${firstName} ${lastName} · ${email}`,
  reason,
})

const isReason = (code: string): code is 'EMPLOYEE_EXISTS' | 'NOT_FOR_ONESELF' | 'INVITATIONS_USED_UP' =>
  code === 'EMPLOYEE_EXISTS' || code === 'NOT_FOR_ONESELF' || code === 'INVITATIONS_USED_UP'

/** Invites one of the list as the form does; why not, where somebody has been quicker or the day's mails are used up. */
async function inviteOne(context: SignedInContext, companyId: string, person: ListedPerson) {
  const { firstName, lastName, email: workEmail } = person
  try {
    await inSavepoint(context.db, () => addEmployee(context, { companyId, firstName, lastName, workEmail }))
    return undefined
  } catch (error) {
    if (error instanceof AppError && isReason(error.code)) return error.code
    throw error
  }
}

/**
 * Invites the people of a list to a company's benefit, or with `dryRun` says whom it would invite and whom not.
 * @throws NOT_FOUND for a company outside the scope, FILE_NOT_ACCEPTED for what is no list of people
 */
export async function inviteList(
  context: SignedInContext,
  content: Uint8Array,
  { companyId, dryRun = false }: QueryOf<typeof employees.inviteList>,
): Promise<ReplyOf<typeof employees.inviteList>> {
  const { db, scope, user } = context
  const company = (await findCompany(db, scope, companyId)) ?? fail('NOT_FOUND')
  const rows = readRows(content)
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > PEOPLE_MAX) throw new AppError('FILE_NOT_ACCEPTED')
  const { people, left } = peopleOf(rows)
  const known = await knownAddresses(db, company, people)
  const taken: ListedPerson[] = []
  for (const person of people) {
    const isOwn = person.email === user.email || person.email === user.workEmail
    const reason = isOwn ? 'NOT_FOR_ONESELF' : known.has(person.email) ? 'EMPLOYEE_EXISTS' : undefined
    const refused = reason ?? (dryRun ? undefined : await inviteOne(context, company.id, person))
    if (refused) left.push(leftOf(person, refused))
    else taken.push(person)
  }
  return { dryRun, people: taken, left: left.toSorted((a, b) => a.line - b.line) }
}
