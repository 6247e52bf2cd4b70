import { WHOLE_LIST_MAX } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { termsKinds } from '../shapes.ts'

export type TermsKind = (typeof termsKinds)[number]

export const termsRows = (db: Db, kind?: TermsKind) =>
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
export async function termsInForce(db: Db, kind: TermsKind): Promise<TermsRow[]> {
  const latest = db
    .selectFrom('terms_documents')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('kind', '=', kind)
  return db.selectFrom('terms_documents').selectAll().where('kind', '=', kind).where('number', '=', latest).execute()
}
