import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shippedTaxTables } from '../parameters/shipped.ts'
import { type IncomeTax, type IncomeTaxInput, incomeTax } from './income-tax.ts'
import { parametersFor, type TaxParameters } from './tax-parameters.ts'

type Person = Omit<IncomeTaxInput, 'cashWageCents'>

const person: fc.Arbitrary<Person> = fc.record(
  {
    churchMembership: fc.constantFrom('EVANGELICAL_LUTHERAN' as const, 'ORTHODOX' as const, 'NONE' as const),
    birthYear: fc.integer({ min: 1940, max: 2015 }),
    children: fc.integer({ min: 0, max: 6 }),
  },
  { requiredKeys: ['churchMembership'] },
)

const parameters: fc.Arbitrary<TaxParameters> = fc
  .record({ year: fc.constantFrom(2025, 2026), place: fc.constantFrom(...shippedTaxTables.municipalities) })
  .map(({ year, place }) => {
    const found = parametersFor(year, shippedTaxTables, place.name)
    if (!found.ok) throw new Error(found.code)
    return found.parameters
  })

const euros = fc.oneof(
  fc.integer({ min: 0, max: 400_000 }),
  fc.integer({ min: 10_000, max: 30_000 }),
  fc.constantFrom(14_749, 14_750, 16_861, 17_254, 21_999, 35_749, 51_299, 52_099),
)

const ROUNDING_CENTS = 4

/** All rates that can meet on the last euro: top of the scale, local taxes, contributions, the credit running out. */
function highestCentsPerEuro({ stateScale, municipality, taxYear, deductions, aland }: TaxParameters): number {
  const highestCredit = Math.max(...deductions.earnedIncomeCreditReductions.map((reduction) => reduction.basisPoints))
  const basisPoints =
    Math.max(...stateScale.map((step) => step.rateBasisPoints)) -
    (aland?.stateScaleReductionBasisPoints ?? 0) +
    municipality.municipalBasisPoints +
    Math.max(municipality.orthodoxBasisPoints, municipality.evangelicalLutheranBasisPoints) +
    taxYear.healthCareBasisPoints +
    taxYear.dailyAllowanceBasisPoints +
    highestCredit
  return Math.ceil(basisPoints / 100) + ROUNDING_CENTS
}

/** The steps that the law makes between two whole euros of wage: daily allowance, and on Åland the media fee. */
function stepsBetween(lowerEuros: number, { taxYear, aland }: TaxParameters): number {
  const isCrossed = (limitCents: number) => lowerEuros * 100 < limitCents && limitCents <= (lowerEuros + 1) * 100
  const threshold = taxYear.dailyAllowanceThresholdCents
  const dailyAllowance = isCrossed(threshold) ? Math.ceil((threshold * taxYear.dailyAllowanceBasisPoints) / 10_000) : 0
  const mediaFee = aland && isCrossed(aland.mediaFeeThresholdCents + 750_00 + 1) ? aland.mediaFeeCents : 0
  return dailyAllowance + mediaFee
}

function sumOfTaxes(tax: IncomeTax): number {
  const { stateTaxCents, municipalTaxCents, churchTaxCents, healthCareCents, dailyAllowanceCents, yleCents } = tax
  return stateTaxCents + municipalTaxCents + churchTaxCents + healthCareCents + dailyAllowanceCents + yleCents
}

describe('income tax of any wage', () => {
  it('never falls when the wage grows by a euro, and grows within the marginal rate and the steps of the law', () => {
    fc.assert(
      fc.property(euros, person, parameters, (wage, who, rules) => {
        const before = incomeTax({ ...who, cashWageCents: wage * 100 }, rules).totalTaxCents
        const after = incomeTax({ ...who, cashWageCents: (wage + 1) * 100 }, rules).totalTaxCents
        expect(after - before).toBeGreaterThanOrEqual(0)
        expect(after - before).toBeLessThanOrEqual(highestCentsPerEuro(rules) + stepsBetween(wage, rules))
      }),
      { numRuns: 5_000 },
    )
  })

  it('never falls over the whole range of wages, euro by euro, at the highest and lowest rates and on Åland', () => {
    const grounds = [
      ['Halsua', 'ORTHODOX'],
      ['Kauniainen', 'NONE'],
      ['Geta', 'ORTHODOX'],
    ] as const
    for (const [place, churchMembership] of grounds) {
      const found = parametersFor(2026, shippedTaxTables, place)
      if (!found.ok) throw new Error(found.code)
      let before = 0
      for (let wage = 1; wage <= 120_000; wage += 1) {
        const { totalTaxCents } = incomeTax({ cashWageCents: wage * 100, churchMembership }, found.parameters)
        if (totalTaxCents < before) expect.fail(`tax falls at ${wage} € in ${place}`)
        before = totalTaxCents
      }
    }
  })

  it('is the sum of its parts, none below zero, and leaves the rest as net pay', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000_000 }), person, parameters, (cashWageCents, who, rules) => {
        const tax = incomeTax({ ...who, cashWageCents }, rules)
        const { assumptions, ...amounts } = tax
        expect(Object.values(amounts).every((cents) => Number.isSafeInteger(cents) && cents >= 0)).toBe(true)
        expect(sumOfTaxes(tax)).toBe(tax.totalTaxCents)
        expect(tax.netCents).toBe(cashWageCents - tax.totalTaxCents - tax.pensionCents - tax.unemploymentCents)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is within the tax percentage, which is the smallest half percent that covers it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40_000_000 }), person, parameters, (cashWageCents, who, rules) => {
        const { totalTaxCents, taxPercentBasisPoints } = incomeTax({ ...who, cashWageCents }, rules)
        expect(taxPercentBasisPoints % 50).toBe(0)
        expect(cashWageCents * taxPercentBasisPoints).toBeGreaterThanOrEqual(totalTaxCents * 10_000)
        if (totalTaxCents > 0) {
          expect(cashWageCents * (taxPercentBasisPoints - 50)).toBeLessThan(totalTaxCents * 10_000)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('never grows with another child or without a church', () => {
    fc.assert(
      fc.property(euros, person, parameters, (wage, who, rules) => {
        const tax = incomeTax({ ...who, cashWageCents: wage * 100 }, rules).totalTaxCents
        const more = { ...who, children: (who.children ?? 0) + 1, cashWageCents: wage * 100 }
        expect(incomeTax(more, rules).totalTaxCents).toBeLessThanOrEqual(tax)
        const outside = { ...who, churchMembership: 'NONE' as const, cashWageCents: wage * 100 }
        expect(incomeTax(outside, rules).totalTaxCents).toBeLessThanOrEqual(tax)
      }),
      { numRuns: 1_000 },
    )
  })
})
