import { allowedSteps } from '#platform/process/plan.ts'
import { awaitedIn } from '#platform/process/turns.ts'
import { permissionsOver, type SignedIn } from '#platform/server/database/scope.ts'
import { moverBeside, moverOver } from '#platform/server/process/mover.ts'
import { eurosFromCents, sumCents } from '#platform/values/money.ts'
import { type CancellationWords, cancellationProcess } from '../rules/process.ts'
import { creditDueCents, openItems } from '../rules/settlement.ts'
import type { LineParty } from '../rules.ts'
import { caseFactsOf, factsOf, turnFactsOf } from './facts.ts'
import type { CaseRecord, LineRow, UploadRow } from './record.ts'

/** Who reads a case: staff all of it, a party its own lines. */
export function readerOf(user: SignedIn, { row, about }: CaseRecord): { isStaff: boolean; parties: Set<LineParty> } {
  const over = { companyId: row.company_id, ownerId: about.owner_id }
  const { capacities } = moverOver(user, over)
  const parties = new Set<LineParty>()
  if (capacities.has('SELF')) parties.add('PERSON')
  if (capacities.has('EMPLOYER')) parties.add('EMPLOYER')
  return { isStaff: permissionsOver(user, over).has('order-cancellation:update'), parties }
}

type Reader = ReturnType<typeof readerOf>

/** The lines that a reader may see. */
const linesFor = ({ lines }: CaseRecord, { isStaff, parties }: Reader): readonly LineRow[] =>
  isStaff ? lines : lines.filter(({ party }) => party !== null && parties.has(party))

/** The files that a reader may see. */
export function uploadsFor(record: CaseRecord, reader: Reader): readonly UploadRow[] {
  if (reader.isStaff) return record.uploads
  const own = new Set(linesFor(record, reader).map(({ refund_upload_id }) => refund_upload_id))
  return record.uploads.filter(({ id, deleted_at }) => deleted_at === null && own.has(id))
}

/** The settlement's file for a reader. */
export function settlementFor({ row }: CaseRecord, { isStaff, parties }: Reader): string | null {
  if (isStaff) return row.settlement_file_id
  return parties.has('PERSON') ? row.employee_file_id : row.employer_file_id
}

/** The sum of the lines of a direction, waived ones left out. */
const sumOf = (lines: readonly LineRow[], direction: 'TO_US' | 'FROM_US') =>
  sumCents(
    lines
      .filter((line) => line.direction === direction && line.state !== 'WAIVED')
      .map(({ expected_cents }) => expected_cents),
  )

/** What a list shows of a case, of the lines that its reader sees. */
function rowOf({ row, about }: CaseRecord, lines: readonly LineRow[]) {
  return {
    orderCancellationId: row.id,
    version: row.version,
    status: row.status,
    reasonCode: row.reason_code,
    orderId: row.order_id,
    orderNumber: about.order_number,
    companyId: row.company_id,
    companyName: about.company_name,
    employeeName: `${about.last_name} ${about.first_name}`,
    bike: about.bike,
    bikeAt: row.bike_at,
    payers: [...new Set(lines.map(({ payer_type }) => payer_type))],
    openLines: lines.filter(({ state }) => state === 'OPEN').length,
    toUs: eurosFromCents(sumOf(lines, 'TO_US')),
    fromUs: eurosFromCents(sumOf(lines, 'FROM_US')),
    openedAt: row.opened_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
  }
}

/** What the store has said of its refund. */
export const storeWordOf = ({ row }: CaseRecord) =>
  row.store_told_at === null
    ? null
    : {
        paidDay: row.store_paid_day!,
        reference: row.store_reference,
        creditNumber: row.store_credit_number,
        toldAt: row.store_told_at.toISOString(),
      }

/** What only the staff read. */
function staffPart(record: CaseRecord, isStaff: boolean) {
  const { row } = record
  if (!isStaff)
    return {
      reason: null,
      note: null,
      lessorConsent: null,
      storeWord: null,
      storeAskedAt: null,
      credits: [],
      payments: [],
      openItems: [],
    }
  const reference = row.lessor_consent_reference
  return {
    reason: row.reason,
    note: row.note,
    lessorConsent: reference === null ? null : { reference, day: row.lessor_consent_day! },
    storeWord: storeWordOf(record),
    storeAskedAt: row.store_asked_at?.toISOString() ?? null,
    credits: creditsOf(record),
    payments: record.payments.map(({ amountCents, ...one }) => ({ ...one, amount: eurosFromCents(amountCents) })),
    openItems: row.status === 'PENDING' ? openItems(caseFactsOf(record)) : [],
  }
}

/** A case as one user may see it. */
export function caseView(record: CaseRecord, user: SignedIn) {
  const { row, about } = record
  const reader = readerOf(user, record)
  const lines = linesFor(record, reader)
  const mover = moverBeside(user, { companyId: row.company_id, ownerId: about.owner_id })
  return {
    ...rowOf(record, lines),
    ...staffPart(record, reader.isStaff),
    keptOrderStatus: row.kept_order_status,
    leaseEndsOn: about.ends_on,
    leaseState: about.lease_state,
    orderStatus: about.order_status,
    lines: lines.map((line) => lineView(line, reader.isStaff)),
    uploadedRefunds: uploadsFor(record, reader).map((upload) => uploadView(upload, reader.isStaff)),
    allowedSteps: allowedSteps<CancellationWords>(cancellationProcess, factsOf(record), row.status, mover),
    waitingFor: awaitedIn<CancellationWords>(cancellationProcess, row.status, turnFactsOf(record)),
    hasSettlement: settlementFor(record, reader) !== null,
  }
}

const lineView = (line: LineRow, isStaff: boolean) => ({
  lineId: line.id,
  payerType: line.payer_type,
  isEmployer: line.party === 'EMPLOYER',
  direction: line.direction,
  expected: eurosFromCents(line.expected_cents),
  settled: eurosFromCents(line.settled_cents),
  day: line.settled_day,
  reference: line.reference,
  note: isStaff ? line.note : null,
  state: line.state,
  invoiceId: line.invoice_id,
  invoiceNumber: line.invoice_number,
  refundUploadId: line.refund_upload_id,
  isProposed: line.is_proposed,
  shortfallOf: isStaff ? line.shortfall_of : null,
})

const uploadView = (upload: UploadRow, isStaff: boolean) => ({
  refundUploadId: upload.id,
  fileName: upload.file_name,
  size: upload.bytes,
  sha256: upload.sha256.toString('hex'),
  uploadedAt: upload.uploaded_at.toISOString(),
  uploadedBy: isStaff ? upload.uploader : null,
  deletedAt: upload.deleted_at?.toISOString() ?? null,
  deleteReason: isStaff ? upload.delete_reason : null,
})

function creditsOf({ invoices, row }: CaseRecord) {
  return invoices.flatMap((invoice) => {
    const left = invoice.totalCents - invoice.creditedCents
    const due = invoice.direction === 'SALES' ? creditDueCents(invoice) : row.bike_at === 'SOLD' ? 0 : left
    if (due === 0) return []
    const { invoiceId, number, purpose, direction, otherParty, totalCents } = invoice
    return [
      {
        invoiceId,
        number,
        purpose,
        direction,
        otherParty,
        due: eurosFromCents(due),
        total: eurosFromCents(totalCents),
      },
    ]
  })
}
