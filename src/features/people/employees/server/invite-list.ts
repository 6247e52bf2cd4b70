import { requireTermsAccepted } from '#features/people/companies/employer-terms/server/standing.ts'
import type { QueryOf, ReplyOf } from '#platform/contract/contract.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { inSavepoint } from '#platform/server/database/savepoint.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { readRows } from '#platform/server/documents/reading/csv.ts'
import { decoded } from '#platform/server/documents/reading/decode.ts'
import { isWorkbook } from '#platform/server/documents/reading/xlsx-rows.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import type { employees } from '../contract.ts'
import { type LeftOut, type ListedPerson, lineOf, peopleOf } from '../list-of-people.ts'
import { mailRows } from '../mail-lines.ts'
import { type LeftOutReason, PEOPLE_MAX } from '../rules.ts'
import { addEmployee } from './add.ts'
import { findCompany } from './queries.ts'

/**
 * The addresses that lists inside the scope show already, each with the company: its own or another of the caller's.
 * That is all that an employer is told about an address.
 */
async function knownAddresses(db: Db, scope: Scope, people: readonly ListedPerson[]) {
  if (people.length === 0) return []
  return db
    .selectFrom('beneficiary_employees as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .select(['u.work_email', 'c.id', 'c.name'])
    .where(
      'u.work_email',
      'in',
      people.map(({ email }) => email),
    )
    .where('e.status', 'not in', ['REJECTED', 'ENDED'])
    .where('c.deleted_at', 'is', null)
    .where(within(scope, { company: 'c.id' }))
    .orderBy('c.name')
    .execute()
}

const leftOf = (person: ListedPerson, reason: LeftOutReason): LeftOut => ({
  line: person.line,
  text: lineOf(person),
  reason,
})

const isReason = (code: string): code is 'EMPLOYEE_EXISTS' | 'NOT_FOR_ONESELF' | 'INVITATIONS_USED_UP' =>
  code === 'EMPLOYEE_EXISTS' || code === 'NOT_FOR_ONESELF' || code === 'INVITATIONS_USED_UP'

/** Invites one of the list as the form does; why not, where somebody has been quicker or the day's mails are used up. */
async function inviteOne(context: SignedInContext, companyId: string, person: ListedPerson) {
  const { firstName, lastName, email: workEmail, phoneNumber } = person
  try {
    await inSavepoint(context.db, () =>
      addEmployee(context, { companyId, firstName, lastName, workEmail, ...(phoneNumber ? { phoneNumber } : {}) }),
    )
    return undefined
  } catch (error) {
    if (error instanceof AppError && isReason(error.code)) return error.code
    throw error
  }
}

/** The people that a list names: recipients as a mail program copies them, or a table. @throws FILE_NOT_ACCEPTED */
function peopleIn(content: Uint8Array) {
  const copied = isWorkbook(content) ? undefined : mailRows(decoded(content))
  const rows = copied ?? readRows(content)
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > PEOPLE_MAX) throw new AppError('FILE_NOT_ACCEPTED')
  return peopleOf(rows)
}

/**
 * Invites the people of a list to a company's benefit, or with `dryRun` says whom it would invite and whom not.
 * @throws NOT_FOUND for a company outside the scope, EMPLOYER_TERMS_MISSING, FILE_NOT_ACCEPTED for what is no list of
 * people
 */
export async function inviteList(
  context: SignedInContext,
  content: Uint8Array,
  { companyId, dryRun = false }: QueryOf<typeof employees.inviteList>,
): Promise<ReplyOf<typeof employees.inviteList>> {
  const { db, env, scope, user } = context
  const company = (await findCompany(db, scope, companyId)) ?? fail('NOT_FOUND')
  await requireTermsAccepted(db, [company.id], env.now())
  const { people, left } = peopleIn(content)
  const known = Map.groupBy(await knownAddresses(db, scope, people), ({ work_email }) => work_email)
  const taken: ReplyOf<typeof employees.inviteList>['people'] = []
  for (const person of people) {
    const lists = known.get(person.email) ?? []
    const isOwn = person.email === user.email || person.email === user.workEmail
    const isListed = lists.some(({ id }) => id === company.id)
    const reason = isOwn ? 'NOT_FOR_ONESELF' : isListed ? 'EMPLOYEE_EXISTS' : undefined
    const refused = reason ?? (dryRun ? undefined : await inviteOne(context, company.id, person))
    if (refused) left.push(leftOf(person, refused))
    else taken.push({ ...person, otherCompany: lists[0]?.name ?? null })
  }
  return { dryRun, people: taken, left: left.toSorted((a, b) => a.line - b.line) }
}
