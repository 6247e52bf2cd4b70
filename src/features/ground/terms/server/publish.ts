import type { Insertable } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import { isUniqueViolation } from '#platform/server/http/changes.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { sha256 } from '#platform/server/runtime/secrets.ts'
import type { Day } from '#platform/values/days.ts'
import type { InsuranceFacts } from '../shapes.ts'
import type { TermsKind, TermsRow } from './queries.ts'

type Language = 'fi' | 'sv' | 'en'

export interface NewTerms {
  readonly kind: TermsKind
  readonly number: number
  readonly insurance: InsuranceFacts | null
  readonly createdBy: string | null
  /** Until when employers that accepted an earlier version accept this one. */
  readonly acceptBy?: Day | null
  readonly texts: Readonly<Record<Language, { readonly title: string; readonly content: string }>>
}

/** Writes a version in its three languages. @throws VERSION_CONFLICT when another has taken the number */
export async function publishTerms(db: Db, env: Env, terms: NewTerms): Promise<TermsRow[]> {
  const now = env.now()
  const rows = Object.entries(terms.texts).map(
    ([language, { title, content }]): Insertable<Tables['terms_documents']> => ({
      id: env.id(),
      kind: terms.kind,
      number: terms.number,
      language: language as Language,
      title,
      content,
      sha256: sha256(content),
      insurance: terms.insurance && JSON.stringify(terms.insurance),
      accept_by: terms.acceptBy ?? null,
      created_by: terms.createdBy,
      created_at: now,
    }),
  )
  return db
    .insertInto('terms_documents')
    .values(rows)
    .returningAll()
    .execute()
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new AppError('VERSION_CONFLICT') : error
    })
}
