import { clippedText } from '#platform/server/documents/written-text.ts'
import { element, type XmlElement, xmlDocument } from '#platform/server/documents/xml.ts'
import type { Day } from '#platform/values/days.ts'
import { type Cents, mulDivHalfUp } from '#platform/values/money.ts'
import type { FinvoiceFacts, FinvoiceLine, FinvoiceParty } from './finvoice-facts.ts'

const EUR = { AmountCurrencyIdentifier: 'EUR' }

/** A whole number of 10^-decimals as Finvoice writes amounts: decimal comma, no grouping. */
function decimalText(value: number, decimals: number): string {
  const digits = String(Math.abs(value)).padStart(decimals + 1, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -decimals)},${digits.slice(-decimals)}`
}

const amount = (name: string, cents: Cents) => element(name, decimalText(cents, 2), EUR)
const day = (name: string, value: Day | null | undefined) =>
  element(name, value?.replaceAll('-', ''), { Format: 'CCYYMMDD' })

/** A VAT rate in percent with as few decimals as it needs: 25,5. */
const percentText = (basisPoints: number) => decimalText(basisPoints, 2).replace(/,?0+$/, '') || '0'

/** Text cut to a field's length; fields of at least two characters get a full stop when shorter. */
function clip(text: string | null | undefined, length: number, minimum = 0): string {
  const plain = clippedText(text ?? '', length)
  return plain === '' ? '' : plain.padEnd(minimum, '.')
}

const vatCode = (basisPoints: number) => (basisPoints > 0 ? 'S' : 'O')

function transmission({ seller, buyer, messageId, at }: FinvoiceFacts): XmlElement {
  if (!seller.eInvoiceAddress || !seller.operatorId || !buyer.eInvoiceAddress || !buyer.operatorId) return null
  return element('MessageTransmissionDetails', [
    element('MessageSenderDetails', [
      element('FromIdentifier', seller.eInvoiceAddress),
      element('FromIntermediator', seller.operatorId),
    ]),
    element('MessageReceiverDetails', [
      element('ToIdentifier', buyer.eInvoiceAddress),
      element('ToIntermediator', buyer.operatorId),
    ]),
    element('MessageDetails', [
      element('MessageIdentifier', messageId),
      element('MessageTimeStamp', at.toISOString()),
      element('SpecificationIdentifier', 'EN16931'),
    ]),
  ])
}

function party(role: 'Seller' | 'Buyer', facts: FinvoiceParty): XmlElement {
  const address =
    facts.street && facts.city && facts.postalCode
      ? element(`${role}PostalAddressDetails`, [
          element(`${role}StreetName`, clip(facts.street, 35, 2)),
          element(`${role}TownName`, clip(facts.city, 35, 2)),
          element(`${role}PostCodeIdentifier`, clip(facts.postalCode, 35, 2)),
          element('CountryCode', 'FI'),
          element('CountryName', 'FINLAND'),
        ])
      : null
  return element(`${role}PartyDetails`, [
    element(`${role}PartyIdentifier`, facts.businessId),
    element(`${role}OrganisationName`, clip(facts.name, 70, 2)),
    element(`${role}OrganisationTaxCode`, facts.vatNumber),
    address,
  ])
}

function sellerDetails({ seller }: FinvoiceFacts): XmlElement[] {
  return [
    element('SellerOrganisationUnitNumber', seller.eInvoiceAddress),
    element('SellerCommunicationDetails', [
      element('SellerPhoneNumberIdentifier', clip(seller.phone, 35)),
      element('SellerEmailaddressIdentifier', clip(seller.email, 70)),
    ]),
    element('SellerInformationDetails', [
      element('SellerAccountDetails', [
        element('SellerAccountID', seller.iban, { IdentificationSchemeName: 'IBAN' }),
        element('SellerBic', seller.bic, { IdentificationSchemeName: 'BIC' }),
      ]),
    ]),
  ]
}

const groundsOf = ({ grounds = [] }: FinvoiceFacts) => (grounds.length > 0 ? grounds : ['Ei arvonlisäveroa'])

function invoiceDetails(facts: FinvoiceFacts): XmlElement {
  const isCredit = facts.credits !== null
  return element('InvoiceDetails', [
    element('InvoiceTypeCode', isCredit ? 'INV02' : 'INV01'),
    element('InvoiceTypeCodeUN', isCredit ? '381' : '380'),
    element('InvoiceTypeText', isCredit ? 'HYVITYSLASKU' : 'LASKU'),
    element('OriginCode', 'Original'),
    element('InvoiceNumber', facts.number),
    day('InvoiceDate', facts.issueDay),
    element('OriginalInvoiceNumber', facts.credits?.number),
    day('OriginalInvoiceDate', facts.credits?.day),
    day('InvoicingPeriodStartDate', facts.period?.from),
    day('InvoicingPeriodEndDate', facts.period?.until),
    element('OrderIdentifier', clip(facts.orderNumber, 70)),
    element('AgreementIdentifier', clip(facts.agreementNumber, 70)),
    amount('RowsTotalVatExcludedAmount', facts.netCents),
    amount('InvoiceTotalVatExcludedAmount', facts.netCents),
    amount('InvoiceTotalVatAmount', facts.vatCents),
    amount('InvoiceTotalVatIncludedAmount', facts.netCents + facts.vatCents),
    facts.roundingCents ? amount('InvoiceTotalRoundoffAmount', facts.roundingCents) : null,
    ...facts.groups.map((group) =>
      element('VatSpecificationDetails', [
        amount('VatBaseAmount', group.netCents),
        element('VatRatePercent', percentText(group.vatBasisPoints)),
        element('VatCode', vatCode(group.vatBasisPoints)),
        amount('VatRateAmount', group.vatCents),
        ...(group.vatBasisPoints === 0 ? groundsOf(facts) : []).map((text) => element('VatFreeText', clip(text, 70))),
      ]),
    ),
    // Nobody pays a credit note, so it has no day to pay it by.
    isCredit ? null : element('PaymentTermsDetails', [day('InvoiceDueDate', facts.dueDay)]),
  ])
}

function invoiceRow(facts: FinvoiceFacts, line: FinvoiceLine, index: number): XmlElement {
  // Five decimals: hundred-thousandths of a euro are thousandths of a cent.
  const unitPrice = mulDivHalfUp(Math.abs(line.netCents), 1000, Math.abs(line.quantity))
  return element('InvoiceRow', [
    element('ArticleName', clip(line.description, 100)),
    element('SerialNumberIdentifier', clip(line.serialNumber, 35)),
    element('InvoicedQuantity', String(line.quantity), { QuantityUnitCode: 'kpl', QuantityUnitCodeUN: 'C62' }),
    day('StartDate', line.period?.from),
    day('EndDate', line.period?.until),
    element('UnitPriceAmount', decimalText(unitPrice, 5), EUR),
    element('RowIdentifier', clip(line.orderNumber, 35)),
    element('RowPositionIdentifier', String(index + 1)),
    element('OriginalInvoiceNumber', facts.credits?.number),
    day('OriginalInvoiceDate', facts.credits?.day),
    day('RowDeliveryDate', line.supplyDay),
    element('RowAgreementIdentifier', clip(line.agreementNumber, 70)),
    element('RowFreeText', clip(line.note, 512)),
    element('RowVatRatePercent', percentText(line.vatBasisPoints)),
    element('RowVatCode', vatCode(line.vatBasisPoints)),
    amount('RowVatExcludedAmount', line.netCents),
  ])
}

function epiDetails({ seller, referenceNumber, totalCents, dueDay, issueDay, number }: FinvoiceFacts): XmlElement {
  const reference = referenceNumber.replace(/\s+/gu, '')
  const scheme = reference.startsWith('RF') ? 'ISO' : 'SPY'
  return element('EpiDetails', [
    element('EpiIdentificationDetails', [
      day('EpiDate', issueDay),
      element('EpiReference', clip(number.replace(/[^\w.-]/g, ''), 35)),
    ]),
    element('EpiPartyDetails', [
      element('EpiBfiPartyDetails', [element('EpiBfiIdentifier', seller.bic, { IdentificationSchemeName: 'BIC' })]),
      element('EpiBeneficiaryPartyDetails', [
        element('EpiNameAddressDetails', clip(seller.name, 35, 2)),
        element('EpiAccountID', seller.iban, { IdentificationSchemeName: 'IBAN' }),
      ]),
    ]),
    element('EpiPaymentInstructionDetails', [
      element('EpiRemittanceInfoIdentifier', reference, { IdentificationSchemeName: scheme }),
      amount('EpiInstructedAmount', totalCents),
      element('EpiCharge', 'SLEV', { ChargeOption: 'SLEV' }),
      day('EpiDateOptionDate', dueDay),
    ]),
  ])
}

/** The invoice as a Finvoice 3.0 document in UTF-8, in the order of elements that the schema wants. */
export function writeFinvoice(facts: FinvoiceFacts): Buffer {
  return xmlDocument(
    element(
      'Finvoice',
      [
        transmission(facts),
        party('Seller', facts.seller),
        ...sellerDetails(facts),
        party('Buyer', facts.buyer),
        element('BuyerOrganisationUnitNumber', facts.buyer.eInvoiceAddress),
        element('DeliveryDetails', [day('DeliveryDate', facts.deliveryDay)]),
        invoiceDetails(facts),
        element('VirtualBankBarcode', facts.barcode),
        ...facts.lines.map((line, index) => invoiceRow(facts, line, index)),
        epiDetails(facts),
        facts.hasAttachment
          ? element('AttachmentMessageDetails', [
              element('AttachmentMessageIdentifier', `${facts.messageId}::attachments`),
            ])
          : null,
      ],
      { Version: '3.0' },
    ),
  )
}
