/** What a cancelled order's invoices leave to be credited and to be paid back, and what is still open. Pure. */

import { addDays, type Day, firstOfMonth, lastOfMonth, monthOf } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import {
  type BikePlace,
  endsBeforeThisMonth,
  type LineDirection,
  type LineParty,
  type LineState,
  type OpenItemKind,
  type PayerType,
  type ReasonCode,
} from '../rules.ts'

/** An invoice of the order, or one with instalments of its agreement. */
export interface InvoiceFacts {
  readonly invoiceId: string
  readonly direction: 'PURCHASE' | 'SALES'
  readonly party: LineParty
  /** Which lessor, where a lessor is billed. */
  readonly lessorKind: 'OPERATOR' | 'GRENKE' | 'LEASE_PLUS' | 'OTHER' | null
  /** It stands in the ledger: sent, or checked. */
  readonly isOwed: boolean
  readonly totalCents: Cents
  readonly creditedCents: Cents
  /** Money towards the seller less money back. */
  readonly paidCents: Cents
  /** What is with the bank of a purchase, and not booked yet. */
  readonly withBankCents: Cents
  /** Money back since the case was opened. */
  readonly backCents: Cents
  /** Lines of ours that the cancellation takes back, with what is left of each. */
  readonly creditLines: readonly { readonly lineId: string; readonly leftCents: Cents }[]
  readonly isPaidBySvea: boolean
}

export interface LineFacts {
  readonly lineId: string
  readonly state: LineState
  readonly invoiceId: string | null
  /** A payment row, or money that has moved on its invoice. */
  readonly hasPayment: boolean
  readonly hasDocument: boolean
}

/** What all is judged by. */
export interface CaseFacts {
  readonly invoices: readonly InvoiceFacts[]
  readonly lines: readonly LineFacts[]
  readonly bikeAt: BikePlace | null
  readonly deliveryDay: Day | null
  /** The lease ran and is another lessor's. */
  readonly needsLessorConsent: boolean
  readonly hasLessorConsent: boolean
}

export interface ProposedLine {
  readonly invoiceId: string
  readonly payerType: PayerType
  readonly party: LineParty
  readonly direction: LineDirection
  readonly expectedCents: Cents
}

export interface OpenItem {
  readonly item: OpenItemKind
  readonly lineId?: string
  readonly invoiceId?: string
}

/** The last day of a running lease that is cancelled on a day: a month's last. */
export function endOfLease(reasonCode: ReasonCode, today: Day): Day {
  return endsBeforeThisMonth.includes(reasonCode) ? addDays(firstOfMonth(monthOf(today)), -1) : lastOfMonth(today)
}

/** What an invoice of ours has still to be credited. */
export function creditDueCents({ direction, isOwed, creditLines }: InvoiceFacts): Cents {
  if (direction !== 'SALES' || !isOwed) return 0
  return creditLines.reduce((sum, { leftCents }) => sum + leftCents, 0)
}

/** Whether the bike is bought, and the store's money therefore stays with the store. */
const isBought = (bikeAt: BikePlace | null) => bikeAt === 'SOLD'

/** What goes back to whoever paid an invoice once everything due is credited; what went back already counts. */
function refundCents(invoice: InvoiceFacts, bikeAt: BikePlace | null): Cents {
  if (!invoice.isOwed) return 0
  const paid = invoice.paidCents + invoice.backCents
  // What has left cannot be held back: it comes back like what has been paid.
  if (invoice.direction === 'PURCHASE') return isBought(bikeAt) ? 0 : Math.max(0, paid + invoice.withBankCents)
  const left = invoice.totalCents - invoice.creditedCents - creditDueCents(invoice)
  return Math.max(0, paid - left)
}

const payerOfLessor = { OPERATOR: 'OPERATOR', GRENKE: 'GRENKE', LEASE_PLUS: 'LEASE_PLUS', OTHER: 'OTHER' } as const

/** The specification's payer type of whoever paid an invoice; an employer is OTHER. */
function payerTypeOf({
  party,
  lessorKind,
  isPaidBySvea,
}: Pick<InvoiceFacts, 'party' | 'lessorKind' | 'isPaidBySvea'>): PayerType {
  if (isPaidBySvea) return 'SVEA'
  if (party === 'STORE') return 'BIKE_STORE'
  if (party === 'PERSON') return 'EMPLOYEE'
  return party === 'LESSOR' ? payerOfLessor[lessorKind ?? 'OTHER'] : 'OTHER'
}

/** The lines that the facts ask for: one for each invoice whose money goes back, in the invoices' order. */
export function proposeLines({ invoices, bikeAt }: Pick<CaseFacts, 'invoices' | 'bikeAt'>): ProposedLine[] {
  return invoices.flatMap((invoice) => {
    const expectedCents = refundCents(invoice, bikeAt)
    if (expectedCents === 0) return []
    return [
      {
        invoiceId: invoice.invoiceId,
        payerType: payerTypeOf(invoice),
        party: invoice.party,
        direction: invoice.direction === 'PURCHASE' ? ('TO_US' as const) : ('FROM_US' as const),
        expectedCents,
      },
    ]
  })
}

/** Where a line stands by what has moved back: settled once all of it has. */
export const standingOf = ({ expectedCents }: ProposedLine, backCents: Cents) =>
  backCents >= expectedCents
    ? { state: 'SETTLED' as const, settled_cents: backCents }
    : { state: 'OPEN' as const, settled_cents: Math.max(0, backCents) }

/** The bike is with the store or its lessor again, has been bought, or was never handed over. */
export function isBikeSettled({ bikeAt, deliveryDay }: Pick<CaseFacts, 'bikeAt' | 'deliveryDay'>): boolean {
  if (bikeAt === null) return deliveryDay === null
  return bikeAt === 'STORE' || bikeAt === 'LESSOR' || bikeAt === 'SOLD'
}

/** A store's invoice that we would still pay, or whose money has come back without a credit note. */
function isStoreInvoiceOpen(invoice: InvoiceFacts, bikeAt: BikePlace | null): boolean {
  if (invoice.direction !== 'PURCHASE' || isBought(bikeAt)) return false
  return invoice.totalCents !== invoice.creditedCents
}

/** Everything that stands between a case and its completion, with what it concerns. */
export function openItems(facts: CaseFacts): OpenItem[] {
  const { lines, invoices, bikeAt } = facts
  const has = (condition: boolean, item: OpenItemKind): OpenItem[] => (condition ? [{ item }] : [])
  return [
    ...lines.filter(({ state }) => state === 'OPEN').map(({ lineId }) => ({ item: 'LINE_OPEN' as const, lineId })),
    ...lines
      .filter((line) => line.state === 'SETTLED' && !line.hasPayment && !line.hasDocument)
      .map(({ lineId }) => ({ item: 'LINE_WITHOUT_PROOF' as const, lineId })),
    ...invoices
      .filter((invoice) => creditDueCents(invoice) !== 0)
      .map(({ invoiceId }) => ({ item: 'INVOICE_NOT_CREDITED' as const, invoiceId })),
    ...invoices
      .filter((invoice) => isStoreInvoiceOpen(invoice, bikeAt))
      .map(({ invoiceId }) => ({ item: 'STORE_INVOICE_OPEN' as const, invoiceId })),
    ...has(!isBikeSettled(facts), 'BIKE_NOT_BACK'),
    ...has(facts.needsLessorConsent && !facts.hasLessorConsent, 'LESSOR_CONSENT_MISSING'),
  ]
}
