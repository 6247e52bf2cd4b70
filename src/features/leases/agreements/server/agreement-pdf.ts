import {
  type DocumentBase,
  type DocumentWords,
  lines,
  wordsOf,
} from '#features/ground/documents/server/document-words.ts'
import { coversIn } from '#features/ground/terms/server/insurance-text.ts'
import type { InsuranceFacts } from '#features/ground/terms/shapes.ts'
import { leasedCents, type PriceCard } from '#features/pricing/leasing/rules/price-card.ts'
import type { EndPrices } from '#features/pricing/leasing/rules.ts'
import { drawMonthTable } from '#platform/pdf/month-prices.ts'
import { createPdf, type PdfPage } from '#platform/server/documents/pdf.ts'
import { type Day, formatDay } from '#platform/values/days.ts'
import { features } from '#platform/values/features.ts'
import { type Cents, sumCents, vatTotals } from '#platform/values/money.ts'
import { agreementArticles } from './agreement-terms.ts'
import { hashLines, type Proof, proofText } from './evidence.ts'
import { servicedClause } from './service-clause.ts'

export interface GivenSignature extends Proof {
  readonly party: 'EMPLOYEE' | 'EMPLOYER'
  readonly name: string
  /** As what the signer represents the employer, as they gave it. */
  readonly position?: string | null
  readonly ipAddress: string
  /** SHA-256 of the document that was signed, in hex. */
  readonly documentSha256: string
}

export interface AcceptedInsurance extends InsuranceFacts {
  readonly number: number
  readonly title: string
  readonly sha256: string
  readonly acceptedOn: Day
}

/** Everything that an agreement says. Amounts in cents including VAT. */
export interface AgreementFacts extends DocumentBase {
  readonly agreementNumber: string
  readonly orderNumber: string
  readonly day: Day
  readonly employer: { readonly name: string; readonly businessId: string; readonly address: string | null }
  readonly employee: {
    readonly name: string
    readonly email: string
    readonly employeeNumber: string | null
    readonly unit: string | null
  }
  readonly lessor: {
    readonly name: string
    readonly businessId: string | null
    readonly address?: string | null
    /** By what the operator makes the agreement for the lessor. */
    readonly authority?: { readonly reference: string; readonly day: Day } | null
  }
  /** The seller: a store, or an online shop that is no partner. */
  readonly store: { readonly name: string; readonly address: string | null; readonly isOnlineShop?: boolean }
  readonly bike: {
    readonly name: string
    readonly kind: string | null
    readonly frameSize: string | null
    readonly colour: string | null
    readonly frameNumber: string | null
  }
  readonly accessories: readonly { readonly name: string; readonly priceCents: Cents }[]
  readonly delivery: 'PICKUP' | 'HOME_DELIVERY'
  readonly card: PriceCard
  /** The employer's policy as the employee accepted it: its text stands in the service under this hash. */
  readonly policy?: { readonly sha256: string; readonly acceptedOn: Day } | null
  /** The version of the general terms whose wording the agreement has. */
  readonly terms?: { readonly number: number; readonly sha256: string } | null
  /** The insurance terms as the employee accepted them; without some the agreement promises no insurance. */
  readonly insurance?: AcceptedInsurance | null
  /** What the bicycle may be worth at the end, and the most that the tax of redeeming it then may be; null where nobody can tell. */
  readonly endTax?: { readonly worthCents: Cents; readonly mostCents: Cents } | null
  /** Its price list says who pays each end; an agreement of an earlier release keeps the list without. */
  readonly namesPayers?: boolean
  /** The articles of its terms in their order; today's unless it was kept with others. */
  readonly articles?: readonly string[]
  /** Given once both sides have signed; without them the signature page waits. */
  readonly signatures?: readonly GivenSignature[]
  /** The last signed root of the log before the document is sealed, in words. */
  readonly lastRoot?: string | null
}

/** The leasing agreement as a document: parties, bike, prices, tax, the month-by-month buy-out, terms, signatures. */
export async function renderAgreementPdf(facts: AgreementFacts): Promise<Buffer> {
  const words = wordsOf(facts, 'agreements')
  const { t } = words
  const page = await createPdf({
    ...facts,
    title: `${t('pdf.title')} ${facts.agreementNumber}`,
    headline: t('pdf.headline', { number: facts.agreementNumber }),
  })
  page.title(t('pdf.title'))
  page.paragraph(`${t('pdf.intro')} ${t('pdf.madeOn', { day: formatDay(facts.day) })}`, { soft: true })
  page.space(4)
  drawKeyFigures(page, facts, words)
  drawParties(page, facts, words)
  drawBike(page, facts, words)
  drawPrice(page, facts, words)
  drawPayments(page, facts, words)
  drawTax(page, facts, words)
  drawBuyOut(page, facts, words)
  drawEnds(page, facts, words)
  drawTerms(page, facts, words)
  drawAnnexes(page, facts, words)
  drawSignatures(page, facts, words)
  return page.finish()
}

type Draw = (page: PdfPage, facts: AgreementFacts, words: DocumentWords) => void

/** What the bicycle costs in all: with the most that its tax at the end may be, as a range. */
function totalOf({ card, endTax }: AgreementFacts, { euros }: DocumentWords): string {
  const most = endTax?.mostCents ?? 0
  const least = euros(card.totalToOwnCents)
  return most > 0 ? `${least.replace(/\s*€$/u, '')}–${euros(card.totalToOwnCents + most)}` : least
}

const drawKeyFigures: Draw = (page, facts, words) => {
  const { card } = facts
  const { t, euros } = words
  page.figures([
    [t('pdf.keyFigures.instalment'), euros(card.instalmentCents)],
    [t('pdf.keyFigures.term'), t('pdf.months', { count: card.leaseMonths })],
    [t('pdf.keyFigures.residual'), euros(card.residualCents)],
    [t('pdf.keyFigures.total'), totalOf(facts, words)],
  ])
}

const drawParties: Draw = (page, { employer, employee, lessor, brand }, { t }) => {
  const businessId = (id: string | null) => (id ? t('pdf.businessId', { id }) : null)
  const number = employee.employeeNumber && t('pdf.employeeNumber', { number: employee.employeeNumber })
  page.heading(t('pdf.parties'))
  page.facts([
    [t('pdf.employer'), lines(employer.name, businessId(employer.businessId), employer.address)],
    [
      t('pdf.employee'),
      lines(employee.name, employee.email, number, employee.unit && t('pdf.unit', { unit: employee.unit })),
    ],
    [t('pdf.lessor'), lines(lessor.name, businessId(lessor.businessId), lessor.address)],
    [
      t('pdf.operator'),
      lines(brand.legalName, businessId(brand.businessId), `${brand.streetAddress}, ${brand.postalCode} ${brand.city}`),
    ],
  ])
}

const drawBike: Draw = (page, { bike, accessories, store, delivery, orderNumber }, { t }) => {
  page.heading(t('pdf.bike'))
  page.facts(
    [
      [t('pdf.bikeName'), bike.name],
      [t('pdf.frame'), [bike.frameSize, bike.colour].filter(Boolean).join(', ')],
      [t('pdf.frameNumber'), bike.frameNumber ?? t('pdf.frameNumberLater')],
      [t(store.isOnlineShop ? 'pdf.onlineShop' : 'pdf.store'), lines(store.name, store.address)],
      [t('pdf.delivery'), t(`pdf.deliveryMethods.${delivery}`)],
      [t('pdf.order'), orderNumber],
    ],
    3,
  )
  page.facts([[t('pdf.accessories'), accessories.map(({ name }) => name).join(', ') || t('pdf.noAccessories')]], 1)
}

const drawPrice: Draw = (page, { card, accessories }, { t, euros, percent }) => {
  // Small tables are read as one piece with their heading.
  page.keep(48 + (accessories.length + 7) * 19)
  page.heading(t('pdf.price'))
  const { vatCents } = vatTotals([{ grossCents: card.totalPriceCents, vatBasisPoints: card.vatBasisPoints }])
  const values = { total: euros(card.totalPriceCents), percent: percent(card.vatBasisPoints), vat: euros(vatCents) }
  const excess = card.excessCents ?? 0
  const excessNote =
    excess > 0 ? ` ${t('pdf.excessNote', { excess: euros(excess), leased: euros(leasedCents(card)) })}` : ''
  page.paragraph(`${t('pdf.vatNote', values)}${excessNote}`, { soft: true })
  const parts: [string, Cents][] = [
    [t('pdf.bikePrice'), card.bikePriceCents],
    ...accessories.map(({ name, priceCents }): [string, Cents] => [name, priceCents]),
    [t('pdf.excess'), -excess],
    [t('pdf.campaign'), card.campaignApplied ? card.financedCents - leasedCents(card) : 0],
    [t('pdf.insurancePart'), card.insuranceCents],
    [t(card.service ? 'pdf.servicePart' : 'pdf.serviceFeePart'), card.serviceCents],
    [t('pdf.financing'), card.financingCents],
  ]
  page.table(
    [
      { header: t('pdf.item'), width: 5 },
      { header: t('pdf.amount'), width: 2, align: 'right' },
    ],
    parts.filter(([, cents]) => cents !== 0).map(([name, cents]) => [name, euros(cents)]),
    { totals: [[t('pdf.totalToOwn'), euros(card.totalToOwnCents)]] },
  )
}

/** The interest that the instalments contain, with its rate where the card knows it. */
function interestNote(card: PriceCard, { t, euros, percent }: DocumentWords): string[] {
  const { yearlyInterestBasisPoints: rate } = card
  const interest = euros(card.financingCents)
  return rate === undefined ? [] : [t('pdf.interestNote', { interest, rate: percent(rate) })]
}

/** The tax that redeeming at the end may bring, with what it is reckoned from. */
function endTaxNote({ card, endTax }: AgreementFacts, { t, euros }: DocumentWords): string[] {
  if (!endTax || endTax.mostCents === 0) return []
  const { worthCents, mostCents } = endTax
  const [none, most, whole] = [0, mostCents, card.totalToOwnCents + mostCents].map(euros)
  return [t('pdf.endTaxNote', { worth: euros(worthCents), none, most, whole })]
}

const drawPayments: Draw = (page, facts, words) => {
  const { card } = facts
  const { t, euros, percent } = words
  const equal = card.leaseMonths - 1
  const equalCents = card.totalInstalmentsCents - card.lastInstalmentCents
  page.keep(190)
  page.heading(t('pdf.payments'))
  page.table(
    [
      { header: t('pdf.payment'), width: 4 },
      { header: t('pdf.reckoning'), width: 3, align: 'right' },
      { header: t('pdf.amount'), width: 2, align: 'right' },
    ],
    [
      [t('pdf.instalments', { last: equal }), `${equal} × ${euros(card.instalmentCents)}`, euros(equalCents)],
      [t('pdf.lastInstalment', { number: card.leaseMonths }), '', euros(card.lastInstalmentCents)],
      [t('pdf.sumOfInstalments'), '', euros(card.totalInstalmentsCents)],
      [t('pdf.residualPayment'), '', euros(card.residualCents)],
    ],
    {
      totals: [[t('pdf.totalToOwn'), '', euros(card.totalToOwnCents)]],
    },
  )
  const adminTotal = sumCents(Array.from({ length: card.leaseMonths }, () => card.adminFeeCents))
  const { vatCents } = vatTotals([{ grossCents: card.instalmentCents, vatBasisPoints: card.vatBasisPoints }])
  const notes = [
    t('pdf.instalmentVat', { vat: euros(vatCents), percent: percent(card.vatBasisPoints) }),
    ...interestNote(card, words),
    ...(card.serviceShareCents > 0
      ? [t(card.service ? 'pdf.shareNote' : 'pdf.shareFeeNote', { share: euros(card.serviceShareCents) })]
      : []),
    ...(card.adminFeeCents > 0
      ? [t('pdf.adminFeeNote', { fee: euros(card.adminFeeCents), total: euros(adminTotal) })]
      : []),
  ]
  page.paragraph(notes.join(' '), { soft: true })
  for (const note of endTaxNote(facts, words)) page.paragraph(note)
}

const drawTax: Draw = (page, { card }, { t, euros }) => {
  page.heading(t('pdf.tax'))
  page.facts(
    [
      [t('pdf.taxRegime'), t(`pdf.regimes.${card.taxRegime}`)],
      [t('pdf.benefitModel'), t(`pdf.models.${card.benefitModel}`)],
      [t('pdf.taxValue'), euros(card.instalmentCents)],
    ],
    3,
  )
  page.paragraph(`${t(`pdf.regimeTexts.${card.taxRegime}`)} ${t(`pdf.modelTexts.${card.benefitModel}`)}`)
}

const drawBuyOut: Draw = (page, { card }, { t, euros }) => {
  page.keep(96 + Math.ceil(card.buyOutCents.length / 3) * 18)
  page.heading(t('pdf.buyOut'))
  page.paragraph(t('pdf.buyOutNote'), { soft: true })
  const words = { month: t('pdf.month'), price: t('pdf.buyOutPrice') }
  drawMonthTable(page, { monthCents: card.buyOutCents, euros }, words)
}

type Payer = 'EMPLOYEE' | 'EMPLOYER' | 'RECEIVER' | 'LIABLE' | 'NOBODY'
type Way = readonly [way: string, price: string, payer: Payer]

/** What a return costs, by who pays it: whoever has ended the employment, or wishes the return. */
function returns(ends: EndPrices, { namesPayers }: AgreementFacts, { t, euros }: DocumentWords): readonly Way[] {
  if (!features['early-return'].isOn || ends.returnFeeCents === null) return []
  const parts = { fee: euros(ends.returnFeeCents), transport: euros(ends.returnTransportCents) }
  const price = t('pdf.endsReturnPrice', parts)
  if (!namesPayers) return [[t('pdf.endsReturn'), price, 'EMPLOYEE']]
  return [
    [t('pdf.endsReturnOwn'), price, 'EMPLOYEE'],
    [t('pdf.endsReturnEmployer'), price, 'EMPLOYER'],
    [t('pdf.endsReturnTerm'), euros(0), 'NOBODY'],
  ]
}

/** The ways out that the service offers. An agreement of an earlier release keeps the fewer ways of its list. */
function waysOut(ends: EndPrices, facts: AgreementFacts, words: DocumentWords): readonly Way[] {
  const { t, euros } = words
  const { insurance, namesPayers } = facts
  const fee = ends.redemptionFeeCents
  const redeem = fee > 0 ? t('pdf.endsRedeemFee', { fee: euros(fee) }) : t('pdf.endsRedeemPrice')
  const ways: Way[] = [[t('pdf.endsRedeem'), redeem, 'EMPLOYEE']]
  if (features['leaving-options'].isOn) {
    const transfer = ends.transferFeeCents
    ways.push([t('pdf.endsTransfer'), euros(transfer), transfer > 0 ? 'RECEIVER' : 'NOBODY'])
  }
  ways.push(...returns(ends, facts, words))
  if (!namesPayers) return ways
  if (features['insurance-claims'].isOn && insurance)
    ways.push([t('pdf.endsLoss'), t('pdf.endsLossPrice', { deductible: euros(insurance.deductibleCents) }), 'LIABLE'])
  return [...ways, [t('pdf.endsDefault'), t('pdf.endsDefaultPrice'), 'EMPLOYER']]
}

/** What each way out costs and who pays it; a way that the service does not offer has no line. */
const drawEnds: Draw = (page, facts, words) => {
  const { ends } = facts.card
  if (!ends) return
  const { t } = words
  const ways = waysOut(ends, facts, words)
  const way = { header: t('pdf.endsWay'), width: 5 }
  const price = t('pdf.endsPrice')
  page.keep(facts.namesPayers ? 240 : 120)
  page.heading(t('pdf.ends'))
  if (facts.namesPayers)
    page.table(
      [way, { header: price, width: 3 }, { header: t('pdf.endsPayer'), width: 3 }],
      ways.map(([name, cost, payer]) => [name, cost, t(`pdf.endsPayers.${payer}`)]),
    )
  else
    page.table(
      [way, { header: price, width: 4, align: 'right' }],
      ways.map(([name, cost]) => [name, cost]),
    )
  page.paragraph(t('pdf.endsNote', { day: ends.noticeDay }), { soft: true })
  if (ends.vatChange === 'NET_STAYS') page.paragraph(t('pdf.netStays'))
}

const drawTerms: Draw = (page, facts, { t, euros }) => {
  const { card, lessor, insurance, texts, language, articles } = facts
  const { authority } = lessor
  const clause =
    insurance &&
    t('pdf.insured', {
      insurer: insurance.insurer,
      id: insurance.businessId,
      covers: coversIn(texts, language, insurance),
      deductible: euros(insurance.deductibleCents),
    })
  const values = {
    residual: euros(card.residualCents),
    months: card.leaseMonths,
    lessor: lessor.name,
    authority: authority ? `${t('pdf.authority', { ...authority, day: formatDay(authority.day) })} ` : '',
    insured: clause ? `${clause} ` : '',
    uninsured: insurance ? t('pdf.uninsured') : '',
    serviced: servicedClause(card, t, euros),
    vatMoves: card.ends?.vatChange === 'NET_STAYS' ? t('pdf.vatMoves') : '',
  }
  const terms = agreementArticles(t, values, articles)
  page.heading(t('pdf.terms'))
  for (const { title, paragraphs } of terms) {
    page.subheading(title)
    for (const paragraph of paragraphs) page.paragraph(paragraph)
  }
}

/** What belongs to the agreement beside its own figures, each by the hash of its text. */
const drawAnnexes: Draw = (page, { policy, terms, insurance }, { t }) => {
  const annexes: [string, string][] = []
  if (terms) annexes.push([t('pdf.termsVersion', { number: terms.number }), hashLines(terms.sha256)])
  if (policy) annexes.push([t('pdf.acceptedPolicy', { day: formatDay(policy.acceptedOn) }), hashLines(policy.sha256)])
  if (insurance) {
    const { title, number, acceptedOn } = insurance
    const label = t('pdf.acceptedInsurance', { title, number, day: formatDay(acceptedOn) })
    annexes.push([label, hashLines(insurance.sha256)])
  }
  if (annexes.length === 0) return
  page.keep(40 + annexes.length * 50)
  page.heading(t('pdf.annexes'))
  page.facts(annexes, 1)
}

const drawSignatures: Draw = (page, { signatures: given = [], lastRoot, language, employee, employer }, { t }) => {
  const stamp = new Intl.DateTimeFormat({ fi: 'fi-FI', sv: 'sv-FI', en: 'en-IE' }[language], {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'Europe/Helsinki',
  })
  page.keep(330)
  page.heading(t('pdf.signatures'))
  page.paragraph(t('pdf.signaturesNote'), { soft: true })
  page.space(6)
  for (const party of ['EMPLOYEE', 'EMPLOYER'] as const) {
    const signature = given.find((one) => one.party === party)
    const side =
      party === 'EMPLOYEE'
        ? { party: t('pdf.employee'), name: employee.name }
        : { party: t('pdf.employer'), name: employer.name }
    page.box(t('pdf.signatureOf', side), [
      [t('pdf.signer'), signature ? lines(signature.name, signature.position) : t('pdf.notSigned')],
      [t('pdf.signedAt'), signature ? stamp.format(signature.at) : ''],
      [t('pdf.documentHash'), hashLines(signature?.documentSha256 ?? '')],
      [t('pdf.address'), signature?.ipAddress ?? ''],
      [t('pdf.proof'), signature ? proofText(signature, t) : ''],
    ])
  }
  if (lastRoot) page.paragraph(lastRoot, { soft: true })
}
