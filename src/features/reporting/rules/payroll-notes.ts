import { STATUTORY_EXEMPT_LIMITS } from '#features/tax/rules/benefit-regime.ts'
import type { Day } from '#platform/values/days.ts'
import type { PayrollNote, PayrollRow } from './payroll-facts.ts'

type Unnoted = Omit<PayrollRow, 'notes'>

function changesSince(row: Unnoted, previous: PayrollRow): PayrollNote[] {
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
  const { absenceReason, absenceFrom, absenceTo, lastWorkingDay } = row.person
  const notes: PayrollNote[] = []
  const isAbsent = absenceFrom !== null && absenceFrom <= month.last && (absenceTo === null || absenceTo >= month.first)
  if (isAbsent) notes.push({ code: 'ABSENT', reason: absenceReason ?? 'OTHER', from: absenceFrom, to: absenceTo })
  if (lastWorkingDay !== null && lastWorkingDay < row.leaseEnd) notes.push({ code: 'LEAVES', day: lastWorkingDay })
  return notes
}

/** What payroll should know of a row besides its figures. */
export function notesOf(
  row: Unnoted,
  previous: PayrollRow | null,
  needsTaxReview: boolean,
  month: { first: Day; last: Day },
): PayrollNote[] {
  const isOver = row.event === 'ENDED' || row.event === 'REDEEMED'
  const notes: PayrollNote[] = previous && !isOver ? changesSince(row, previous) : []
  if (row.event === 'ENDING') notes.push({ code: 'LAST_INSTALMENT' })
  if (row.redemptionTaxableCents > 0) notes.push({ code: 'REDEMPTION_TAXABLE', cents: row.redemptionTaxableCents })
  const { yearCents } = row.settings.exemptLimits ?? STATUTORY_EXEMPT_LIMITS
  if (row.regime !== 'TAXABLE' && row.exemptUsedCents >= yearCents) notes.push({ code: 'EXEMPTION_USED' })
  if (needsTaxReview && !isOver) notes.push({ code: 'TAX_REVIEW' })
  return isOver ? notes : [...notes, ...personNotes(row, month)]
}
