import { percentOf } from '#platform/values/money.ts'
import type {
  AgeRange,
  AlandRules,
  MunicipalRates,
  StateScale,
  StateScaleStep,
  TaxDeductions,
  TaxYear,
} from './tax-tables.ts'

/** Why a tax table cannot be saved; every language has a text for each code. */
export type TableProblemCode =
  | 'NOT_A_YEAR'
  | 'NOT_AN_AMOUNT'
  | 'NOT_A_RATE'
  | 'NOT_AN_AGE_RANGE'
  | 'NOT_A_FACTOR'
  | 'NAME_MISSING'
  | 'SCALE_EMPTY'
  | 'SCALE_STARTS_ABOVE_ZERO'
  | 'SCALE_NOT_ASCENDING'
  | 'SCALE_RATE_FALLS'
  | 'SCALE_TAX_NOT_CUMULATIVE'
  | 'LIMITS_REVERSED'
  | 'REDUCTIONS_OVERLAP'

export interface TableProblem {
  /** The field, `steps.2.taxAtLowerLimitCents`. */
  readonly path: string
  readonly code: TableProblemCode
  /** `expectedCents` where the right amount is known. */
  readonly values: Readonly<Record<string, number>>
}

function problem(path: string, code: TableProblemCode, values: TableProblem['values'] = {}): TableProblem {
  return { path, code, values }
}

function isWithin(value: number, from: number, to: number): boolean {
  return Number.isSafeInteger(value) && from <= value && value <= to
}

const MAX_CENTS = 100_000_000_00
const isAmount = (cents: number) => isWithin(cents, 0, MAX_CENTS)
const isRate = (basisPoints: number) => isWithin(basisPoints, 0, 10_000)

function yearProblems(year: number): TableProblem[] {
  return isWithin(year, 2000, 2100) ? [] : [problem('year', 'NOT_A_YEAR')]
}

/** Checks every field whose name ends in Cents or BasisPoints; a null value is left to the caller. */
function fieldProblems(row: object, prefix = ''): TableProblem[] {
  return Object.entries(row).flatMap(([key, value]) => {
    if (typeof value !== 'number') return []
    if (key.endsWith('Cents') && !isAmount(value)) return [problem(prefix + key, 'NOT_AN_AMOUNT')]
    if (key === 'employerFactorBasisPoints')
      return isWithin(value, 10_000, 20_000) ? [] : [problem(key, 'NOT_A_FACTOR')]
    return key.endsWith('BasisPoints') && !isRate(value) ? [problem(prefix + key, 'NOT_A_RATE')] : []
  })
}

function stepProblems(step: StateScaleStep, before: StateScaleStep | undefined, index: number): TableProblem[] {
  const path = `steps.${index}.`
  const own = fieldProblems(step, path)
  if (!before) {
    const { lowerLimitCents, taxAtLowerLimitCents } = step
    if (lowerLimitCents !== 0)
      own.push(problem(`${path}lowerLimitCents`, 'SCALE_STARTS_ABOVE_ZERO', { expectedCents: 0 }))
    if (taxAtLowerLimitCents !== 0) {
      own.push(problem(`${path}taxAtLowerLimitCents`, 'SCALE_TAX_NOT_CUMULATIVE', { expectedCents: 0 }))
    }
    return own
  }
  if (own.length > 0 || fieldProblems(before).length > 0) return own
  if (step.lowerLimitCents <= before.lowerLimitCents) return [problem(`${path}lowerLimitCents`, 'SCALE_NOT_ASCENDING')]
  if (step.rateBasisPoints < before.rateBasisPoints) own.push(problem(`${path}rateBasisPoints`, 'SCALE_RATE_FALLS'))
  const expectedCents =
    before.taxAtLowerLimitCents + percentOf(step.lowerLimitCents - before.lowerLimitCents, before.rateBasisPoints)
  if (step.taxAtLowerLimitCents !== expectedCents) {
    own.push(problem(`${path}taxAtLowerLimitCents`, 'SCALE_TAX_NOT_CUMULATIVE', { expectedCents }))
  }
  return own
}

/**
 * What is wrong with a state scale; empty when it can be saved. It begins at zero, its limits rise, its rates are
 * 0–100 % and never fall, and the tax at each limit is to the cent what the steps below it add up to, so that there is
 * neither a gap nor a jump.
 */
export function validateStateScale({ year, steps }: StateScale): TableProblem[] {
  if (steps.length === 0) return [...yearProblems(year), problem('steps', 'SCALE_EMPTY')]
  return [...yearProblems(year), ...steps.flatMap((step, index) => stepProblems(step, steps[index - 1], index))]
}

const AGE_RANGES = ['pensionAges', 'raisedPensionAges', 'unemploymentAges', 'dailyAllowanceAges'] as const

function isAgeRange({ from, to }: AgeRange): boolean {
  return isWithin(from, 0, 120) && isWithin(to, from, 120)
}

function alandProblems(aland: AlandRules | null): TableProblem[] {
  return aland ? fieldProblems(aland, 'aland.') : []
}

/** What is wrong with a year's contributions, ages and limits; empty when the row can be saved. */
export function validateTaxYear(row: TaxYear): TableProblem[] {
  const ages = AGE_RANGES.filter((key) => !isAgeRange(row[key])).map((key) => problem(key, 'NOT_AN_AGE_RANGE'))
  const yleAge = isWithin(row.yleFromAge, 0, 120) ? [] : [problem('yleFromAge', 'NOT_AN_AGE_RANGE')]
  const monthly =
    row.bikeExemptMonthlyCents > row.bikeExemptYearlyCents ? [problem('bikeExemptMonthlyCents', 'LIMITS_REVERSED')] : []
  return [...yearProblems(row.year), ...fieldProblems(row), ...alandProblems(row.aland), ...ages, ...yleAge, ...monthly]
}

/**
 * What is wrong with a year's deductions; empty when the row can be saved. The reductions of the earned income credit
 * follow each other without overlapping, and only the last one may be without an upper limit.
 */
export function validateDeductions(row: TaxDeductions): TableProblem[] {
  const reductions = row.earnedIncomeCreditReductions.flatMap((reduction, index) => {
    const path = `earnedIncomeCreditReductions.${index}.`
    const before = row.earnedIncomeCreditReductions[index - 1]
    const own = fieldProblems(reduction, path)
    if (reduction.toCents !== null && reduction.toCents <= reduction.fromCents) {
      own.push(problem(`${path}toCents`, 'LIMITS_REVERSED'))
    }
    if (before && (before.toCents === null || before.toCents > reduction.fromCents)) {
      own.push(problem(`${path}fromCents`, 'REDUCTIONS_OVERLAP'))
    }
    return own
  })
  const age = isWithin(row.earnedIncomeCreditAge, 0, 120) ? [] : [problem('earnedIncomeCreditAge', 'NOT_AN_AGE_RANGE')]
  return [...yearProblems(row.year), ...fieldProblems(row), ...reductions, ...age]
}

/** What is wrong with a municipality's rates; empty when the row can be saved. */
export function validateMunicipalRates(row: MunicipalRates): TableProblem[] {
  const name = row.name.trim() === '' ? [problem('name', 'NAME_MISSING')] : []
  return [...yearProblems(row.year), ...fieldProblems(row), ...name]
}
