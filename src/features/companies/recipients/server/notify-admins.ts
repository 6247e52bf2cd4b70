import type { Db } from '#platform/server/database/db.ts'
import { sendMail } from '#platform/server/database/messages.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Employer, listEmployerPeople } from './employer-people.ts'

/** What an employer's admins hear of at once, whoever changed it. */
export type GuardedPart = 'twoFactor' | 'signers' | 'recipients'

/** Tells every admin of an employer that something has changed that protects its people or its money. */
export async function notifyAdmins(
  db: Db,
  services: Services & { readonly user: SignedIn },
  employer: Employer & { readonly name: string },
  part: GuardedPart,
): Promise<void> {
  const admins = (await listEmployerPeople(db, employer)).filter(({ signsByRole, invited }) => signsByRole && !invited)
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
