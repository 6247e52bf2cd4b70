import { sql } from 'kysely'
import { publishTerms } from '#features/ground/terms/server/publish.ts'
import { termsInForce } from '#features/ground/terms/server/queries.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { sha256 } from '#platform/server/runtime/secrets.ts'
import { type EmployerTermsKind, employerTermsKinds } from '../rules.ts'

/** Whether anybody has accepted any version of these terms. */
const isAccepted = async (db: Db, kind: EmployerTermsKind) =>
  (await db.selectFrom('terms_acceptances').select('id').where('kind', '=', kind).limit(1).executeTakeFirst()) !==
  undefined

/**
 * Keeps the service's own wording of what employers accept as the first version, where there is none; a later one is
 * published by the staff. As long as only the service itself has published and nobody has accepted, its wording is
 * published anew when it differs: whoever names the owner after the first start asks nobody to accept another company.
 */
export async function registerEmployerTerms(db: Db, { env, texts, brand }: Services): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('employer-terms'))`.execute(db)
  for (const kind of employerTermsKinds) {
    const before = await termsInForce(db, kind)
    if (before.some((row) => row.created_by !== null) || (await isAccepted(db, kind))) continue
    const textOf = (language: 'fi' | 'sv' | 'en') => {
      const t = (key: string) =>
        texts.t(language, `employer-terms:${key}`, { product: brand.name, provider: brand.legalName })
      return {
        title: t(`document.${kind}.title`),
        content: `${t(`document.${kind}.title`)}\n\n${t(`document.${kind}.text`)}\n`,
      }
    }
    const wording = { fi: textOf('fi'), sv: textOf('sv'), en: textOf('en') }
    if (before.length > 0 && before.every((row) => row.sha256.equals(sha256(wording[row.language].content)))) continue
    const number = (before[0]?.number ?? 0) + 1
    await publishTerms(db, env, { kind, number, insurance: null, createdBy: null, acceptBy: null, texts: wording })
  }
}
