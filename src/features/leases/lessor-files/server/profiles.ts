import { lockLessor } from '#features/pricing/leasing/server/queries.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { fail, failFieldText } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import type { LessorProfileView, lessorFiles } from '../contract.ts'
import { type LessorProfile, lessorAnswers, lessorColumns, ordinaryProfile } from '../rules/profile.ts'

const findRow = (db: Db, leasingCompanyId: string) =>
  db
    .selectFrom('lessor_file_profiles')
    .select(['profile', 'version'])
    .where('leasing_company_id', '=', leasingCompanyId)
    .executeTakeFirst()

/** How a lessor wants its files: as it has told, or in the service's own form. */
export async function profileOf(db: Db, leasingCompanyId: string): Promise<LessorProfile> {
  return ((await findRow(db, leasingCompanyId))?.profile as LessorProfile | undefined) ?? ordinaryProfile
}

export async function profileView(db: Db, leasingCompanyId: string): Promise<LessorProfileView> {
  const row = await findRow(db, leasingCompanyId)
  const profile = (row?.profile as LessorProfile | undefined) ?? ordinaryProfile
  return { leasingCompanyId, ...profile, version: row?.version ?? 0 }
}

/** Two columns of one head, or two answers of one word, could not be told apart. */
function requireDifferent(profile: LessorProfile): void {
  const seen = new Set<string>()
  for (const [path, text] of [
    ...lessorColumns.map((column) => [`headers.${column}`, `h${profile.headers[column]}`] as const),
    ...lessorAnswers.map((answer) => [`answers.${answer}`, `a${profile.answers[answer].toLowerCase()}`] as const),
  ]) {
    if (text.length === 1) continue
    if (seen.has(text)) failFieldText(path, 'lessor-files:fieldErrors.TWICE')
    seen.add(text)
  }
}

const trimmed = <K extends string>(texts: Readonly<Record<K, string>>) =>
  Object.fromEntries(Object.entries<string>(texts).map(([key, text]) => [key, text.trim()])) as Record<K, string>

/** Sets the form of a lessor's files. @throws NOT_FOUND, VERSION_CONFLICT */
export async function setProfile(
  context: SignedInContext,
  leasingCompanyId: string,
  { version, ...body }: BodyOf<typeof lessorFiles.setProfile>,
): Promise<LessorProfileView> {
  const { db, env, user } = context
  const lessor = (await lockLessor(db, leasingCompanyId)) ?? fail('NOT_FOUND')
  const before = await profileView(db, lessor.id)
  requireVersion(version, before.version, before)
  const profile: LessorProfile = { ...body, headers: trimmed(body.headers), answers: trimmed(body.answers) }
  requireDifferent(profile)
  const now = env.now()
  const values = { profile: JSON.stringify(profile), version: version + 1, updated_at: now }
  await db
    .insertInto('lessor_file_profiles')
    .values({ id: env.id(), leasing_company_id: lessor.id, created_at: now, ...values })
    .onConflict((conflict) => conflict.column('leasing_company_id').doUpdateSet(values))
    .execute()
  await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
    subject: { type: 'register', id: lessor.id },
    shared: false,
    data: { register: 'lessor-files', change: 'updated' },
  })
  return { leasingCompanyId: lessor.id, ...profile, version: version + 1 }
}
