import type { Brand } from '#platform/brand.ts'
import type { LanguageCode } from '#platform/contract.ts'
import { type Day, formatDay } from '#platform/days.ts'
import { type Cents, formatEuros } from '#platform/money.ts'
import { createPdf } from '#platform/server/pdf.ts'
import type { Texts } from '#platform/server/texts.ts'

interface Base {
  readonly texts: Texts
  readonly brand: Brand
  readonly language: LanguageCode
  readonly at: Date
  readonly day: Day
}

const footerOf = ({ brand }: Base) => `${brand.legalName} · ${brand.businessId} · ${brand.phone} · ${brand.email}`

export interface BuyOutFacts extends Base {
  readonly orderNumber: string
  readonly bike: string
  readonly totalPriceCents: Cents
  readonly buyOutCents: readonly Cents[]
}

/** The buy-out price after every month, as a line and as a table on one page. */
export async function renderBuyOutPdf(facts: BuyOutFacts): Promise<Buffer> {
  const t = (key: string, values: Record<string, unknown> = {}) => facts.texts.t(facts.language, `documents:buyOut.${key}`, values)
  const page = createPdf({ title: t('title'), language: facts.language, brand: facts.brand, at: facts.at, headline: `${facts.orderNumber} · ${formatDay(facts.day)}`, footer: footerOf(facts) })
  page.heading(t('title'))
  page.paragraph(t('intro', { bike: facts.bike, price: formatEuros(facts.totalPriceCents, facts.language) }), { soft: true })
  const { doc, width } = page
  const left = doc.page.margins.left
  const top = doc.y + 10
  const height = 130
  const points = [facts.totalPriceCents, ...facts.buyOutCents]
  const at = (index: number) => [left + (index / (points.length - 1)) * width, top + height - (points[index]! / points[0]!) * height] as const
  doc.save().moveTo(left, top + height).lineTo(left + width, top + height).lineWidth(0.6).stroke('#CFCDBF')
  doc.moveTo(...at(0))
  for (let i = 1; i < points.length; i += 1) doc.lineTo(...at(i))
  doc.lineWidth(2).stroke('#1E533E').restore()
  doc.font('text').fontSize(8).fillColor('#4A5B51')
  doc.text(formatEuros(points[0]!, facts.language), left, top - 12, { lineBreak: false })
  doc.text(t('afterMonth', { month: points.length - 1 }), left, top + height + 4, { width, align: 'right', lineBreak: false })
  doc.y = top + height + 24
  const rows = Math.ceil(facts.buyOutCents.length / 3)
  page.table(
    Array.from({ length: 3 }, () => [{ header: t('month'), width: 2 }, { header: t('price'), width: 2, align: 'right' as const }]).flat(),
    Array.from({ length: rows }, (_, row) =>
      [0, 1, 2].flatMap((column) => {
        const k = column * rows + row
        const cents = facts.buyOutCents[k]
        return cents === undefined ? ['', ''] : [t('afterMonth', { month: k + 1 }), formatEuros(cents, facts.language)]
      }),
    ),
  )
  return page.finish()
}

export interface CertificateFacts extends Base {
  readonly orderNumber: string
  readonly bike: string
  readonly frameNumber: string
  readonly deliveryDay: Day
  readonly store: string
  readonly receiver: string
  readonly employer: string
  readonly reportedBy: 'EMPLOYEE' | 'STORE' | 'STAFF'
}

/** The delivery certificate that the lessor asks for. */
export async function renderCertificatePdf(facts: CertificateFacts): Promise<Buffer> {
  const t = (key: string, values: Record<string, unknown> = {}) => facts.texts.t(facts.language, `documents:certificate.${key}`, values)
  const page = createPdf({ title: t('title'), language: facts.language, brand: facts.brand, at: facts.at, headline: `${facts.orderNumber} · ${formatDay(facts.day)}`, footer: footerOf(facts) })
  page.heading(t('title'))
  page.paragraph(t('intro'), { soft: true })
  page.facts([
    [t('bike'), facts.bike], [t('frameNumber'), facts.frameNumber],
    [t('deliveryDay'), formatDay(facts.deliveryDay)], [t('store'), facts.store],
    [t('receiver'), facts.receiver], [t('employer'), facts.employer],
    [t('order'), facts.orderNumber], [t('reportedBy'), t(`reporters.${facts.reportedBy}`)],
  ])
  return page.finish()
}

export interface InvoiceFacts extends Base {
  readonly number: string
  readonly referenceNumber: string
  readonly dueDay: Day
  readonly buyer: { readonly name: string; readonly businessId: string | null; readonly address: string | null; readonly eInvoiceAddress: string | null }
  readonly lines: readonly { readonly description: string; readonly quantity: number; readonly netCents: Cents; readonly vatBasisPoints: number }[]
  readonly groups: readonly { readonly vatBasisPoints: number; readonly netCents: Cents; readonly vatCents: Cents; readonly grossCents: Cents }[]
  readonly netCents: Cents
  readonly vatCents: Cents
  readonly totalCents: Cents
}

/** A sales invoice: what the law wants on it, and how to pay it. */
export async function renderInvoicePdf(facts: InvoiceFacts): Promise<Buffer> {
  const t = (key: string, values: Record<string, unknown> = {}) => facts.texts.t(facts.language, `documents:invoice.${key}`, values)
  const euros = (cents: Cents) => formatEuros(cents, facts.language)
  const percent = (basisPoints: number) => `${(basisPoints / 100).toLocaleString(facts.language)} %`
  const page = createPdf({ title: `${t('title')} ${facts.number}`, language: facts.language, brand: facts.brand, at: facts.at, headline: `${t('title')} ${facts.number}`, footer: footerOf(facts) })
  page.heading(`${t('title')} ${facts.number}`)
  page.facts([
    [t('seller'), [facts.brand.legalName, facts.brand.businessId, facts.brand.vatNumber, `${facts.brand.streetAddress}, ${facts.brand.postalCode} ${facts.brand.city}`].join('\n')],
    [t('buyer'), [facts.buyer.name, facts.buyer.businessId, facts.buyer.address, facts.buyer.eInvoiceAddress].filter(Boolean).join('\n')],
    [t('issueDay'), formatDay(facts.day)], [t('dueDay'), formatDay(facts.dueDay)],
  ])
  page.table(
    [{ header: t('description'), width: 6 }, { header: t('quantity'), width: 1, align: 'right' }, { header: t('net'), width: 2, align: 'right' }, { header: t('vat'), width: 1.2, align: 'right' }],
    facts.lines.map((row) => [row.description, String(row.quantity), euros(row.netCents), percent(row.vatBasisPoints)]),
  )
  page.table(
    [{ header: t('vatRate'), width: 3 }, { header: t('net'), width: 2, align: 'right' }, { header: t('vatAmount'), width: 2, align: 'right' }, { header: t('gross'), width: 2, align: 'right' }],
    facts.groups.map((group) => [percent(group.vatBasisPoints), euros(group.netCents), euros(group.vatCents), euros(group.grossCents)]),
    { total: [t('total'), euros(facts.netCents), euros(facts.vatCents), euros(facts.totalCents)] },
  )
  page.facts([[t('iban'), facts.brand.iban], [t('reference'), facts.referenceNumber], [t('dueDay'), formatDay(facts.dueDay)], [t('toPay'), euros(facts.totalCents)]])
  return page.finish()
}
