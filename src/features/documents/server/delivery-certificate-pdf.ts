import { createPdf } from '#platform/server/documents/pdf.ts'
import { type Day, formatDay } from '#platform/values/days.ts'
import { type DocumentBase, wordsOf } from './document-words.ts'

export interface CertificateFacts extends DocumentBase {
  readonly orderNumber: string
  readonly bike: string
  readonly frameNumber: string
  readonly deliveryDay: Day
  readonly store: string
  readonly receiver: string
  readonly employer: string
  readonly reportedBy: 'EMPLOYEE' | 'STORE' | 'STAFF'
}

/** The delivery certificate that the lessor asks for: which bike was handed over to whom, by whom and when. */
export async function renderCertificatePdf(facts: CertificateFacts): Promise<Buffer> {
  const { t } = wordsOf(facts, 'documents')
  const page = createPdf({
    ...facts,
    title: `${t('certificate.title')} ${facts.orderNumber}`,
    headline: t('certificate.headline', { order: facts.orderNumber }),
  })
  page.title(t('certificate.title'))
  page.paragraph(t('certificate.intro'), { soft: true })
  page.space(4)
  page.figures([
    [t('certificate.frameNumber'), facts.frameNumber],
    [t('certificate.deliveryDay'), formatDay(facts.deliveryDay)],
  ])
  page.heading(t('certificate.bikeSection'))
  page.facts([
    [t('certificate.bike'), facts.bike],
    [t('certificate.order'), facts.orderNumber],
  ])
  page.heading(t('certificate.handOver'))
  page.facts([
    [t('certificate.store'), facts.store],
    [t('certificate.receiver'), facts.receiver],
    [t('certificate.employer'), facts.employer],
    [t('certificate.reportedBy'), t(`certificate.reporters.${facts.reportedBy}`)],
  ])
  page.space(8)
  page.paragraph(t('certificate.madeOn', { day: formatDay(facts.day) }), { soft: true })
  return page.finish()
}
