import { DAYS_TO_CHOOSE } from '#features/lease-ends/company-exits/rules/exit.ts'
import { INVOICE_TOLERANCE_CENTS } from '#features/orders/orders/rules/guards.ts'
import { REGISTER_LINK_DAYS } from '#features/people/companies/links/rules.ts'
import { reachablePrices } from '#features/pricing/leasing/rules/reachable-prices.ts'
import { COMMUTER_TICKET_YEAR_CENTS, STATUTORY_EXEMPT_LIMITS } from '#features/pricing/tax/rules/benefit-regime.ts'
import { outsideSources } from '#features/site/calculator/sources.ts'
import { SLOW_HOURS } from '#platform/values/slow-hours.ts'
import { type Language, savedProofOf } from '../pages.ts'
import { EXAMPLE_PRICE_CENTS, exampleSchedule, generalTerms } from '../rules.ts'
import { euros } from './site.ts'

const EURO_CENTS = 100
const upToEuros = (cents: number) => Math.ceil(cents / EURO_CENTS) * EURO_CENTS
const downToEuros = (cents: number) => Math.floor(cents / EURO_CENTS) * EURO_CENTS

/** Whole euros without their sign, for a text that writes the word. */
const plainEuros = (cents: number, language: Language) => euros(cents, language).replace(/[.,]00|\u00a0?€/g, '')

/** What rules of the service and of the law set, for texts that name it. */
const ruleValues = (language: Language) => ({
  exemptYearly: plainEuros(STATUTORY_EXEMPT_LIMITS.yearCents, language),
  commuterTicketYearly: plainEuros(COMMUTER_TICKET_YEAR_CENTS, language),
  tolerance: euros(INVOICE_TOLERANCE_CENTS, language).replace(/[.,]00/, ''),
  incomesRegister: outsideSources.incomesRegister.address,
  linkDays: String(REGISTER_LINK_DAYS),
  exitDays: String(DAYS_TO_CHOOSE),
  slowHours: String(SLOW_HOURS),
})

/** The sums, days and hours that texts may name, in the language's own way of writing them. */
export function exampleValues(language: Language): Record<string, string> {
  const schedule = exampleSchedule()
  const reachable = reachablePrices(generalTerms) ?? {
    lowestCents: generalTerms.minPriceCents,
    highestCents: generalTerms.maxPriceCents,
  }
  const sum = (cents: number) => euros(cents, language)
  const round = (cents: number) => sum(cents).replace(/[.,]00/, '')
  const percent = (basisPoints: number) =>
    new Intl.NumberFormat(language === 'en' ? 'en-IE' : `${language}-FI`, {
      style: 'percent',
      maximumFractionDigits: 2,
    })
      .format(basisPoints / 10_000)
      .replace(/\s/g, '\u00a0')
  const buyYourself = EXAMPLE_PRICE_CENTS + schedule.serviceCents
  return {
    adminFee: sum(generalTerms.adminFeeCents),
    instalment: sum(generalTerms.instalmentCents),
    instalmentRound: round(generalTerms.instalmentCents),
    service: sum(generalTerms.serviceShareCents),
    insurance: sum(generalTerms.insuranceCents ?? 0),
    upkeep: sum(generalTerms.serviceShareCents - (generalTerms.insuranceCents ?? 0)),
    interest: percent(generalTerms.yearlyInterestBasisPoints),
    residualPercent: percent(generalTerms.residualBasisPoints),
    minPrice: round(upToEuros(reachable.lowestCents)),
    maxPrice: round(downToEuros(reachable.highestCents)),
    minMonths: String(generalTerms.minMonths),
    maxMonths: String(generalTerms.maxMonths),
    examplePrice: sum(EXAMPLE_PRICE_CENTS),
    examplePriceRound: round(EXAMPLE_PRICE_CENTS),
    exampleMonths: String(schedule.months),
    exampleFullMonths: String(schedule.months - 1),
    exampleLast: sum(schedule.lastInstalmentCents),
    exampleInstalments: sum(schedule.totalInstalmentsCents),
    exampleResidual: sum(schedule.residualCents),
    exampleService: sum(schedule.serviceCents),
    exampleFinancing: sum(schedule.financingCents),
    exampleTotal: sum(schedule.totalToOwnCents),
    exampleSelf: sum(buyYourself),
    exampleDifference: sum(schedule.totalToOwnCents - buyYourself),
    zero: sum(0),
    ...ruleValues(language),
    exampleAfterYear: sum(schedule.buyOut[11] ?? 0),
    savedProof: savedProofOf(language),
    exampleAfterTwoYears: sum(schedule.buyOut[23] ?? 0),
  }
}
