import type { DocumentWords } from '#features/ground/documents/server/document-words.ts'
import { type PriceCard, serviceTermsOf } from '#features/pricing/leasing/rules/price-card.ts'

/** The service that the instalments contain, and how it is used; nothing where the terms have no rule for it. */
export function servicedClause(card: PriceCard, t: DocumentWords['t'], euros: DocumentWords['euros']): string {
  const service = serviceTermsOf(card)
  if (!service) return ''
  const { release, daysAfter, cents } = service
  const atEnd = daysAfter > 0 ? t('pdf.serviceAfter', { count: daysAfter }) : t('pdf.serviceLapses')
  return `${t('pdf.serviced', { sum: euros(cents) })} ${t(`pdf.serviceReleases.${release}`)} ${atEnd} `
}
