import { type Assumption, assume } from './assumptions.ts'
import type { TaxParameters } from './tax-parameters.ts'
import type { AgeRange } from './tax-tables.ts'

/** What a person of an age pays in a year. */
export interface Liabilities {
  /** 0 outside the insured ages. */
  readonly pensionBasisPoints: number
  readonly unemployment: boolean
  readonly dailyAllowance: boolean
  readonly yle: boolean
}

function isWithin(age: number, range: AgeRange): boolean {
  return range.from <= age && age <= range.to
}

/**
 * Which contributions a person pays. Only the birth year is known, so the age reached during the year counts for the
 * whole year; without a birth year the person is 18–52 and pays everything at the ordinary rates.
 */
export function liabilities(birthYear: number | undefined, { year, taxYear }: TaxParameters): Liabilities {
  if (birthYear === undefined) {
    return { pensionBasisPoints: taxYear.pensionBasisPoints, unemployment: true, dailyAllowance: true, yle: true }
  }
  const age = year - birthYear
  const pensionBasisPoints = isWithin(age, taxYear.raisedPensionAges)
    ? taxYear.pension53To62BasisPoints
    : taxYear.pensionBasisPoints
  return {
    pensionBasisPoints: isWithin(age, taxYear.pensionAges) ? pensionBasisPoints : 0,
    unemployment: isWithin(age, taxYear.unemploymentAges),
    dailyAllowance: isWithin(age, taxYear.dailyAllowanceAges),
    yle: age >= taxYear.yleFromAge,
  }
}

/** Whether a person has reached an age before the year begins, as the age addition of the earned income credit asks. */
export function reachedAgeBefore(birthYear: number | undefined, year: number, age: number): boolean {
  return birthYear !== undefined && year - 1 - birthYear >= age
}

/** The assumption about the person's age. */
export function insuredAs(birthYear: number | undefined, year: number): Assumption {
  return birthYear === undefined
    ? assume('AGE_18_TO_52')
    : assume('AGE_REACHED_IN_YEAR', { age: year - birthYear, year })
}
