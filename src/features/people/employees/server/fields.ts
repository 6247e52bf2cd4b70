import type { BenefitModel } from '#features/pricing/tax/rules/benefit-models.ts'
import { failField, failFieldText } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { permissionsOver, type SignedIn } from '#platform/server/database/scope.ts'
import { helsinkiDay, NO_LAST_DAY } from '#platform/values/days.ts'
import { type Cents, centsFromEuros } from '#platform/values/money.ts'
import type { EmployeeFields } from '../shapes.ts'
import { isUnitOf } from './queries.ts'

export interface Columns {
  unit_id?: string | null
  employee_number?: string | null
  cost_unit?: string | null
  pay_roll_other?: string | null
  last_working_day?: string
  job_trial_period_end?: string | null
  max_price_cents?: Cents | null
  benefit_model?: BenefitModel | null
  employer_note?: string | null
  absence_from?: string | null
  absence_to?: string | null
  absence_reason?: 'SICK_LEAVE' | 'PARENTAL_LEAVE' | 'OTHER' | null
  absence_other?: string | null
}

/** Texts are stored trimmed; one that holds nothing is no value. */
const trimmed = (text: string | null) => text?.trim() || null

function absenceColumns(absence: NonNullable<EmployeeFields['absence']> | null): Columns {
  if (absence === null) return { absence_from: null, absence_to: null, absence_reason: null, absence_other: null }
  const to = absence.to ?? null
  if (to !== null && to < absence.from) failField('absence.to', 'BEFORE_START', 'ends before it begins')
  const days = { absence_from: absence.from, absence_to: to }
  const { reason } = absence
  if (reason === undefined) return days
  if (reason === null) return { ...days, absence_reason: null, absence_other: null }
  const other = reason === 'OTHER' ? trimmed(absence.other ?? null) : null
  if (reason === 'OTHER' && !other) failFieldText('absence.other', 'employees:fieldErrors.OTHER_WITHOUT_TEXT')
  return { ...days, absence_reason: reason, absence_other: other }
}

interface Presence {
  readonly last_working_day?: string
  readonly absence_from?: string | null
  readonly absence_to?: string | null
}

/**
 * Nobody is absent from work after their last day of it.
 * @param stored what stands already; null for somebody new
 * @throws VALIDATION at the absence's day
 */
export function requireAbsenceInEmployment(columns: Presence, stored: Presence | null): void {
  const { last_working_day: last, absence_from: from, absence_to: to } = { ...stored, ...columns }
  if (!last) return
  if (from && from > last) failFieldText('absence.from', 'employees:fieldErrors.AFTER_LAST_DAY')
  if (to && to > last) failFieldText('absence.to', 'employees:fieldErrors.AFTER_LAST_DAY')
}

/**
 * The reason of an absence is set by whoever may read it.
 * @throws VALIDATION at the field
 */
export function requireReasonRight(user: SignedIn, companyId: string, { absence }: EmployeeFields): void {
  if (absence?.reason === undefined && !absence?.other) return
  if (!permissionsOver(user, { companyId, ownerId: null }).has('employee:read-absence-reason'))
    failField('absence.reason', 'NOT_ALLOWED', "is health data and the employer admin's to set")
}

/**
 * The columns that some fields set; fields left out set none.
 * @param company the person's company with its own price limit in cents
 * @throws VALIDATION at the field, for another company's unit, a limit above the company's, an absence that ends too early
 */
export async function columnsOf(
  db: Db,
  company: { readonly id: string; readonly max_price_cents: Cents },
  fields: EmployeeFields,
): Promise<Columns> {
  const columns: Columns = {}
  if (fields.unitId !== undefined) {
    if (fields.unitId && !(await isUnitOf(db, company.id, fields.unitId)))
      failField('unitId', 'NOT_IN_LIST', 'is not a unit of the company')
    columns.unit_id = fields.unitId
  }
  if (fields.employeeNumber !== undefined) columns.employee_number = trimmed(fields.employeeNumber)
  if (fields.costUnit !== undefined) columns.cost_unit = trimmed(fields.costUnit)
  if (fields.payRollOther !== undefined) columns.pay_roll_other = trimmed(fields.payRollOther)
  if (fields.lastWorkingDayDate !== undefined) columns.last_working_day = fields.lastWorkingDayDate ?? NO_LAST_DAY
  if (fields.jobTrialPeriodEndDate !== undefined) columns.job_trial_period_end = fields.jobTrialPeriodEndDate
  if (fields.benefitModel !== undefined) columns.benefit_model = fields.benefitModel
  if (fields.employerNote !== undefined) columns.employer_note = trimmed(fields.employerNote)
  if (fields.maxPrice !== undefined) columns.max_price_cents = maxPriceCents(fields.maxPrice, company.max_price_cents)
  return { ...columns, ...(fields.absence === undefined ? {} : absenceColumns(fields.absence)) }
}

function maxPriceCents(euros: number | null, companyMaxCents: Cents): Cents | null {
  if (euros === null) return null
  const cents = centsFromEuros(euros)
  if (cents > companyMaxCents) failFieldText('maxPrice', 'employees:fieldErrors.OVER_COMPANY_LIMIT')
  return cents
}

/** The columns whose values differ from the stored ones. */
export function changedColumns(columns: Columns, stored: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(columns).flatMap(([name, value]) => (plain(value) === plain(stored[name]) ? [] : [name]))
}

const plain = (value: unknown) => (value instanceof Date ? helsinkiDay(value) : (value ?? null))
