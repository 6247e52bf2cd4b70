import type { Day } from '#platform/values/days.ts'
import type { Cents, VatGroup } from '#platform/values/money.ts'

/** A seller or a buyer. */
export interface FinvoiceParty {
  readonly name: string
  readonly businessId: string | null
  readonly vatNumber: string | null
  readonly street: string | null
  readonly postalCode: string | null
  readonly city: string | null
  /** The e-invoice address (OVT or IBAN form) and the operator that carries to it. */
  readonly eInvoiceAddress: string | null
  readonly operatorId: string | null
}

export interface FinvoiceLine {
  readonly description: string
  /** Whole pieces; negative in a credit note, whose unit price stays positive. */
  readonly quantity: number
  readonly netCents: Cents
  readonly vatBasisPoints: number
  readonly orderNumber?: string | null
  readonly agreementNumber?: string | null
  /** The bike's frame number. */
  readonly serialNumber?: string | null
  readonly period?: { readonly from: Day; readonly until: Day } | null
  readonly note?: string | null
  readonly supplyDay?: Day | null
}

/** An invoice or, with `credits`, a credit note, as it travels to the buyer's e-invoice address. Amounts in cents. */
export interface FinvoiceFacts {
  readonly messageId: string
  readonly at: Date
  readonly number: string
  readonly issueDay: Day
  readonly dueDay: Day
  readonly deliveryDay: Day | null
  readonly period: { readonly from: Day; readonly until: Day } | null
  readonly credits: { readonly number: string; readonly day: Day } | null
  readonly seller: FinvoiceParty & {
    readonly iban: string
    readonly bic: string
    readonly phone: string
    readonly email: string
  }
  readonly buyer: FinvoiceParty
  readonly orderNumber: string | null
  readonly agreementNumber: string | null
  readonly referenceNumber: string
  readonly lines: readonly FinvoiceLine[]
  readonly groups: readonly VatGroup[]
  /** Why lines without tax bear none, in words. */
  readonly grounds?: readonly string[]
  readonly netCents: Cents
  readonly vatCents: Cents
  /** By how much what is paid differs from net and VAT. */
  readonly roundingCents?: Cents
  readonly totalCents: Cents
  /** The digits of the bank barcode, where the invoice has one. */
  readonly barcode: string | null
  /** Files go along in the attachment message of this one. */
  readonly hasAttachment?: boolean
}
