import { FileFault, type OpenElement, readXml } from '#platform/server/documents/xml-reader.ts'
import { type Day, isDay } from '#platform/values/days.ts'
import { type Cents, centsFromEuros, sumCents } from '#platform/values/money.ts'

export interface ReceivedLine {
  readonly line: number
  description: string
  quantity: string | null
  orderNumber: string | null
  note: string | null
  netCents: Cents | null
  vatBasisPoints: number | null
}

/** What a received Finvoice says, checked for form and sums. Amounts in cents; a credit note's are below zero. */
export interface ReceivedInvoice {
  readonly messageId: string | null
  readonly typeCode: string
  readonly isCreditNote: boolean
  readonly number: string
  readonly issueDay: Day
  readonly dueDay: Day | null
  readonly originalNumber: string | null
  readonly seller: { readonly name: string; readonly businessId: string | null; readonly vatNumber: string | null }
  readonly buyerBusinessId: string | null
  readonly iban: string | null
  readonly referenceNumber: string | null
  /** Whatever may name our order: order and agreement identifiers, buyer's reference, row texts. */
  readonly hints: readonly string[]
  readonly lines: readonly ReceivedLine[]
  readonly netCents: Cents
  readonly vatCents: Cents
  readonly totalCents: Cents
  readonly vatGroups: readonly { readonly vatBasisPoints: number; readonly netCents: Cents; readonly vatCents: Cents }[]
}

const MAX_LINES = 10_000

/** Euros as Finvoice writes them: decimal comma, two to five decimals, of which only zeros may follow the cents. */
function centsOf({ text, line, attributes }: OpenElement): Cents {
  const currency = attributes.AmountCurrencyIdentifier
  if (currency !== undefined && currency !== 'EUR') throw new FileFault('E_INVOICE_OTHER_CURRENCY', line)
  const parts = /^([-+]?)(\d{1,13})(?:[,.](\d{2})0*|[,.](\d))?$/.exec(text.replace(/\s+/gu, ''))
  if (!parts) throw new FileFault('E_INVOICE_WRONG_AMOUNT', line)
  const cents = centsFromEuros(`${parts[2]}.${parts[3] ?? (parts[4] ?? '0').padEnd(2, '0')}`)
  return parts[1] === '-' && cents !== 0 ? -cents : cents
}

function basisPointsOf({ text, line }: OpenElement): number {
  const parts = /^(\d{1,3})(?:[,.](\d{1,2})0*)?$/.exec(text.trim())
  if (!parts) throw new FileFault('E_INVOICE_WRONG_RATE', line)
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
}

function dayOf({ text, line }: OpenElement): Day {
  const digits = text.trim()
  const day = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
  if (!/^\d{8}$/.test(digits) || !isDay(day)) throw new FileFault('E_INVOICE_WRONG_DAY', line)
  return day
}

/** The fields as they are met. */
interface Draft {
  words: Map<string, string>
  amounts: Map<string, Cents>
  days: Map<string, Day>
  groups: { vatBasisPoints: number; netCents: Cents; vatCents: Cents }[]
  lines: ReceivedLine[]
  hints: Set<string>
}

const WORDS = new Set([
  'MessageTransmissionDetails/MessageDetails/MessageIdentifier',
  'SellerPartyDetails/SellerPartyIdentifier',
  'SellerPartyDetails/SellerOrganisationName',
  'SellerPartyDetails/SellerOrganisationTaxCode',
  'BuyerPartyDetails/BuyerPartyIdentifier',
  'InvoiceDetails/InvoiceTypeCode',
  'InvoiceDetails/InvoiceNumber',
  'InvoiceDetails/OriginalInvoiceNumber',
  'InvoiceDetails/OriginCode',
  'EpiDetails/EpiPartyDetails/EpiBeneficiaryPartyDetails/EpiAccountID',
  'EpiDetails/EpiPaymentInstructionDetails/EpiRemittanceInfoIdentifier',
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
const AMOUNTS = new Set([
  'InvoiceDetails/InvoiceTotalVatExcludedAmount',
  'InvoiceDetails/InvoiceTotalVatAmount',
  'InvoiceDetails/InvoiceTotalVatIncludedAmount',
])

function readLine(line: ReceivedLine, name: string, top: OpenElement): void {
  const text = top.text.trim()
  if (name === 'ArticleName') line.description = text
  if (name === 'InvoicedQuantity' || name === 'DeliveredQuantity') line.quantity ??= text || null
  if (name === 'RowIdentifier') line.orderNumber = text || null
  if (name === 'RowFreeText') line.note = [line.note, text].filter(Boolean).join(' ') || null
  if (name === 'RowVatExcludedAmount') line.netCents = centsOf(top)
  if (name === 'RowVatRatePercent') line.vatBasisPoints = basisPointsOf(top)
}

function readGroup(draft: Draft, name: string, top: OpenElement): void {
  const group = draft.groups.at(-1)!
  if (name === 'VatBaseAmount') group.netCents = centsOf(top)
  if (name === 'VatRatePercent') group.vatBasisPoints = basisPointsOf(top)
  if (name === 'VatRateAmount') group.vatCents = centsOf(top)
}

function readField(draft: Draft, at: string, top: OpenElement): void {
  const text = top.text.trim()
  const [section, name = '', ...deeper] = at.split('/')
  if (section === 'InvoiceRow' && name && deeper.length === 0) readLine(draft.lines.at(-1)!, name, top)
  if (at.startsWith('InvoiceDetails/VatSpecificationDetails/')) readGroup(draft, deeper[0]!, top)
  if (HINTS.has(at) && text) draft.hints.add(text)
  if (WORDS.has(at) && text && !draft.words.has(at)) draft.words.set(at, text)
  if (AMOUNTS.has(at)) draft.amounts.set(at, centsOf(top))
  if (at === 'InvoiceDetails/InvoiceDate') draft.days.set('issue', dayOf(top))
  if (at === 'InvoiceDetails/PaymentTermsDetails/InvoiceDueDate') draft.days.set('due', dayOf(top))
  if (at === 'EpiDetails/EpiPaymentInstructionDetails/EpiDateOptionDate' && !draft.days.has('due') && text)
    draft.days.set('due', dayOf(top))
}

/** The sums that the document gives or, where it gives none, those that follow from its groups. */
function sumsOf({ amounts, groups }: Draft, line: number) {
  const totalCents = amounts.get('InvoiceDetails/InvoiceTotalVatIncludedAmount')
  if (totalCents === undefined) throw new FileFault('E_INVOICE_INCOMPLETE', line)
  const vatCents =
    amounts.get('InvoiceDetails/InvoiceTotalVatAmount') ?? sumCents(groups.map((group) => group.vatCents))
  const netCents = amounts.get('InvoiceDetails/InvoiceTotalVatExcludedAmount') ?? totalCents - vatCents
  if (netCents + vatCents !== totalCents) throw new FileFault('E_INVOICE_SUM_DIFFERS', line)
  const [groupNet, groupVat] = [
    sumCents(groups.map((one) => one.netCents)),
    sumCents(groups.map((one) => one.vatCents)),
  ]
  if (groups.length > 0 && (groupNet !== netCents || groupVat !== vatCents))
    throw new FileFault('E_INVOICE_SUM_DIFFERS', line)
  return { totalCents, vatCents, netCents }
}

/** Reads the elements of the document into a draft. @returns the last line, where what is missing is reported */
async function readDraft(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, draft: Draft): Promise<number> {
  let last = 1
  await readXml(content, {
    open(path) {
      const top = path.at(-1)!
      if (path.length === 1 && top.name !== 'Finvoice') throw new FileFault('E_INVOICE_UNKNOWN_KIND', top.line)
      if (path.length === 2 && top.name === 'InvoiceRow') {
        if (draft.lines.length >= MAX_LINES) throw new FileFault('E_INVOICE_TOO_LONG', top.line)
        const empty = { description: '', quantity: null, orderNumber: null, note: null }
        draft.lines.push({ ...empty, line: top.line, netCents: null, vatBasisPoints: null })
      }
      if (path.length === 3 && top.name === 'VatSpecificationDetails')
        draft.groups.push({ vatBasisPoints: 0, netCents: 0, vatCents: 0 })
    },
    close(path) {
      const top = path.at(-1)!
      last = top.line
      const at = path
        .slice(1)
        .map(({ name }) => name)
        .join('/')
      readField(draft, at, top)
    },
  })
  return last
}

/**
 * Reads one Finvoice (2.0 to 3.0) in the encoding that it names.
 * @throws FileFault with the line when it is malformed, incomplete, in another currency, or its sums differ
 */
export async function readFinvoice(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<ReceivedInvoice> {
  const draft: Draft = {
    words: new Map(),
    amounts: new Map(),
    days: new Map(),
    groups: [],
    lines: [],
    hints: new Set(),
  }
  const last = await readDraft(content, draft)
  const word = (at: string) => draft.words.get(at) ?? null
  const required = (value: string | null | undefined) => {
    if (!value) throw new FileFault('E_INVOICE_INCOMPLETE', last)
    return value
  }
  const typeCode = required(word('InvoiceDetails/InvoiceTypeCode'))
  return {
    messageId: word('MessageTransmissionDetails/MessageDetails/MessageIdentifier'),
    typeCode,
    isCreditNote: typeCode === 'INV02',
    number: required(word('InvoiceDetails/InvoiceNumber')),
    issueDay: required(draft.days.get('issue')),
    dueDay: draft.days.get('due') ?? null,
    originalNumber: word('InvoiceDetails/OriginalInvoiceNumber'),
    seller: {
      name: required(word('SellerPartyDetails/SellerOrganisationName')),
      businessId: word('SellerPartyDetails/SellerPartyIdentifier'),
      vatNumber: word('SellerPartyDetails/SellerOrganisationTaxCode'),
    },
    buyerBusinessId: word('BuyerPartyDetails/BuyerPartyIdentifier'),
    iban: word('EpiDetails/EpiPartyDetails/EpiBeneficiaryPartyDetails/EpiAccountID'),
    referenceNumber: word('EpiDetails/EpiPaymentInstructionDetails/EpiRemittanceInfoIdentifier'),
    hints: [...draft.hints],
    lines: draft.lines,
    vatGroups: draft.groups,
    ...sumsOf(draft, last),
  }
}
