import type { Insertable } from 'kysely'
import { WHOLE_LIST_MAX } from '#platform/contract/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import { isUniqueViolation } from '#platform/server/http/changes.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { sha256 } from '#platform/server/runtime/secrets.ts'
import type { InsuranceFacts } from '../shapes.ts'

type Kind = 'AGREEMENT' | 'INSURANCE'
type Language = 'fi' | 'sv' | 'en'

export interface NewTerms {
  readonly kind: Kind
  readonly number: number
  readonly insurance: InsuranceFacts | null
  readonly createdBy: string | null
  readonly texts: Readonly<Record<Language, { readonly title: string; readonly content: string }>>
}

export const termsRows = (db: Db, kind?: Kind) =>
  db
    .selectFrom('terms_documents')
    .selectAll()
    .$if(kind !== undefined, (q) => q.where('kind', '=', kind!))
    .orderBy('kind')
    .orderBy('number', 'desc')
    .orderBy('language')
    .limit(WHOLE_LIST_MAX)
    .execute()

export type TermsRow = Awaited<ReturnType<typeof termsRows>>[number]

export const findTerms = (db: Db, id: string): Promise<TermsRow | undefined> =>
  db.selectFrom('terms_documents').selectAll().where('id', '=', id).executeTakeFirst()

/** The texts of the version in force; none before the first. */
export async function termsInForce(db: Db, kind: Kind): Promise<TermsRow[]> {
  const latest = db
    .selectFrom('terms_documents')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('kind', '=', kind)
  return db.selectFrom('terms_documents').selectAll().where('kind', '=', kind).where('number', '=', latest).execute()
}

/** Writes a version in its three languages. @throws VERSION_CONFLICT when another has taken the number */
export async function publishTerms(db: Db, env: Env, terms: NewTerms): Promise<TermsRow[]> {
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
      created_by: terms.createdBy,
      created_at: env.now(),
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
