import { createPdf } from '#platform/server/documents/pdf.ts'
import { type Day, formatDay } from '#platform/values/days.ts'
import { type DocumentBase, lines, wordsOf } from './document-words.ts'

export interface CertificateFacts extends DocumentBase {
  readonly orderNumber: string
  readonly agreementNumber: string | null
  readonly bike: string
  readonly frameSize: string | null
  readonly colour: string | null
  readonly accessories: readonly { readonly name: string }[]
  readonly frameNumber: string
  readonly deliveryDay: Day
  readonly store: string
  /** The store is an online shop that is no partner. */
  readonly isOnlineShop?: boolean
  readonly receiver: string
  readonly employer: { readonly name: string; readonly businessId: string }
  readonly lessor: { readonly name: string; readonly businessId: string | null }
  readonly reportedBy: 'EMPLOYEE' | 'STORE' | 'STAFF'
  readonly reportedAt: Date
}

type Page = Awaited<ReturnType<typeof createPdf>>
type Words = ReturnType<typeof wordsOf>['t']

function writeBike(page: Page, t: Words, facts: CertificateFacts): void {
  page.figures([
    [t('certificate.frameNumber'), facts.frameNumber],
    [t('certificate.deliveryDay'), formatDay(facts.deliveryDay)],
  ])
  page.heading(t('certificate.bikeSection'))
  page.facts([
    [t('certificate.bike'), facts.bike],
    [t('certificate.order'), facts.orderNumber],
    [t('certificate.frame'), [facts.frameSize, facts.colour].filter(Boolean).join(', ') || '–'],
    [t('certificate.agreement'), facts.agreementNumber ?? '–'],
  ])
  const accessories = facts.accessories.map(({ name }) => name).join(', ') || t('certificate.noAccessories')
  page.facts([[t('certificate.accessories'), accessories]], 1)
}

function writeHandOver(page: Page, t: Words, facts: CertificateFacts): void {
  page.heading(t('certificate.handOver'))
  page.facts([
    [t(facts.isOnlineShop ? 'certificate.onlineShop' : 'certificate.store'), facts.store],
    [t('certificate.receiver'), facts.receiver],
    [
      t('certificate.employer'),
      lines(facts.employer.name, t('certificate.businessId', { id: facts.employer.businessId })),
    ],
    [
      t('certificate.lessor'),
      lines(facts.lessor.name, facts.lessor.businessId && t('certificate.businessId', { id: facts.lessor.businessId })),
    ],
    [t('certificate.reportedBy'), t(`certificate.reporters.${facts.reportedBy}`)],
  ])
}

function writeAcceptance(page: Page, t: Words, facts: CertificateFacts): void {
  const stamp = new Intl.DateTimeFormat({ fi: 'fi-FI', sv: 'sv-FI', en: 'en-IE' }[facts.language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Helsinki',
  })
  page.heading(t('certificate.acceptance'))
  page.paragraph(t(`certificate.statements.${facts.reportedBy}`, { receiver: facts.receiver, store: facts.store }))
  page.facts([
    [
      t('certificate.confirmedBy'),
      { EMPLOYEE: facts.receiver, STORE: facts.store, STAFF: facts.brand.legalName }[facts.reportedBy],
    ],
    [t('certificate.confirmedAt'), stamp.format(facts.reportedAt)],
  ])
  page.space(8)
  page.paragraph(t('certificate.madeOn', { day: formatDay(facts.day) }), { soft: true })
}

/** The delivery certificate that the lessor asks for: which bike was handed over to whom, by whom and when. */
export async function renderCertificatePdf(facts: CertificateFacts): Promise<Buffer> {
  const { t } = wordsOf(facts, 'documents')
  const page = await createPdf({
    ...facts,
    title: `${t('certificate.title')} ${facts.orderNumber}`,
    headline: t('certificate.headline', { order: facts.orderNumber }),
  })
  page.title(t('certificate.title'))
  page.paragraph(t('certificate.intro'), { soft: true })
  page.space(4)
  writeBike(page, t, facts)
  writeHandOver(page, t, facts)
  writeAcceptance(page, t, facts)
  return page.finish()
}
