import type { Brand } from '#platform/brand.ts'
import type { LanguageCode } from '#platform/contract.ts'
import { type Day, formatDay } from '#platform/days.ts'
import { type Cents, formatEuros } from '#platform/money.ts'
import { createPdf, type PdfPage } from '#platform/server/pdf.ts'
import type { Texts } from '#platform/server/texts.ts'
import type { PriceCard } from '#features/orders/rules/price-card.ts'

export interface GivenSignature {
  readonly party: 'EMPLOYEE' | 'EMPLOYER'
  readonly name: string
  readonly at: Date
  readonly ipAddress: string
  /** SHA-256 of the document that was signed, in hex. */
  readonly documentSha256: string
}

/** Everything that an agreement says. Amounts in cents including VAT. */
export interface AgreementFacts {
  readonly texts: Texts
  readonly brand: Brand
  readonly language: LanguageCode
  readonly agreementNumber: string
  readonly orderNumber: string
  readonly at: Date
  readonly day: Day
  readonly employer: { readonly name: string; readonly businessId: string; readonly address: string | null }
  readonly employee: { readonly name: string; readonly email: string; readonly employeeNumber: string | null; readonly unit: string | null }
  readonly lessor: { readonly name: string; readonly businessId: string | null }
  readonly store: { readonly name: string; readonly address: string | null }
  readonly bike: { readonly name: string; readonly kind: string | null; readonly frameSize: string | null; readonly colour: string | null; readonly frameNumber: string | null }
  readonly accessories: readonly { readonly name: string; readonly priceCents: Cents }[]
  readonly delivery: 'PICKUP' | 'HOME_DELIVERY'
  readonly card: PriceCard
  readonly signatures?: readonly GivenSignature[]
}

const articles = ['ownership', 'use', 'insurance', 'maintenance', 'payments', 'tax', 'absence', 'leaving', 'redemption', 'earlyEnd', 'data', 'disputes'] as const

/** The leasing agreement as a document: parties, bike, prices, the month-by-month buy-out, terms, signatures. */
export async function renderAgreementPdf(facts: AgreementFacts): Promise<Buffer> {
  const t = (key: string, values: Record<string, unknown> = {}) => facts.texts.t(facts.language, `documents:agreement.${key}`, { product: facts.brand.name, ...values })
  const page = createPdf({
    title: t('title'), language: facts.language, brand: facts.brand, at: facts.at, headline: `${facts.agreementNumber} · ${formatDay(facts.day)}`,
    footer: `${facts.brand.legalName} · ${facts.brand.businessId} · ${facts.brand.phone} · ${facts.brand.email}`,
  })
  page.heading(t('title'))
  page.paragraph(t('intro', { employee: facts.employee.name, employer: facts.employer.name }), { soft: true })
  parties(page, facts, t)
  bike(page, facts, t)
  prices(page, facts, t)
  buyOut(page, facts, t)
  page.subheading(t('terms'))
  for (const [index, article] of articles.entries()) {
    page.keep(70)
    page.doc.font('semi').fontSize(9.5).fillColor('#10261C').text(`${index + 1}. ${t(`articles.${article}.title`)}`, { width: page.width })
    page.space(2)
    page.paragraph(t(`articles.${article}.text`, { residual: formatEuros(facts.card.residualCents, facts.language), months: facts.card.leaseMonths, lessor: facts.lessor.name }))
  }
  signatures(page, facts, t)
  return page.finish()
}

type T = (key: string, values?: Record<string, unknown>) => string

function parties(page: PdfPage, { employer, employee, lessor, brand }: AgreementFacts, t: T) {
  page.subheading(t('parties'))
  page.facts([
    [t('employer'), [employer.name, employer.businessId, employer.address].filter(Boolean).join('\n')],
    [t('employee'), [employee.name, employee.email, employee.employeeNumber ? t('employeeNumber', { number: employee.employeeNumber }) : null, employee.unit].filter(Boolean).join('\n')],
    [t('lessor'), [lessor.name, lessor.businessId].filter(Boolean).join('\n')],
    [t('operator'), [brand.legalName, brand.businessId, `${brand.streetAddress}, ${brand.postalCode} ${brand.city}`].join('\n')],
  ])
}

function bike(page: PdfPage, facts: AgreementFacts, t: T) {
  page.subheading(t('bike'))
  page.facts([
    [t('bikeName'), facts.bike.name],
    [t('store'), [facts.store.name, facts.store.address].filter(Boolean).join('\n')],
    [t('frame'), [facts.bike.frameSize, facts.bike.colour].filter(Boolean).join(', ')],
    [t('delivery'), t(`deliveryMethods.${facts.delivery}`)],
    [t('frameNumber'), facts.bike.frameNumber ?? t('frameNumberLater')],
    [t('order'), facts.orderNumber],
  ])
}

function prices(page: PdfPage, { card, accessories, language }: AgreementFacts, t: T) {
  const euros = (cents: Cents) => formatEuros(cents, language)
  page.subheading(t('prices'))
  const vatCents = card.totalPriceCents - Math.round((card.totalPriceCents * 10_000) / (10_000 + card.vatBasisPoints))
  page.table(
    [{ header: t('item'), width: 5 }, { header: t('amount'), width: 2, align: 'right' }],
    [
      [t('bikePrice'), euros(card.bikePriceCents)],
      ...accessories.map(({ name, priceCents }) => [name, euros(priceCents)]),
      ...(card.campaignApplied ? [[t('campaign'), euros(card.financedCents - card.totalPriceCents)]] : []),
      [t('insurancePart'), euros(card.insuranceCents)],
      [t('servicePart'), euros(card.serviceCents)],
      [t('financing'), euros(card.financingCents)],
    ],
    { total: [t('totalToOwn'), euros(card.totalToOwnCents)] },
  )
  page.paragraph(t('vatNote', { percent: (card.vatBasisPoints / 100).toLocaleString(language), vat: euros(vatCents), total: euros(card.totalPriceCents) }), { soft: true })
  page.facts([
    [t('instalment'), t('instalmentValue', { count: card.leaseMonths - 1, amount: euros(card.instalmentCents), last: euros(card.lastInstalmentCents) })],
    [t('term'), t('months', { count: card.leaseMonths })],
    [t('residual'), euros(card.residualCents)],
    [t('adminFee'), t('adminFeeValue', { amount: euros(card.adminFeeCents) })],
    [t('benefitModel'), t(`models.${card.benefitModel}`)],
    [t('taxRegime'), t(`regimes.${card.taxRegime}`)],
  ])
}

function buyOut(page: PdfPage, { card, language }: AgreementFacts, t: T) {
  page.subheading(t('buyOut'))
  page.paragraph(t('buyOutNote'), { soft: true })
  const perRow = 3
  const height = Math.ceil(card.buyOutCents.length / perRow)
  const rows = Array.from({ length: height }, (_, row) =>
    Array.from({ length: perRow }, (_unused, column) => {
      const k = column * height + row
      const cents = card.buyOutCents[k]
      return cents === undefined ? ['', ''] : [t('afterMonth', { month: k + 1 }), formatEuros(cents, language)]
    }).flat(),
  )
  const columns = Array.from({ length: perRow }, () => [{ header: t('month'), width: 2 }, { header: t('price'), width: 2, align: 'right' as const }]).flat()
  page.table(columns, rows)
}

function signatures(page: PdfPage, { signatures: given = [], language, employee, employer }: AgreementFacts, t: T) {
  page.keep(190)
  page.subheading(t('signatures'))
  page.paragraph(t('signaturesNote'), { soft: true })
  const stamp = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'medium', timeZone: 'Europe/Helsinki' })
  for (const party of ['EMPLOYEE', 'EMPLOYER'] as const) {
    const signature = given.find((one) => one.party === party)
    const side = party === 'EMPLOYEE' ? t('employee') : `${t('employer')}, ${employer.name}`
    page.facts(
      signature
        ? [[side, signature.name], [t('signedAt'), stamp.format(signature.at)], [t('documentHash'), signature.documentSha256], [t('address'), signature.ipAddress]]
        : [[side, party === 'EMPLOYEE' ? employee.name : '–'], [t('signedAt'), t('notSigned')]],
    )
    page.space(6)
  }
}
