import type { Static } from 'typebox'
import { requirePaidDay } from '#features/money/invoices/ledger/server/paid-day.ts'
import { recordPayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import type { PaymentMethod } from '#features/money/invoices/rules.ts'
import { AppError, failField } from '#platform/contract/errors.ts'
import { actorOf } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import type { Day } from '#platform/values/days.ts'
import { centsFromEuros, eurosFromCents } from '#platform/values/money.ts'
import type { LineChange } from '../shapes.ts'
import { addLine } from './lines.ts'
import type { CaseRecord, LineRow } from './record.ts'

type Change = Static<typeof LineChange>
type At = { readonly place: string; readonly today: Day }

/** Adds a line, or settles, waives, opens or annotates one that is there. */
export async function changeLine(context: SignedInContext, record: CaseRecord, change: Change, at: At): Promise<void> {
  const { row } = record
  if (change.lineId === undefined) {
    const { payerType, direction, expected } = change
    if (!payerType) return failField(`${at.place}.payerType`, 'REQUIRED', 'is missing')
    if (!direction) return failField(`${at.place}.direction`, 'REQUIRED', 'is missing')
    if (expected === undefined) return failField(`${at.place}.expected`, 'REQUIRED', 'is missing')
    return addLine(context, { id: row.id, companyId: row.company_id }, { ...change, payerType, direction, expected })
  }
  const line = record.lines.find(({ id }) => id === change.lineId)
  if (!line) return failField(`${at.place}.lineId`, 'NOT_IN_LIST', 'is no line of this cancellation')
  requireOwnUpload(record, change, at)
  const state = change.state ?? line.state
  if (state === 'SETTLED' && line.state !== 'SETTLED') return settleLine(context, record, line, change, at)
  await db(context)
    .set((eb) => ({ ...annotationOf(change), ...stateOf(record, line, change, at), version: eb('version', '+', 1) }))
    .where('id', '=', line.id)
    .execute()
}

const db = (context: SignedInContext) => context.db.updateTable('order_cancellation_lines')

const annotationOf = ({ note, reference, refundUploadId }: Change) => ({
  ...(note === undefined ? {} : { note: note?.trim() || null }),
  ...(reference === undefined ? {} : { reference: reference?.trim() || null }),
  ...(refundUploadId === undefined ? {} : { refund_upload_id: refundUploadId }),
})

function requireOwnUpload({ uploads }: CaseRecord, { refundUploadId }: Change, { place }: At): void {
  if (!refundUploadId) return
  const found = uploads.some(({ id, deleted_at }) => id === refundUploadId && deleted_at === null)
  if (!found) failField(`${place}.refundUploadId`, 'NOT_IN_LIST', 'is no file of this cancellation')
}

const isMoney = ({ payerType, direction, expected, settled, method }: Change) =>
  [payerType, direction, expected, settled, method].some((value) => value !== undefined)

/** The state of a line that is not being settled, and its sum while it is open. */
function stateOf(record: CaseRecord, line: LineRow, change: Change, { place }: At) {
  const state = change.state ?? line.state
  const note = change.note === undefined ? line.note : change.note
  if (state === 'WAIVED' && !note?.trim()) failField(`${place}.note`, 'REQUIRED', 'is missing')
  if (line.state === 'SETTLED' && (isMoney(change) || (state !== 'SETTLED' && hasMoved(record, line))))
    throw new AppError('ORDER_CANCELLATION_STEP_NOT_ALLOWED', { details: { lineId: line.id, state: line.state } })
  const isOwnSum = change.expected !== undefined && !line.is_proposed && state === 'OPEN'
  return {
    state,
    ...(state === 'OPEN' && line.state === 'SETTLED' ? { settled_day: null, settled_cents: 0, payment_id: null } : {}),
    ...(state === 'WAIVED' ? { settled_day: null } : {}),
    ...(isOwnSum ? { expected_cents: centsFromEuros(change.expected!) } : {}),
  }
}

const movedCents = ({ invoices }: CaseRecord, { invoice_id }: LineRow) =>
  invoices.find(({ invoiceId }) => invoiceId === invoice_id)?.backCents ?? 0

const hasMoved = (record: CaseRecord, line: LineRow) => line.is_payment_standing || movedCents(record, line) > 0

/**
 * Settles a line: what the ledger does not show yet is recorded as a payment, or proved by a file. Less than expected
 * leaves a new line with whoever owes the rest.
 */
async function settleLine(
  context: SignedInContext,
  record: CaseRecord,
  line: LineRow,
  change: Change,
  at: At,
): Promise<void> {
  const { place, today } = at
  const cents = change.settled === undefined ? line.expected_cents : centsFromEuros(change.settled)
  const day = change.day ?? today
  const moved = movedCents(record, line)
  const reason = change.note?.trim() || change.reference?.trim() || line.note
  requirePaidDay({ day, today, issueDay: line.invoice_day, reason }, { day: `${place}.day`, reason: `${place}.note` })
  if (cents > line.expected_cents)
    failField(`${place}.settled`, 'TOO_LARGE', 'is more than is owed', eurosFromCents(line.expected_cents))
  if (cents < moved) failField(`${place}.settled`, 'TOO_SMALL', 'is less than has moved', eurosFromCents(moved))
  const file = change.refundUploadId === undefined ? line.refund_upload_id : change.refundUploadId
  const rest = cents - moved
  if (rest > 0 && !change.method && !file) failField(`${place}.method`, 'REQUIRED', 'is missing')
  const paymentId =
    rest > 0 && change.method ? await payLine(context, record, { line, change, cents: rest, day, at }) : null
  await db(context)
    .set((eb) => ({
      ...annotationOf(change),
      state: 'SETTLED' as const,
      settled_cents: cents,
      expected_cents: cents,
      settled_day: day,
      payment_id: line.invoice_id ? null : paymentId,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', line.id)
    .execute()
  const short = line.expected_cents - cents
  if (short === 0) return
  await addLine(
    context,
    { id: record.row.id, companyId: record.row.company_id },
    {
      payerType: change.shortfallPayer ?? line.payer_type,
      isEmployer: change.shortfallPayer === undefined && line.party === 'EMPLOYER',
      direction: line.direction,
      expected: eurosFromCents(short),
      shortfallOf: line.id,
    },
  )
}

interface Paying {
  readonly line: LineRow
  readonly change: Change
  readonly cents: number
  readonly day: Day
  readonly at: At
}

/** Records what has moved: on the line's invoice, or on its payer's account. */
async function payLine(
  context: SignedInContext,
  { row, about }: CaseRecord,
  { line, change, cents, day, at }: Paying,
): Promise<string | null> {
  const { env, user } = context
  const method = change.method as PaymentMethod
  const reason = change.note?.trim() || change.reference?.trim() || null
  if ((method === 'MANUAL' || method === 'NETTING') && !reason) failField(`${at.place}.note`, 'REQUIRED', 'is missing')
  const ids = {
    STORE: about.store_id,
    LESSOR: about.lessor_id,
    EMPLOYER: row.company_id,
    PERSON: row.beneficiary_employee_id,
  }
  const hasCompany = line.party === 'EMPLOYER' || line.party === 'PERSON'
  return recordPayment(context.db, context, {
    actor: actorOf(user),
    createdBy: user.userId,
    payment: {
      invoiceId: line.invoice_id,
      payer: {
        kind: line.party ?? 'UNKNOWN',
        id: line.party ? ids[line.party] : null,
        companyId: hasCompany ? row.company_id : null,
      },
      direction: line.direction === 'TO_US' ? 'IN' : 'OUT',
      amountCents: cents,
      paidDay: day,
      method,
      source: `cancellation:${line.id}:${env.id()}`,
      reason,
    },
  })
}
