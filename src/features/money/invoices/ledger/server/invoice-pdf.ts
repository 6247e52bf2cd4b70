import {
  type DocumentBase,
  type DocumentWords,
  lines,
  wordsOf,
} from '#features/ground/documents/server/document-words.ts'
import { virtualBarcode } from '#features/money/invoices/rules/virtual-barcode.ts'
import type { VatGround } from '#features/pricing/vat/tax-positions.ts'
import { pdfColours, pdfMargins } from '#platform/pdf/frame.ts'
import { createPdf, type PdfPage } from '#platform/server/documents/pdf.ts'
import { code128Widths } from '#platform/values/code-128.ts'
import { type Day, formatDay } from '#platform/values/days.ts'
import { formatIban, formatReferenceNumber, isIban, isReferenceNumber } from '#platform/values/identifiers.ts'
import { type Cents, mulDivHalfUp, type VatGroup } from '#platform/values/money.ts'

/** A sales invoice of the operator. Amounts in cents. */
export interface InvoiceFacts extends DocumentBase {
  readonly number: string
  readonly referenceNumber: string
  readonly dueDay: Day
  /** The day of the supply of all that has none of its own, where it differs from the invoice's own (Value Added Tax Act, section 209 e). */
  readonly deliveryDay?: Day
  /** The invoice that a credit note takes back. */
  readonly credits?: { readonly number: string; readonly day: Day }
  readonly agreementNumber?: string | null
  readonly orderNumber?: string | null
  readonly buyer: {
    readonly name: string
    readonly businessId: string | null
    readonly vatNumber?: string | null
    readonly address: string | null
    readonly eInvoiceAddress: string | null
  }
  readonly lines: readonly {
    readonly description: string
    readonly quantity: number
    readonly netCents: Cents
    readonly vatBasisPoints: number
    readonly supplyDay?: Day | null
  }[]
  readonly groups: readonly VatGroup[]
  readonly netCents: Cents
  readonly vatCents: Cents
  /** By how much what is paid differs from net and VAT. */
  readonly roundingCents?: Cents
  /** Why lines without tax bear none. */
  readonly grounds?: readonly VatGround[]
  readonly totalCents: Cents
}

/** A sales invoice: what the law wants on it, and how to pay it. */
export async function renderInvoicePdf(facts: InvoiceFacts): Promise<Buffer> {
  const words = wordsOf(facts, 'invoices')
  const { t, euros } = words
  const headline = t(facts.credits ? 'pdf.creditHeadline' : 'pdf.headline', { number: facts.number })
  const page = await createPdf({ ...facts, title: headline, headline })
  page.title(headline)
  drawSides(page, facts, words)
  // Nobody pays a credit note, so it has no day to pay it by.
  page.figures(
    facts.credits
      ? [
          [t('pdf.credited'), euros(-facts.totalCents)],
          [t('pdf.reference'), shownReference(facts)],
        ]
      : [
          [t('pdf.toPay'), euros(facts.totalCents)],
          [t('pdf.dueDay'), formatDay(facts.dueDay)],
          [t('pdf.reference'), shownReference(facts)],
        ],
  )
  page.space(6)
  drawLines(page, facts, words)
  if (!facts.credits) drawPayment(page, facts, words)
  return page.finish()
}

type Draw = (page: PdfPage, facts: InvoiceFacts, words: DocumentWords) => void

function shownReference({ referenceNumber }: InvoiceFacts): string {
  return isReferenceNumber(referenceNumber) ? formatReferenceNumber(referenceNumber) : referenceNumber
}

const drawSides: Draw = (
  page,
  { brand, buyer, credits, day, deliveryDay, number, agreementNumber, orderNumber },
  { t },
) => {
  const given = (key: string, name: string, value: string | null | undefined) =>
    value ? t(key, { [name]: value }) : null
  page.facts([
    [
      t('pdf.seller'),
      lines(
        brand.legalName,
        `${brand.streetAddress}, ${brand.postalCode} ${brand.city}`,
        t('pdf.businessId', { id: brand.businessId }),
        t('pdf.vatNumber', { id: brand.vatNumber }),
      ),
    ],
    [
      t('pdf.buyer'),
      lines(
        buyer.name,
        buyer.address,
        given('pdf.businessId', 'id', buyer.businessId),
        given('pdf.vatNumber', 'id', buyer.vatNumber),
        given('pdf.eInvoice', 'address', buyer.eInvoiceAddress),
      ),
    ],
  ])
  page.facts(
    [
      [t('pdf.number'), number],
      [t('pdf.issueDay'), formatDay(day)],
      ...(credits
        ? [[t('pdf.credits'), t('pdf.creditsValue', { number: credits.number, day: formatDay(credits.day) })] as const]
        : []),
      ...(deliveryDay ? [[t('pdf.deliveryDay'), formatDay(deliveryDay)] as const] : []),
      ...(agreementNumber ? [[t('pdf.agreement'), agreementNumber] as const] : []),
      ...(orderNumber ? [[t('pdf.order'), orderNumber] as const] : []),
    ],
    3,
  )
}

/** Lines tell their days where they have others than the invoice. */
const hasLineDays = ({ lines: rows, deliveryDay }: InvoiceFacts): boolean =>
  rows.some(({ supplyDay, vatBasisPoints }) => vatBasisPoints > 0 && supplyDay && supplyDay !== deliveryDay)

const drawLines: Draw = (page, facts, { t, euros, percent }) => {
  const hasDays = hasLineDays(facts)
  page.table(
    [
      { header: t('pdf.description'), width: hasDays ? 4.6 : 6 },
      ...(hasDays ? [{ header: t('pdf.supplyDay'), width: 1.8 }] : []),
      { header: t('pdf.quantity'), width: 1, align: 'right' },
      { header: t('pdf.unitPrice'), width: 2, align: 'right' },
      { header: t('pdf.vat'), width: 1.2, align: 'right' },
      { header: t('pdf.net'), width: 2, align: 'right' },
    ],
    facts.lines.map((line) => [
      line.description,
      ...(hasDays ? [line.supplyDay && line.vatBasisPoints > 0 ? formatDay(line.supplyDay) : ''] : []),
      String(line.quantity),
      euros(mulDivHalfUp(line.netCents, 1, line.quantity)),
      `${percent(line.vatBasisPoints)}\u00a0%`,
      euros(line.netCents),
    ]),
  )
  const grounds = (facts.grounds ?? []).map((ground) => t(`pdf.ground.${ground}`))
  const rounding = facts.roundingCents ?? 0
  page.heading(t('pdf.vatSummary'))
  page.table(
    [
      { header: t('pdf.vatRate'), width: 3 },
      { header: t('pdf.net'), width: 2, align: 'right' },
      { header: t('pdf.vatAmount'), width: 2, align: 'right' },
      { header: t('pdf.gross'), width: 2, align: 'right' },
    ],
    facts.groups.map((group) => [
      [`${percent(group.vatBasisPoints)}\u00a0%`, ...(group.vatBasisPoints === 0 ? grounds : [])].join('\n'),
      euros(group.netCents),
      euros(group.vatCents),
      euros(group.grossCents),
    ]),
    {
      totals: [
        ...(rounding ? [[t('pdf.rounding'), '', '', euros(rounding)]] : []),
        [t('pdf.total'), euros(facts.netCents), euros(facts.vatCents), euros(facts.totalCents)],
      ],
    },
  )
}

const drawPayment: Draw = (page, facts, words) => {
  const { t, euros } = words
  const { brand, dueDay, totalCents } = facts
  page.keep(210)
  page.heading(t('pdf.pay'))
  page.facts(
    [
      [t('pdf.payee'), brand.legalName],
      [t('pdf.iban'), isIban(brand.iban) ? formatIban(brand.iban) : brand.iban],
      [t('pdf.reference'), shownReference(facts)],
      [t('pdf.toPay'), euros(totalCents)],
      [t('pdf.dueDay'), formatDay(dueDay)],
    ],
    3,
  )
  drawBarcode(page, facts, words)
  page.paragraph(t('pdf.interest'), { soft: true })
}

const BAR_HEIGHT = 34
/** Modules of 0.25 mm, as the bank barcode asks for. */
const MODULE = 0.25 / 0.352_778

/** The bank barcode with its digits; a foreign account or a reference with letters has none. */
const drawBarcode: Draw = (page, { brand, totalCents, referenceNumber, dueDay }, { t }) => {
  const reference = referenceNumber.replaceAll(' ', '')
  if (!/^FI\d{16}$/.test(brand.iban.replaceAll(' ', '')) || !/^(\d{1,20}|RF\d{3,23})$/.test(reference)) return
  const digits = virtualBarcode({ iban: brand.iban, totalCents, referenceNumber: reference, dueDay })
  const { doc } = page.structure
  const y = doc.y + 2
  const drawBars = () => {
    let x: number = pdfMargins.left
    for (const [index, width] of code128Widths(digits).entries()) {
      if (index % 2 === 0) doc.rect(x, y, width * MODULE, BAR_HEIGHT)
      x += width * MODULE
    }
    doc.fill('#000000')
  }
  page.structure.put('Figure', drawBars, { alt: t('pdf.barcodeAlt') })
  page.structure.put('P', () => {
    doc.font('text').fontSize(8).fillColor(pdfColours.soft)
    doc.text(`${t('pdf.barcode')}: ${digits}`, pdfMargins.left, y + BAR_HEIGHT + 5, {
      width: page.width,
    })
  })
  doc.y += 8
}
