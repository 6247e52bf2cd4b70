import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { sha256 } from '#platform/server/runtime/secrets.ts'
import { textsOfWording } from '#platform/server/runtime/texts.ts'
import type { AgreementFacts } from './agreement-pdf.ts'
import { articles } from './agreement-terms.ts'

/** The words that an agreement's document is made of. */
const wordGroups = ['agreements:pdf', 'terms:covers']

/** Keeps the words and the facts of a document that is shown for signing. @returns the agreement's columns for them */
export async function keepFacts(db: Db, { env }: Services, { texts, ...facts }: AgreementFacts) {
  const words = texts.wording(facts.language, wordGroups)
  const hash = sha256(words)
  await db
    .insertInto('document_wordings')
    .values({ sha256: hash, language: facts.language, words, created_at: env.now() })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
  return { wording_sha256: hash, document_facts: JSON.stringify({ ...facts, articles }) }
}

/** The document as it was shown, in its words; null for an agreement of a release that kept none. */
export async function keptFacts(db: Db, { texts }: Services, agreementId: string): Promise<AgreementFacts | null> {
  const row = await db
    .selectFrom('leasing_agreements as a')
    .innerJoin('document_wordings as w', 'w.sha256', 'a.wording_sha256')
    .select(['a.document_facts', 'w.language', 'w.words'])
    .where('a.id', '=', agreementId)
    .executeTakeFirst()
  if (!row?.document_facts) return null
  const facts = row.document_facts as Omit<AgreementFacts, 'texts' | 'at'> & { at: string }
  return { ...facts, at: new Date(facts.at), texts: textsOfWording(facts.language, row.words, texts) }
}
