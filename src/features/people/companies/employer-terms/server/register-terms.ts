import { sql } from 'kysely'
import { publishTerms } from '#features/ground/terms/server/publish.ts'
import { termsInForce } from '#features/ground/terms/server/queries.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { employerTermsKinds } from '../rules.ts'

/**
 * Keeps the service's own wording of what employers accept as the first version, where there is none; a later one is
 * published by the staff.
 */
export async function registerEmployerTerms(db: Db, { env, texts, brand }: Services): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('employer-terms'))`.execute(db)
  for (const kind of employerTermsKinds) {
    if ((await termsInForce(db, kind)).length > 0) continue
    const textOf = (language: 'fi' | 'sv' | 'en') => {
      const t = (key: string) =>
        texts.t(language, `employer-terms:${key}`, { product: brand.name, provider: brand.legalName })
      return {
        title: t(`document.${kind}.title`),
        content: `${t(`document.${kind}.title`)}\n\n${t(`document.${kind}.text`)}\n`,
      }
    }
    const wording = { fi: textOf('fi'), sv: textOf('sv'), en: textOf('en') }
    await publishTerms(db, env, { kind, number: 1, insurance: null, createdBy: null, acceptBy: null, texts: wording })
  }
}
