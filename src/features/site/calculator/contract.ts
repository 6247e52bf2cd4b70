import { FairValueShape } from '#features/pricing/leasing/fair-value-contract.ts'
import { excessPolicies } from '#features/pricing/leasing/rules/price-limit.ts'
import { BillingTable } from '#features/pricing/leasing/shapes.ts'
import {
  deductionColumns,
  provinceColumns,
  stateScaleColumns,
  type TaxTablesOnWire,
  taxYearColumns,
} from '#features/pricing/tax/columns.ts'
import { assumptionCodes } from '#features/pricing/tax/rules/assumptions.ts'
import { benefitModels } from '#features/pricing/tax/rules/benefit-models.ts'
import { taxRegimes } from '#features/pricing/tax/rules/benefit-regime.ts'
import { shapesOf } from '#features/pricing/tax/shapes.ts'
import {
  DayShape,
  Euros,
  EurosFromZero,
  endpoint,
  Nullable,
  OneOf,
  Percent,
  Shape,
  T,
} from '#platform/contract/contract.ts'

const churchMemberships = ['EVANGELICAL_LUTHERAN', 'ORTHODOX', 'NONE'] as const
const leasingErrors = [
  'LEASING_CONFIGURATION_INVALID',
  'LEASING_TERMS_NOT_COMPUTABLE',
  'LEASING_CAMPAIGN_PERIOD_TOO_SHORT',
  'LEASING_PERIOD_BELOW_MINIMUM',
] as const

/** Nobody asks about more, and every figure stays exact. */
const Amount = T.Number({ minimum: 0, maximum: 10_000_000, multipleOf: 0.01 })
const Year = T.Integer({ minimum: 2000, maximum: 2100 })
const Municipality = T.String({ minLength: 1, maxLength: 120, description: 'The Finnish name of the municipality.' })
const BirthYear = T.Integer({ minimum: 1900, maximum: 2100, description: 'Left out: the person is 18–52.' })
const SingleParent = T.Boolean({ description: 'Brings the children up alone: the addition for each is double.' })
const Children = T.Integer({ minimum: 0, maximum: 30 })

/** What a calculation took for granted: a code with values in euros, percents, days or plain numbers. */
const AssumptionShape = Shape({
  code: OneOf(assumptionCodes),
  values: T.Unsafe<Record<string, number | string>>({
    type: 'object',
    additionalProperties: { type: ['number', 'string'] },
  }),
})

export const IncomeTaxQuestion = Shape({
  year: Year,
  yearlyWage: Amount,
  municipality: Municipality,
  churchMembership: OneOf(churchMemberships),
  birthYear: T.Optional(BirthYear),
  children: T.Optional(Children),
  singleParent: T.Optional(SingleParent),
})
export type IncomeTaxQuestion = T.Static<typeof IncomeTaxQuestion>

export const IncomeTaxAnswer = Shape({
  totalTax: Euros,
  stateTax: Euros,
  municipalTax: Euros,
  churchTax: Euros,
  healthCare: Euros,
  dailyAllowance: Euros,
  yle: Euros,
  pension: Euros,
  unemployment: Euros,
  net: Euros,
  taxPercent: Percent,
  assumptions: T.Array(AssumptionShape),
})
export type IncomeTaxAnswer = T.Static<typeof IncomeTaxAnswer>

export const BikeBenefitQuestion = Shape({
  price: Amount,
  accessories: Amount,
  monthlyPay: Amount,
  taxPercent: T.Optional(
    T.Number({
      ...Percent,
      description:
        'The additional percentage of the tax card (lisäprosentti): a benefit is taxed at the margin. Left out: computed from the pay.',
    }),
  ),
  municipality: T.Optional(Municipality),
  churchMembership: T.Optional(OneOf(churchMemberships)),
  birthYear: T.Optional(BirthYear),
  children: T.Optional(Children),
  singleParent: T.Optional(SingleParent),
  model: OneOf(benefitModels),
  commitmentDate: DayShape,
  year: Year,
})
export type BikeBenefitQuestion = T.Static<typeof BikeBenefitQuestion>

const ModelAnswer = Shape({ netPerMonth: Euros, netTotal: Euros, employerPerMonth: Euros })

export const BikeBenefitAnswer = Shape({
  leaseTimeMonths: T.Integer(),
  instalment: Euros,
  lastInstalment: Euros,
  regime: OneOf(taxRegimes),
  monthlyTaxValue: Euros,
  byModel: Shape({ FROM_SALARY: ModelAnswer, ON_TOP: ModelAnswer, EMPLOYEE_PAYS: ModelAnswer }),
  buyOut: T.Array(Euros),
  residual: Euros,
  /** What the person pays beside the lease, above the employer's limit. */
  excess: Euros,
  totalToOwn: Euros,
  /** The total with the tax of a redemption below the estimated fair value. */
  worstCaseTotal: Euros,
  possibleTax: Shape({ fairValue: Euros, taxable: Euros, tax: Euros }),
  buyYourself: Euros,
  assumptions: T.Array(AssumptionShape),
})
export type BikeBenefitAnswer = T.Static<typeof BikeBenefitAnswer>

const {
  billingTableId: _billingTableId,
  leasingCompanyId: _leasingCompanyId,
  leasingCompanyName: _leasingCompanyName,
  companyId: _companyId,
  companyName: _companyName,
  reachableMinPrice: _reachableMinPrice,
  reachableMaxPrice: _reachableMaxPrice,
  name: _name,
  validFrom: _validFrom,
  validTo: _validTo,
  ends: _ends,
  serviceRule: _serviceRule,
  version: _version,
  ...termShapes
} = BillingTable.properties

/** Everything that the browser's calculator reckons with, so that it comes to the same figures as the server. */
export const CalculatorParameters = Shape({
  terms: Shape(termShapes),
  /** The limit on bicycle and accessories together: that of the caller's company, or their own where it is lower. */
  maxPrice: Nullable(EurosFromZero),
  /** Who pays what a bicycle costs over the limit; null where there is none. */
  excess: Nullable(OneOf(excessPolicies)),
  /** The VAT rate that prices contain: that of the caller's company, else the standard rate of Finland. */
  vat: Percent,
  /** The operator's estimate of what bicycles are worth by month, in percent of the price. */
  fairValues: FairValueShape,
  /** When the tables of this year had all been compared with their sources; null while one of them is not. */
  taxTablesConfirmedOn: Nullable(DayShape),
  taxTables: T.Unsafe<TaxTablesOnWire>(
    Shape({
      taxTables: T.Array(Shape(shapesOf(taxYearColumns))),
      stateIncomeTaxTables: T.Array(Shape(shapesOf(stateScaleColumns))),
      taxpayerDeductionsTables: T.Array(Shape(shapesOf(deductionColumns))),
      provinceTaxTables: T.Array(Shape(shapesOf(provinceColumns))),
    }),
  ),
})
export type CalculatorParameters = T.Static<typeof CalculatorParameters>

export const calculator = {
  incomeTax: endpoint({
    method: 'POST',
    path: '/api/calculator/income-tax',
    access: 'public',
    summary:
      "Income tax and contributions of a year's wage, in euros; each tax after the earned income credit, the total without pension and unemployment contributions.",
    body: IncomeTaxQuestion,
    replies: { 200: IncomeTaxAnswer },
    errors: ['SERVICE_UNAVAILABLE'],
    limit: { action: 'calculator' },
  }),
  bikeBenefit: endpoint({
    method: 'POST',
    path: '/api/calculator/bike-benefit',
    access: 'public',
    summary:
      "What a bicycle benefit costs the person and the employer in each model, by the operator's general billing table or that of the caller's company. Needs taxPercent, or municipality with churchMembership.",
    body: BikeBenefitQuestion,
    replies: { 200: BikeBenefitAnswer },
    errors: [...leasingErrors, 'SERVICE_UNAVAILABLE'],
    limit: { action: 'calculator' },
  }),
  parameters: endpoint({
    method: 'GET',
    path: '/api/calculator/parameters',
    access: 'public',
    summary: 'The billing terms and tax tables by which the calculator reckons; kept by their ETag.',
    etag: true,
    replies: { 200: CalculatorParameters },
    errors: ['LEASING_CONFIGURATION_INVALID'],
  }),
}
