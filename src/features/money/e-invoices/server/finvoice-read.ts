import type { IntakeReason } from '#features/ground/put-aside/rules.ts'
import { FileFault, type OpenElement, readXmlWhole } from '#platform/server/documents/reading/xml-reader.ts'
import { type Day, isDay } from '#platform/values/days.ts'
import { compactIban, isIban } from '#platform/values/identifiers.ts'
import { type Cents, sumCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { readAmount } from '#platform/values/typed/amounts.ts'
import { businessIdOf } from '#platform/values/typed/party-ids.ts'
import type { InvoiceRemark } from '../rules.ts'

export interface ReceivedLine {
  readonly line: number
  description: string
  quantity: string | null
  orderNumber: string | null
  note: string | null
  netCents: Cents | null
  vatBasisPoints: number | null
}

/** What a received Finvoice says. Amounts in cents; a credit note's are below zero. */
export interface ReceivedInvoice {
  readonly messageId: string | null
  readonly typeCode: string
  readonly isCreditNote: boolean
  readonly number: string
  readonly issueDay: Day
  readonly dueDay: Day | null
  readonly originalNumber: string | null
  readonly seller: { readonly name: string; readonly businessId: string | null; readonly vatNumber: string | null }
  /** Whatever names the buyer: ids of its party first, then where the message was sent, and its name. */
  readonly buyer: { readonly ids: readonly string[]; readonly address: string | null; readonly name: string | null }
  readonly iban: string | null
  readonly referenceNumber: string | null
  /** Whatever may name our order: order and agreement identifiers, buyer's reference, row texts. */
  readonly hints: readonly string[]
  readonly lines: readonly ReceivedLine[]
  /** The total without the tax that it tells. */
  readonly netCents: Cents
  readonly vatCents: Cents
  readonly totalCents: Cents
  readonly vatGroups: readonly { readonly vatBasisPoints: number; readonly netCents: Cents; readonly vatCents: Cents }[]
  /** What is odd about it, for whoever judges it. */
  readonly remarks: readonly InvoiceRemark[]
}

/** An invoice that cannot be read as it stands, with its texts in their order. */
export interface UnreadInvoice {
  readonly reason: IntakeReason
  readonly line: number
  readonly about: string | null
  readonly raw: readonly (readonly [string, string])[]
  /** What the doubtful amount may be. */
  readonly readings?: readonly Cents[]
}

export type ReadInvoice =
  | { readonly invoice: ReceivedInvoice; readonly raw: UnreadInvoice['raw'] }
  | { readonly unread: UnreadInvoice }

const MAX_LINES = 10_000
/** So many texts of an invoice are kept for people to see. */
const RAW_MAX = 300

/** Why an invoice cannot be read as it stands. */
class Unread extends Error {
  readonly reason: IntakeReason
  readonly line: number
  readonly readings: readonly Cents[] | undefined
  constructor(reason: IntakeReason, line: number, readings?: readonly Cents[]) {
    super(reason)
    this.reason = reason
    this.line = line
    this.readings = readings
  }
}

/** Which of two readings a person has chosen: thousands or decimals. */
export type ReadingChoice = 0 | 1

/** Euros as Finvoice writes them, with a decimal comma, and as other programs do. */
function centsOf({ text, line, attributes }: OpenElement, choice?: ReadingChoice): Cents {
  const currency = attributes.AmountCurrencyIdentifier?.trim().toUpperCase()
  if (currency && currency !== 'EUR') throw new Unread('OTHER_CURRENCY', line)
  const found = readAmount(text, ',')
  if (found.kind === 'NONE') throw new Unread('WRONG_AMOUNT', line)
  if (found.kind === 'ONE') return found.cents
  if (choice === undefined) throw new Unread('TWO_READINGS', line, found.readings)
  return found.readings[choice]
}

/** The rate of a line or a group; what is none is not told. */
function basisPointsOf({ text }: OpenElement): number | null {
  const parts = /^(\d{1,3})(?:[,.](\d{1,2})0*)?$/.exec(text.replace(/[\s%]/gu, ''))
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) : null
}

/** `20261120`, and as programs of other formats write it; null for what is no day. */
function dayOf({ text }: OpenElement): Day | null {
  const plain = text.trim().slice(0, 10)
  const digits = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(plain)
  const finnish = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(plain)
  const [year, month, date] = digits ? digits.slice(1) : (finnish?.slice(1).toReversed() ?? [])
  const day = `${year}-${month?.padStart(2, '0')}-${date?.padStart(2, '0')}`
  return isDay(day) ? day : null
}

/** The fields as they are met. */
interface Draft {
  readonly line: number
  readonly choice: ReadingChoice | undefined
  fault: Unread | null
  words: Map<string, string>
  amounts: Map<string, Cents>
  days: Map<string, Day | null>
  groups: { vatBasisPoints: number; netCents: Cents; vatCents: Cents }[]
  lines: ReceivedLine[]
  hints: Set<string>
  raw: [string, string][]
}

const newDraft = (line: number, choice: ReadingChoice | undefined): Draft => ({
  line,
  choice,
  fault: null,
  words: new Map(),
  amounts: new Map(),
  days: new Map(),
  groups: [],
  lines: [],
  hints: new Set(),
  raw: [],
})

const BUYER_IDS = [
  'BuyerPartyDetails/BuyerPartyIdentifier',
  'BuyerPartyDetails/BuyerOrganisationTaxCode',
  'BuyerOrganisationUnitNumber',
]
const SELLER_IDS = [
  'SellerPartyDetails/SellerPartyIdentifier',
  'SellerPartyDetails/SellerOrganisationTaxCode',
  'SellerOrganisationUnitNumber',
]
const RECEIVER = 'MessageTransmissionDetails/MessageReceiverDetails/ToIdentifier'
const IBAN = 'EpiDetails/EpiPartyDetails/EpiBeneficiaryPartyDetails/EpiAccountID'
const WORDS = new Set([
  'MessageTransmissionDetails/MessageDetails/MessageIdentifier',
  'SellerPartyDetails/SellerOrganisationName',
  'BuyerPartyDetails/BuyerOrganisationName',
  'InvoiceDetails/InvoiceTypeCode',
  'InvoiceDetails/InvoiceNumber',
  'InvoiceDetails/OriginalInvoiceNumber',
  'InvoiceDetails/OriginCode',
  'EpiDetails/EpiPaymentInstructionDetails/EpiRemittanceInfoIdentifier',
  RECEIVER,
  ...BUYER_IDS,
  ...SELLER_IDS,
  IBAN,
])
const HINTS = new Set([
  'InvoiceDetails/OrderIdentifier',
  'InvoiceDetails/AgreementIdentifier',
  'InvoiceDetails/BuyerReferenceIdentifier',
  'InvoiceDetails/InvoiceFreeText',
  'InvoiceRow/RowIdentifier',
  'InvoiceRow/RowAgreementIdentifier',
  'InvoiceRow/RowBuyerReferenceIdentifier',
  'InvoiceRow/RowFreeText',
  'InvoiceRow/ArticleName',
])
const TO_PAY = 'EpiDetails/EpiPaymentInstructionDetails/EpiInstructedAmount'
const AMOUNTS = new Set([
  TO_PAY,
  'InvoiceDetails/InvoiceTotalVatExcludedAmount',
  'InvoiceDetails/InvoiceTotalVatAmount',
  'InvoiceDetails/InvoiceTotalVatIncludedAmount',
])

function readLine(draft: Draft, name: string, top: OpenElement): void {
  const line = present(draft.lines.at(-1))
  const text = top.text.trim()
  if (name === 'ArticleName') line.description = text
  if (name === 'InvoicedQuantity' || name === 'DeliveredQuantity') line.quantity ??= text || null
  if (name === 'RowIdentifier') line.orderNumber = text || null
  if (name === 'RowFreeText') line.note = [line.note, text].filter(Boolean).join(' ') || null
  if (name === 'RowVatExcludedAmount') line.netCents = lineCents(top, draft.choice)
  if (name === 'RowVatRatePercent') line.vatBasisPoints = basisPointsOf(top)
}

/** The sum of a line; one with broken cents tells nothing, since the invoice's own sums count. */
function lineCents(top: OpenElement, choice: ReadingChoice | undefined): Cents | null {
  try {
    return centsOf(top, choice)
  } catch (error) {
    if (!(error instanceof Unread) || error.reason !== 'WRONG_AMOUNT') throw error
    return null
  }
}

function readGroup(draft: Draft, name: string, top: OpenElement): void {
  const group = present(draft.groups.at(-1))
  if (name === 'VatBaseAmount') group.netCents = centsOf(top, draft.choice)
  if (name === 'VatRatePercent') group.vatBasisPoints = basisPointsOf(top) ?? group.vatBasisPoints
  if (name === 'VatRateAmount') group.vatCents = centsOf(top, draft.choice)
}

/** Of a seller's several accounts the one in the form that payments need. */
const isBetter = (draft: Draft, at: string, { text }: OpenElement) =>
  at === IBAN && isIban(compactIban(text)) && !isIban(compactIban(draft.words.get(at) ?? ''))

/** An invoice in instalments has several due days: the first of them is not missed. */
const earlier = (known: Day | null | undefined, day: Day | null) =>
  known && day && known < day ? known : (day ?? known ?? null)

const rawText = ({ text, attributes }: OpenElement) =>
  [attributes.AmountCurrencyIdentifier, text.trim()].filter(Boolean).join(' ')

function readField(draft: Draft, at: string, top: OpenElement): void {
  const text = top.text.trim()
  if (text && draft.raw.length < RAW_MAX) draft.raw.push([at, rawText(top)])
  const [section, name = '', ...deeper] = at.split('/')
  if (section === 'InvoiceRow' && name && deeper.length === 0) readLine(draft, name, top)
  if (at.startsWith('InvoiceDetails/VatSpecificationDetails/')) readGroup(draft, present(deeper[0]), top)
  if (HINTS.has(at) && text) draft.hints.add(text)
  if (WORDS.has(at) && text && (!draft.words.has(at) || isBetter(draft, at, top))) draft.words.set(at, text)
  if (AMOUNTS.has(at) && text) draft.amounts.set(at, centsOf(top, draft.choice))
  if (at === 'InvoiceDetails/InvoiceDate') draft.days.set('issue', dayOf(top))
  if (at === 'InvoiceDetails/PaymentTermsDetails/InvoiceDueDate')
    draft.days.set('due', earlier(draft.days.get('due'), dayOf(top)))
  if (at === 'EpiDetails/EpiPaymentInstructionDetails/EpiDateOptionDate' && !draft.days.get('due'))
    draft.days.set('due', dayOf(top))
}

/** The sums that the document gives or, where it gives none, those that follow from the others. */
function sumsOf({ amounts, groups }: Draft) {
  const toldNet = amounts.get('InvoiceDetails/InvoiceTotalVatExcludedAmount')
  const toldVat = amounts.get('InvoiceDetails/InvoiceTotalVatAmount')
  const [groupNet, groupVat] = [
    sumCents(groups.map((one) => one.netCents)),
    sumCents(groups.map((one) => one.vatCents)),
  ]
  const vatCents = toldVat ?? (groups.length > 0 ? groupVat : 0)
  const totalCents =
    amounts.get('InvoiceDetails/InvoiceTotalVatIncludedAmount') ??
    (toldNet === undefined ? undefined : toldNet + vatCents)
  if (totalCents === undefined) return null
  const differs =
    (toldNet !== undefined && toldNet + vatCents !== totalCents) ||
    (groups.length > 0 && (groupVat !== vatCents || groupNet + groupVat !== totalCents))
  return { totalCents, vatCents, netCents: totalCents - vatCents, differs }
}

const turned = (cents: Cents | null) => (cents === null || cents === 0 ? cents : -cents)

/** A credit note whose sums stand above zero, as some programs write it, says what others say with a minus. */
function withSign(invoice: ReceivedInvoice): ReceivedInvoice {
  const isCredit = invoice.typeCode === 'INV02'
  if (isCredit && invoice.totalCents > 0)
    return {
      ...invoice,
      netCents: present(turned(invoice.netCents)),
      vatCents: present(turned(invoice.vatCents)),
      totalCents: present(turned(invoice.totalCents)),
      lines: invoice.lines.map((line) => ({ ...line, netCents: turned(line.netCents) })),
      vatGroups: invoice.vatGroups.map((group) => ({
        ...group,
        netCents: present(turned(group.netCents)),
        vatCents: present(turned(group.vatCents)),
      })),
      remarks: [...invoice.remarks, 'SIGN_TURNED'],
    }
  // An invoice below zero asks for nothing: it gives back.
  if (!isCredit && invoice.totalCents < 0)
    return { ...invoice, isCreditNote: true, remarks: [...invoice.remarks, 'BELOW_ZERO'] }
  return invoice
}

/** A pro forma invoice (INV06) asks for nothing yet, and a reminder (INV08) for what was asked for already. */
const isInvoice = (typeCode: string) => typeCode.startsWith('INV') && typeCode !== 'INV06' && typeCode !== 'INV08'

/** Whether it asks to be paid another sum than it comes to: something was paid before, or is left to another bill. */
const paysOther = ({ amounts }: Draft, totalCents: Cents) => {
  const toPay = amounts.get(TO_PAY)
  return toPay !== undefined && totalCents > 0 && toPay !== totalCents
}

function invoiceOf(draft: Draft): ReceivedInvoice {
  const word = (at: string) => draft.words.get(at) ?? null
  const required = <V>(value: V | null | undefined, reason: IntakeReason = 'INCOMPLETE'): V => {
    if (value === null || value === undefined) throw new Unread(reason, draft.line)
    return value
  }
  if (draft.fault) throw draft.fault
  const typeCode = required(word('InvoiceDetails/InvoiceTypeCode')).toUpperCase()
  // Reminders, offers and orders travel as Finvoices too.
  if (!isInvoice(typeCode) || word('InvoiceDetails/OriginCode')?.toLowerCase() === 'cancel')
    throw new Unread('NO_INVOICE', draft.line)
  if (draft.days.get('issue') === null) throw new Unread('WRONG_DAY', draft.line)
  const { differs, ...sums } = required(sumsOf(draft))
  const sellerIds = SELLER_IDS.flatMap((at) => word(at) ?? [])
  return withSign({
    messageId: word('MessageTransmissionDetails/MessageDetails/MessageIdentifier'),
    typeCode,
    isCreditNote: typeCode === 'INV02',
    number: required(word('InvoiceDetails/InvoiceNumber')),
    issueDay: required(draft.days.get('issue')),
    dueDay: draft.days.get('due') ?? null,
    originalNumber: word('InvoiceDetails/OriginalInvoiceNumber'),
    seller: {
      name: required(word('SellerPartyDetails/SellerOrganisationName')),
      businessId: sellerIds.map(businessIdOf).find((id) => id !== null) ?? sellerIds[0] ?? null,
      vatNumber: word('SellerPartyDetails/SellerOrganisationTaxCode'),
    },
    buyer: {
      ids: BUYER_IDS.flatMap((at) => word(at) ?? []),
      address: word(RECEIVER),
      name: word('BuyerPartyDetails/BuyerOrganisationName'),
    },
    iban: word(IBAN),
    referenceNumber: word('EpiDetails/EpiPaymentInstructionDetails/EpiRemittanceInfoIdentifier'),
    hints: [...draft.hints],
    lines: draft.lines,
    vatGroups: draft.groups,
    ...sums,
    remarks: [
      ...(differs ? ['SUM_DIFFERS' as const] : []),
      ...(paysOther(draft, sums.totalCents) ? ['PAYS_OTHER' as const] : []),
    ],
  })
}

function readDraft(draft: Draft): ReadInvoice {
  try {
    return { invoice: invoiceOf(draft), raw: draft.raw }
  } catch (error) {
    if (!(error instanceof Unread)) throw error
    const seller = draft.words.get('SellerPartyDetails/SellerOrganisationName')
    const about = [seller, draft.words.get('InvoiceDetails/InvoiceNumber')].filter(Boolean).join(' ') || null
    const { reason, line, readings } = error
    return { unread: { reason, line, about, raw: draft.raw, ...(readings ? { readings } : {}) } }
  }
}

/**
 * Reads the Finvoices (1.3 to 3.0) of a file, in a frame, behind one, or several, each for itself: one that cannot be read
 * as it stands is told with its texts, and those beside it are read.
 * @param choice how a person has said that amounts with two readings are to be read
 * @throws FileFault where the file is no Finvoice at all
 */
export function readFinvoices(content: Uint8Array, choice?: ReadingChoice): ReadInvoice[] {
  const found: ReadInvoice[] = []
  let draft = newDraft(1, choice)
  readXmlWhole(
    content,
    {
      open(path) {
        const top = present(path.at(-1))
        if (path.length === 1) draft = newDraft(top.line, choice)
        if (path.length === 2 && top.name === 'InvoiceRow') {
          if (draft.lines.length >= MAX_LINES) throw new FileFault('E_INVOICE_TOO_LONG', top.line)
          const empty = { description: '', quantity: null, orderNumber: null, note: null }
          draft.lines.push({ ...empty, line: top.line, netCents: null, vatBasisPoints: null })
        }
        if (path.length === 3 && top.name === 'VatSpecificationDetails' && present(path[1]).name === 'InvoiceDetails')
          draft.groups.push({ vatBasisPoints: 0, netCents: 0, vatCents: 0 })
      },
      close(path) {
        const top = present(path.at(-1))
        if (path.length === 1) found.push(readDraft(draft))
        try {
          readField(draft, top.address.slice(present(path[0]).address.length + 1), top)
        } catch (error) {
          if (!(error instanceof Unread)) throw error
          draft.fault ??= error
        }
      },
    },
    new Set(['Finvoice']),
  )
  if (found.length === 0) throw new FileFault('E_INVOICE_UNKNOWN_KIND', 1)
  return found
}
