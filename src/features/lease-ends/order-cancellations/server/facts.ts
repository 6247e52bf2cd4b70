import type { CancellationFacts, CancellationTurnFacts } from '../rules/process.ts'
import { type CaseFacts, isBikeSettled, openItems } from '../rules/settlement.ts'
import type { CaseRecord, LineRow } from './record.ts'

/** Whether money in our ledger proves a line. */
function hasPayment({ invoices }: CaseRecord, line: LineRow): boolean {
  if (line.is_payment_standing) return true
  const invoice = invoices.find(({ invoiceId }) => invoiceId === line.invoice_id)
  return invoice !== undefined && invoice.backCents >= line.settled_cents && invoice.backCents > 0
}

/** Another lessor's lease was running: its consent is asked. */
const needsLessorConsent = ({ row, about }: CaseRecord) =>
  row.has_lease_run && about.lessor_kind !== null && about.lessor_kind !== 'OPERATOR'

/** What the lines, invoices and the bike say, for the pure rules. */
export function caseFactsOf(record: CaseRecord): CaseFacts {
  const { row, lines, invoices, about, uploads } = record
  const files = new Set(uploads.filter(({ deleted_at }) => deleted_at === null).map(({ id }) => id))
  return {
    invoices,
    lines: lines.map((line) => ({
      lineId: line.id,
      state: line.state,
      invoiceId: line.invoice_id,
      hasPayment: hasPayment(record, line),
      hasDocument: line.refund_upload_id !== null && files.has(line.refund_upload_id),
    })),
    bikeAt: row.bike_at,
    deliveryDay: about.delivery_day,
    needsLessorConsent: needsLessorConsent(record),
    hasLessorConsent: row.lessor_consent_reference !== null,
  }
}

/** The facts that the process's guards judge. */
export function factsOf(record: CaseRecord): CancellationFacts {
  const facts = caseFactsOf(record)
  return {
    open: new Set(openItems(facts).map(({ item }) => item)),
    isOpenForOrder: record.row.status === 'PENDING',
    isConfirmed: record.about.confirmed_day !== null,
    isAnythingSettled:
      record.lines.some(({ state }) => state === 'SETTLED') || record.invoices.some(({ backCents }) => backCents !== 0),
    isAnythingCredited: record.invoices.some(({ isCreditedSince }) => isCreditedSince),
    isLeaseEnded: record.about.lease_state === 'ENDED',
  }
}

/** What the store has still to pay back. */
export const storeLinesOf = ({ lines }: CaseRecord): readonly LineRow[] =>
  lines.filter((line) => line.payer_type === 'BIKE_STORE' && line.direction === 'TO_US' && line.state === 'OPEN')

/** What decides whose turn it is. */
export function turnFactsOf(record: CaseRecord): CancellationTurnFacts {
  const facts = caseFactsOf(record)
  return {
    isBikeOut: !isBikeSettled(facts) && record.row.bike_at !== 'LOST',
    // A store that has told of its refund has done its part, and an online shop has no page to tell it on: the staff
    // await the money.
    owesStore: record.about.store_id !== null && record.row.store_told_at === null && storeLinesOf(record).length > 0,
    lacksConsent: facts.needsLessorConsent && !facts.hasLessorConsent,
  }
}

/** Whether money has moved for a case: its order is then REFUNDED when it is completed. */
export function hasMoneyMoved(record: CaseRecord): boolean {
  return (
    record.lines.some(({ is_payment_standing }) => is_payment_standing) ||
    record.invoices.some(({ backCents }) => backCents > 0)
  )
}
