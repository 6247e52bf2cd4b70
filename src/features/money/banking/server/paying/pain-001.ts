import { clippedText, writtenText } from '#platform/server/documents/written-text.ts'
import { element, type XmlElement, xmlDocument } from '#platform/server/documents/xml.ts'
import type { Day } from '#platform/values/days.ts'
import { compactIban, isReferenceNumber } from '#platform/values/identifiers.ts'
import type { Cents } from '#platform/values/money.ts'
import { latinText } from '#platform/values/typed/latin.ts'
import { isCreditorReference } from '#platform/values/typed/references.ts'

/** One payment that leaves. Amounts in cents, above zero. */
export interface OutgoingPayment {
  /** A UUID; without its hyphens it is the end-to-end id, 32 characters of the 35 allowed. */
  readonly paymentOrderId: string
  readonly payee: {
    readonly name: string
    readonly iban: string
    readonly city?: string | null
    readonly country?: string
  }
  readonly amountCents: Cents
  /** A national or RF reference; without one the message goes along. */
  readonly referenceNumber: string | null
  readonly message: string | null
}

/** One file for the bank: payments of one account on one day. */
export interface PaymentFile {
  /** At most 35 characters, never used twice. */
  readonly messageId: string
  readonly createdAt: Date
  readonly executionDay: Day
  readonly payer: { readonly name: string; readonly iban: string; readonly businessId: string }
  readonly payments: readonly OutgoingPayment[]
}

/** Euros with a decimal point and two decimals, as ISO 20022 writes amounts. */
function amountText(cents: Cents): string {
  if (!Number.isSafeInteger(cents) || cents <= 0) throw new RangeError(`Not an amount that can be paid: ${cents}`)
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * The characters that SEPA credit transfers carry: letters of other alphabets as Latin ones, those with marks that banks
 * do not know without them, å, ä and ö as they are, other signs as spaces.
 */
export function sepaText(text: string, length: number): string {
  const carried = latinText(writtenText(text))
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N} /\-?:().,'+&]/gu, ' ')
  return clippedText(carried, length)
}

const account = (name: string, iban: string) => element(name, [element('Id', [element('IBAN', compactIban(iban))])])

/** The end-to-end id of a payment order: its UUID without hyphens. */
function endToEndId(paymentOrderId: string): string {
  return paymentOrderId.replaceAll('-', '')
}

function remittance({ referenceNumber, message }: OutgoingPayment): XmlElement {
  const reference = referenceNumber?.replace(/\s+/gu, '').toUpperCase()
  if (!reference || !(isReferenceNumber(reference) || isCreditorReference(reference))) {
    return element('RmtInf', [element('Ustrd', sepaText([message, referenceNumber].filter(Boolean).join(' '), 140))])
  }
  return element('RmtInf', [
    element('Strd', [
      element('CdtrRefInf', [
        element('Tp', [
          element('CdOrPrtry', [element('Cd', 'SCOR')]),
          reference.startsWith('RF') ? element('Issr', 'ISO') : null,
        ]),
        element('Ref', reference),
      ]),
    ]),
  ])
}

function transfer(payment: OutgoingPayment): XmlElement {
  const { payee } = payment
  const id = endToEndId(payment.paymentOrderId)
  const address = payee.city
    ? element('PstlAdr', [element('TwnNm', sepaText(payee.city, 35)), element('Ctry', payee.country ?? 'FI')])
    : null
  return element('CdtTrfTxInf', [
    element('PmtId', [element('InstrId', id), element('EndToEndId', id)]),
    element('Amt', [element('InstdAmt', amountText(payment.amountCents), { Ccy: 'EUR' })]),
    element('Cdtr', [element('Nm', sepaText(payee.name, 70)), address]),
    account('CdtrAcct', payee.iban),
    remittance(payment),
  ])
}

/**
 * A customer credit transfer initiation, pain.001.001.09: SEPA service level, charges shared (SLEV), one debtor account,
 * structured references where there are any.
 * @throws RangeError without payments and for an amount that is not above zero
 */
export function writePaymentFile(file: PaymentFile): Buffer {
  if (file.payments.length === 0) throw new RangeError('A payment file holds at least one payment')
  const count = String(file.payments.length)
  const sum = amountText(file.payments.reduce((total, { amountCents }) => total + amountCents, 0))
  const payer = element('Nm', sepaText(file.payer.name, 70))
  const initiator = element('Id', [
    element('OrgId', [
      element('Othr', [element('Id', file.payer.businessId), element('SchmeNm', [element('Cd', 'CUST')])]),
    ]),
  ])
  return xmlDocument(
    element(
      'Document',
      [
        element('CstmrCdtTrfInitn', [
          element('GrpHdr', [
            element('MsgId', file.messageId),
            element('CreDtTm', file.createdAt.toISOString().replace(/\.\d+Z$/, 'Z')),
            element('NbOfTxs', count),
            element('CtrlSum', sum),
            element('InitgPty', [payer, initiator]),
          ]),
          element('PmtInf', [
            element('PmtInfId', file.messageId),
            element('PmtMtd', 'TRF'),
            element('NbOfTxs', count),
            element('CtrlSum', sum),
            element('PmtTpInf', [element('SvcLvl', [element('Cd', 'SEPA')])]),
            element('ReqdExctnDt', [element('Dt', file.executionDay)]),
            element('Dbtr', [payer, initiator]),
            account('DbtrAcct', file.payer.iban),
            element('DbtrAgt', [element('FinInstnId', [element('Othr', [element('Id', 'NOTPROVIDED')])])]),
            element('ChrgBr', 'SLEV'),
            ...file.payments.map(transfer),
          ]),
        ]),
      ],
      { xmlns: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09' },
    ),
  )
}
