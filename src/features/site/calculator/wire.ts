/** The calculator's questions and answers between the wire, in euros and percents, and the rules. */
import { wireName } from '#features/pricing/tax/columns.ts'
import type { Assumption } from '#features/pricing/tax/rules/assumptions.ts'
import { benefitModels } from '#features/pricing/tax/rules/benefit-models.ts'
import type { IncomeTax, IncomeTaxInput } from '#features/pricing/tax/rules/income-tax.ts'
import { centsFromEuros, eurosFromCents } from '#platform/values/money.ts'
import { basisPointsFromPercent, percentFromBasisPoints } from '#platform/values/percent.ts'
import type { BikeBenefitAnswer, BikeBenefitQuestion, IncomeTaxAnswer, IncomeTaxQuestion } from './contract.ts'
import type { BenefitInput, BikeBenefit } from './rules.ts'

/** `adminFeeCents` as `adminFee` in euros, `vatBasisPoints` as `vat` in percents, the rest as it is. */
function assumptionToWire({ code, values }: Assumption): IncomeTaxAnswer['assumptions'][number] {
  const entries = Object.entries(values).map(([name, value]) => {
    if (name.endsWith('Cents')) return [wireName(name), eurosFromCents(Number(value))] as const
    if (name.endsWith('BasisPoints')) return [wireName(name), percentFromBasisPoints(Number(value))] as const
    return [name, value] as const
  })
  return { code, values: Object.fromEntries(entries) }
}

/** Fields that may be left out stay out: the rules ask whether they are there. */
function personOf(asked: { birthYear?: number; children?: number; singleParent?: boolean }) {
  const { birthYear, children, singleParent } = asked
  return {
    ...(birthYear === undefined ? {} : { birthYear }),
    ...(children === undefined ? {} : { children }),
    ...(singleParent === undefined ? {} : { singleParent }),
  }
}

export function incomeTaxInputOf(question: IncomeTaxQuestion): IncomeTaxInput {
  const { yearlyWage, churchMembership } = question
  return { cashWageCents: centsFromEuros(yearlyWage), churchMembership, ...personOf(question) }
}

export function incomeTaxAnswerOf(tax: IncomeTax): IncomeTaxAnswer {
  return {
    totalTax: eurosFromCents(tax.totalTaxCents),
    stateTax: eurosFromCents(tax.stateTaxCents),
    municipalTax: eurosFromCents(tax.municipalTaxCents),
    churchTax: eurosFromCents(tax.churchTaxCents),
    healthCare: eurosFromCents(tax.healthCareCents),
    dailyAllowance: eurosFromCents(tax.dailyAllowanceCents),
    yle: eurosFromCents(tax.yleCents),
    pension: eurosFromCents(tax.pensionCents),
    unemployment: eurosFromCents(tax.unemploymentCents),
    net: eurosFromCents(tax.netCents),
    taxPercent: percentFromBasisPoints(tax.taxPercentBasisPoints),
    assumptions: tax.assumptions.map(assumptionToWire),
  }
}

export function benefitInputOf(question: BikeBenefitQuestion): BenefitInput {
  const { taxPercent, churchMembership = 'NONE' } = question
  return {
    priceCents: centsFromEuros(question.price),
    accessoriesCents: centsFromEuros(question.accessories),
    monthlyPayCents: centsFromEuros(question.monthlyPay),
    model: question.model,
    commitmentDay: question.commitmentDate,
    churchMembership,
    ...personOf(question),
    ...(taxPercent === undefined ? {} : { taxPercentBasisPoints: basisPointsFromPercent(taxPercent) }),
  }
}

export function benefitAnswerOf(benefit: BikeBenefit): BikeBenefitAnswer {
  const models = benefitModels.map((model) => {
    const { netPerMonthCents, netTotalCents, employerPerMonthCents } = benefit.byModel[model]
    const figures = {
      netPerMonth: eurosFromCents(netPerMonthCents),
      netTotal: eurosFromCents(netTotalCents),
      employerPerMonth: eurosFromCents(employerPerMonthCents),
    }
    return [model, figures] as const
  })
  return {
    leaseTimeMonths: benefit.leaseTimeMonths,
    instalment: eurosFromCents(benefit.instalmentCents),
    lastInstalment: eurosFromCents(benefit.lastInstalmentCents),
    regime: benefit.regime,
    monthlyTaxValue: eurosFromCents(benefit.monthlyTaxValueCents),
    byModel: Object.fromEntries(models) as BikeBenefitAnswer['byModel'],
    buyOut: benefit.buyOut.map(eurosFromCents),
    residual: eurosFromCents(benefit.residualCents),
    excess: eurosFromCents(benefit.parts.excessCents),
    totalToOwn: eurosFromCents(benefit.totalToOwnCents),
    worstCaseTotal: eurosFromCents(benefit.worstCaseTotalCents),
    possibleTax: {
      fairValue: eurosFromCents(benefit.possibleTax.fairValueCents),
      taxable: eurosFromCents(benefit.possibleTax.taxableCents),
      tax: eurosFromCents(benefit.possibleTax.taxCents),
    },
    buyYourself: eurosFromCents(benefit.buyYourselfCents),
    assumptions: benefit.assumptions.map(assumptionToWire),
  }
}
