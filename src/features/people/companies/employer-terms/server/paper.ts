import type { LanguageCode } from '#platform/contract/contract.ts'
import type { DocumentMaker } from '#platform/server/documents/later-documents.ts'
import { createPdf } from '#platform/server/documents/pdf.ts'
import { formatInstant } from '#platform/values/days.ts'

/** What the paper of an acceptance says, kept until it is drawn. */
export interface PaperFacts {
  readonly language: LanguageCode
  readonly company: { readonly name: string; readonly businessId: string }
  readonly title: string
  readonly number: number
  readonly content: string
  readonly sha256: string
  readonly typedName: string
  readonly position: string | null
  readonly email: string
  readonly acceptedAt: string
}

/** Draws what a company has accepted, who did and when, and seals it. */
export const makeEmployerTermsPdf: DocumentMaker = async ({ texts, brand, seal }, { facts }) => {
  const f = facts as PaperFacts
  const t = (key: string, values = {}) =>
    texts.t(f.language, `employer-terms:pdf.${key}`, { product: brand.name, ...values })
  const at = new Date(f.acceptedAt)
  const page = await createPdf({
    brand,
    language: f.language,
    at,
    title: `${f.title} ${f.number}`,
    headline: f.company.name,
  })
  page.title(t('title', { title: f.title, number: f.number }))
  page.facts([
    [t('company'), `${f.company.name}, ${f.company.businessId}`],
    [t('provider'), `${brand.legalName}, ${brand.businessId}`],
    [t('acceptedBy'), [f.typedName, f.position].filter(Boolean).join(', ')],
    [t('address'), f.email],
    [t('acceptedAt'), formatInstant(f.acceptedAt)],
    [t('hash'), f.sha256.replace(/(.{32})/, '$1\n')],
  ])
  for (const paragraph of f.content.split('\n').filter(Boolean)) page.paragraph(paragraph)
  return seal(await page.finish(), t('title', { title: f.title, number: f.number }))
}
