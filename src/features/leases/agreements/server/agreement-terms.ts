import { sql } from 'kysely'
import { publishTerms } from '#features/ground/terms/server/publish.ts'
import { termsInForce } from '#features/ground/terms/server/queries.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { sha256 } from '#platform/server/runtime/secrets.ts'

/** The articles of the terms in their order. */
export const articles = [
  'scope',
  'term',
  'delivery',
  'ownership',
  'use',
  'insurance',
  'maintenance',
  'payments',
  'tax',
  'absence',
  'leaving',
  'redemption',
  'earlyEnd',
  'employerDefault',
  'data',
  'changes',
  'disputes',
] as const

/** What an agreement fills into its terms. */
const filledIn = ['authority', 'insured', 'lessor', 'months', 'residual', 'serviced', 'uninsured', 'vatMoves'] as const
export type TermsValues = Readonly<Record<(typeof filledIn)[number], string | number>>

type Words = (key: string, values?: Record<string, unknown>) => string

/** The terms' articles with an agreement's own values; a kept agreement names the articles that it was made with. */
export function agreementArticles(t: Words, values: TermsValues, named: readonly string[] = articles) {
  return named.map((article, index) => ({
    title: `${index + 1}. ${t(`pdf.articles.${article}.title`)}`,
    paragraphs: t(`pdf.articles.${article}.text`, values).split('\n'),
  }))
}

/** The terms as a text of their own, with the names of what each agreement fills in. */
function generalText(t: Words): string {
  const blanks = Object.fromEntries(filledIn.map((name) => [name, `{${name}}`])) as Record<keyof TermsValues, string>
  const parts = agreementArticles(t, blanks).map(({ title, paragraphs }) => [title, ...paragraphs].join('\n'))
  return `${[t('pdf.terms'), ...parts].join('\n\n')}\n`
}

/**
 * Keeps the wording of this release as a version of the agreement terms, when it differs from the last one: agreements
 * name the version and hash of what was signed.
 */
export async function registerAgreementTerms(db: Db, { env, texts, brand }: Services): Promise<void> {
  const textOf = (language: 'fi' | 'sv' | 'en') => {
    const t: Words = (key, values) => texts.t(language, `agreements:${key}`, { product: brand.name, ...values })
    return { title: t('pdf.terms'), content: generalText(t) }
  }
  // Nodes that start at the same moment take turns.
  await sql`select pg_advisory_xact_lock(hashtext('agreement-terms'))`.execute(db)
  const wording = { fi: textOf('fi'), sv: textOf('sv'), en: textOf('en') }
  const before = await termsInForce(db, 'AGREEMENT')
  const isSame = (['fi', 'sv', 'en'] as const).every((language) => {
    const row = before.find((one) => one.language === language)
    return row?.sha256.equals(sha256(wording[language].content))
  })
  if (isSame) return
  const number = (before[0]?.number ?? 0) + 1
  await publishTerms(db, env, { kind: 'AGREEMENT', number, insurance: null, createdBy: null, texts: wording })
}
