import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import type { Services } from '#platform/server/http/context.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { type Employer, listEmployerPeople } from './employer-people.ts'

/** What an employer's admins hear of at once, whoever changed it. */
export type GuardedPart = 'twoFactor' | 'signers' | 'recipients' | 'admins' | 'group'

/** Tells every admin of an employer that something has changed that protects its people or its money. */
export async function notifyAdmins(
  db: Db,
  services: Services & { readonly user: Pick<SignedIn, 'userId' | 'firstName' | 'lastName'> },
  employer: Employer & { readonly name: string },
  part: GuardedPart,
): Promise<void> {
  const admins = (await listEmployerPeople(db, employer)).filter(
    ({ userId, signsByRole, invited }) =>
      signsByRole && !invited && !(part === 'admins' && userId === services.user.userId),
  )
  if (admins.length === 0) return
  const people = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'language'])
    .where(
      'id',
      'in',
      admins.map(({ userId }) => userId),
    )
    .execute()
  const by = `${services.user.firstName} ${services.user.lastName}`
  for (const person of people)
    await sendMail(db, services, {
      to: person.email,
      language: person.language,
      template: `companies:mail.guarded.${part}`,
      values: { name: person.first_name, employer: employer.name, by },
      userId: person.id,
    })
}

/**
 * Tells the other admins of an employer who has become one of them since then: an admin signs for the employer, and staff
 * can name one whom nobody there knows.
 */
export async function tellOfNewAdmin(
  db: Db,
  services: Services,
  { userId, since }: { readonly userId: string; readonly since: Date },
): Promise<void> {
  const found = await sql<{ companyId: string | null; groupCompanyId: string | null; name: string }>`
    select distinct ur.company_id as "companyId", ur.group_company_id as "groupCompanyId", coalesce(c.name, g.name) as name
      from user_roles ur left join companies c on c.id = ur.company_id left join group_companies g on g.id = ur.group_company_id
     where ur.user_id = ${userId} and ur.created_at >= ${since}
       and ur.role_id in (${roleId('EMPLOYER_ADMIN')}, ${roleId('EMPLOYER_GROUP_ADMIN')})`.execute(db)
  if (found.rows.length === 0) return
  const user = await db
    .selectFrom('users')
    .select(['id as userId', 'first_name as firstName', 'last_name as lastName'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  for (const { companyId, groupCompanyId, name } of found.rows) {
    const employer = companyId ? { companyId, name } : { groupCompanyId: groupCompanyId!, name }
    await notifyAdmins(db, { ...services, user }, employer, 'admins')
  }
}
