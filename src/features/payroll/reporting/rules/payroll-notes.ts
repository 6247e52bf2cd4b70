import { STATUTORY_EXEMPT_LIMITS } from '#features/pricing/tax/rules/benefit-regime.ts'
import type { MonthPayer } from '#features/story/lease-story/rules/payer.ts'
import { type Day, monthOf } from '#platform/values/days.ts'
import type { CollectionAnswer, PayrollAgreement, PayrollNote, PayrollRow, PreviousRow } from './payroll-facts.ts'

type Unnoted = Omit<PayrollRow, 'notes'>

function changesSince(row: Unnoted, previous: PreviousRow): PayrollNote[] {
  const notes: PayrollNote[] = []
  if (row.event !== 'ENDING' && row.instalmentCents !== previous.instalmentCents)
    notes.push({ code: 'INSTALMENT_CHANGED', fromCents: previous.instalmentCents, toCents: row.instalmentCents })
  if (row.benefitModel !== previous.benefitModel) notes.push({ code: 'MODEL_CHANGED' })
  if (row.regime !== previous.regime) notes.push({ code: 'REGIME_CHANGED' })
  if (row.person.unit !== previous.person.unit) notes.push({ code: 'UNIT_CHANGED' })
  if (row.person.costUnit !== previous.person.costUnit) notes.push({ code: 'COST_UNIT_CHANGED' })
  if (row.person.employeeNumber !== previous.person.employeeNumber) notes.push({ code: 'EMPLOYEE_NUMBER_CHANGED' })
  return notes
}

function personNotes(row: Unnoted, month: { first: Day; last: Day }): PayrollNote[] {
  const { absenceFrom, absenceTo, lastWorkingDay } = row.person
  const notes: PayrollNote[] = []
  const isAbsent = absenceFrom !== null && absenceFrom <= month.last && (absenceTo === null || absenceTo >= month.first)
  if (isAbsent) notes.push({ code: 'ABSENT', from: absenceFrom, to: absenceTo })
  if (lastWorkingDay !== null && lastWorkingDay >= month.first && lastWorkingDay < row.leaseEnd)
    notes.push({ code: 'LEAVES', day: lastWorkingDay })
  return notes
}

/** What the person pays outside the pay: collected, not collected, or nobody has said. */
function outsideNote(collection: CollectionAnswer | null): PayrollNote {
  if (collection === null) return { code: 'COLLECTION_OPEN' }
  return { code: collection.isCollected ? 'EMPLOYEE_PAYS_OUTSIDE' : 'NOT_COLLECTED' }
}

/** Who bears the month, or that a leaver's month is still to be settled. */
function payerNote({ person }: Unnoted, { payer, collection }: NoteFacts): PayrollNote[] {
  switch (payer) {
    case 'OUTSIDE':
      return [outsideNote(collection)]
    case 'EMPLOYER':
      return [{ code: 'EMPLOYER_BEARS' }]
    case 'NONE':
      return [{ code: 'BIKE_RETURNED' }]
    case 'UNSETTLED':
      return [{ code: 'LEFT_OPEN', day: person.lastWorkingDay! }]
    default:
      return []
  }
}

/** The month of delivery has no value: what it costs begins with the lease. */
function deliveryNote(row: Unnoted, deliveryDay: Day | null): PayrollNote[] {
  return row.event === 'NEW' && deliveryDay !== null && monthOf(deliveryDay) < monthOf(row.leaseStart)
    ? [{ code: 'DELIVERED', day: deliveryDay }]
    : []
}

interface NoteFacts {
  readonly agreement: Pick<PayrollAgreement, 'needsTaxReview' | 'deliveryDay' | 'isUnbilled'>
  /** Null after the lease. */
  readonly payer: MonthPayer | null
  readonly collection: CollectionAnswer | null
  readonly month: { readonly first: Day; readonly last: Day }
}

/** What payroll should know of a row besides its figures. */
export function notesOf(row: Unnoted, previous: PreviousRow | null, facts: NoteFacts): PayrollNote[] {
  const { agreement, month } = facts
  const isOver = row.event === 'ENDED' || row.event === 'REDEEMED'
  const notes: PayrollNote[] = previous && !isOver ? changesSince(row, previous) : []
  if (row.event === 'ENDING') notes.push({ code: 'LAST_INSTALMENT' })
  if (row.redemptionTaxableCents > 0) notes.push({ code: 'REDEMPTION_TAXABLE', cents: row.redemptionTaxableCents })
  const { yearCents } = row.settings.exemptLimits ?? STATUTORY_EXEMPT_LIMITS
  if (row.regime !== 'TAXABLE' && row.exemptUsedCents >= yearCents) notes.push({ code: 'EXEMPTION_USED' })
  if (isOver) return notes
  if (agreement.needsTaxReview) notes.push({ code: 'TAX_REVIEW' })
  if (agreement.isUnbilled) notes.push({ code: 'LEASE_WAITS' })
  return [...notes, ...payerNote(row, facts), ...deliveryNote(row, agreement.deliveryDay), ...personNotes(row, month)]
}
