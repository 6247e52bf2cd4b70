import type { Assumption } from '#features/pricing/tax/rules/assumptions.ts'
import { benefitModels } from '#features/pricing/tax/rules/benefit-models.ts'
import type { BikeBenefit } from '#features/site/calculator/rules.ts'
import { citedSourceOf } from '#features/site/calculator/sources.ts'
import type { PdfAssets } from '#platform/pdf/frame.ts'
import { layOutPdf, type PdfPage } from '#platform/pdf/layout.ts'
import { drawMonthCurve, drawMonthTable } from '#platform/pdf/month-prices.ts'
import type { Brand } from '#platform/values/brand.ts'
import { formatDay, helsinkiDay } from '#platform/values/days.ts'
import { formatEuros } from '#platform/values/money.ts'
import type { Language } from '../../../pages.ts'
import { assumptionText, type CalculatorCopy, fill } from '../calculator-texts.ts'
import { employerLines } from '../employer-lines.ts'
import { inputFacts } from '../input-facts.ts'
import type { Inputs } from '../inputs.ts'
import type { Fleet } from '../outcome.ts'

/** A calculation as it stands on the screen, for paper. */
export interface PaperFacts {
  readonly inputs: Inputs
  readonly benefit: BikeBenefit
  readonly fleet: Fleet | null
  readonly year: number
  readonly isShipped: boolean
  readonly copy: CalculatorCopy
  readonly language: Language
  /** Opens the same calculation. */
  readonly address: string
  readonly brand: Brand
  readonly at: Date
}

/** Points of a heading with a short table, and of the curve with its heading and its words. */
const KEPT_TOGETHER = 170
const CURVE_WITH_HEADING = 240

type Money = (cents: number) => string

function drawKeyFigures(page: PdfPage, { benefit, inputs, copy: { result, pdf } }: PaperFacts, money: Money) {
  const { netPerMonthCents } = benefit.byModel[inputs.model]
  page.figures([
    [
      netPerMonthCents < 0 ? result.netRises : result.netFalls,
      `${money(Math.abs(netPerMonthCents))}${result.perMonth}`,
    ],
    [pdf.term, fill(pdf.monthsValue, { months: benefit.leaseTimeMonths })],
    [result.total, money(benefit.totalToOwnCents)],
  ])
}

function drawInputs(page: PdfPage, { inputs, copy, language, year }: PaperFacts) {
  page.heading(copy.pdf.inputs)
  page.facts(inputFacts(inputs, copy, language, year), 3)
}

/** The rows of the price, whose sum is the total. */
function priceRows({ benefit, copy: { result } }: PaperFacts, money: Money): string[][] {
  const { parts, residualCents } = benefit
  return [
    [`${result.bike}, ${fill(result.bikeHint, { residual: money(residualCents) })}`, money(parts.bikeCents)],
    ...(parts.excessCents > 0 ? [[`${result.excess}, ${result.excessHint}`, money(parts.excessCents)]] : []),
    [result.service, money(parts.serviceCents)],
    [result.financing, money(parts.financingCents)],
    ...(parts.employerCents < 0 ? [[result.employerPays, money(parts.employerCents)]] : []),
    [parts.taxCents < 0 ? result.savedTax : result.extraTax, money(parts.taxCents)],
  ]
}

function drawResult(page: PdfPage, facts: PaperFacts, money: Money) {
  const { benefit, inputs, copy } = facts
  const { result, pdf } = copy
  const { employerPerMonthCents, employerTotalCents } = benefit.byModel[inputs.model]
  page.heading(pdf.result)
  page.table(
    [
      { header: pdf.item, width: 4 },
      { header: pdf.amount, width: 1.3, align: 'right' },
    ],
    priceRows(facts, money),
    { totals: [[result.total, money(benefit.totalToOwnCents)]], rowSpace: 6 },
  )
  page.facts(
    [
      [pdf.instalment, money(benefit.instalmentCents)],
      [pdf.lastInstalment, money(benefit.lastInstalmentCents)],
      [pdf.buyYourself, money(benefit.buyYourselfCents)],
      [pdf.difference, money(benefit.totalToOwnCents - benefit.buyYourselfCents)],
      [pdf.employerPerMonth, money(employerPerMonthCents)],
      [pdf.employerTotal, money(employerTotalCents)],
      [pdf.possible, fill(result.possibleRange, { most: money(benefit.possibleTax.taxCents) })],
      [result.worstCase, money(benefit.worstCaseTotalCents)],
    ],
    2,
  )
  page.paragraph(
    `${result.regimes[benefit.regimeInMonth]} ${fill(result.possibleText, { fairValue: money(benefit.possibleTax.fairValueCents) })}`,
    { soft: true },
  )
}

function drawModels(page: PdfPage, { benefit, copy: { form, result, pdf } }: PaperFacts, money: Money) {
  page.keep(KEPT_TOGETHER)
  page.heading(result.models)
  page.table(
    [
      { header: pdf.model, width: 2 },
      { header: `${result.modelNet}${result.perMonth}`, width: 1.2, align: 'right' },
      { header: pdf.netTotal, width: 1.4, align: 'right' },
      { header: result.modelTotal, width: 1.2, align: 'right' },
      { header: `${result.modelEmployer}${result.perMonth}`, width: 1.3, align: 'right' },
    ],
    benefitModels.map((model) => {
      const figures = benefit.byModel[model]
      const { netPerMonthCents, netTotalCents, totalToOwnCents, employerPerMonthCents } = figures
      return [
        form.models[model],
        ...[netPerMonthCents, netTotalCents, totalToOwnCents, employerPerMonthCents].map(money),
      ]
    }),
    { rowSpace: 6 },
  )
}

function drawBuyOut(page: PdfPage, { benefit, copy: { result, pdf } }: PaperFacts, money: Money) {
  const prices = { startCents: benefit.parts.bikeCents, monthCents: benefit.buyOut, euros: money }
  page.keep(CURVE_WITH_HEADING)
  page.heading(result.chart)
  page.paragraph(result.chartText, { soft: true })
  page.space(6)
  drawMonthCurve(page, prices, {
    start: pdf.start,
    monthMark: String,
    alt: fill(result.chartTitle, {
      first: money(benefit.parts.bikeCents),
      last: money(benefit.buyOut.at(-1) ?? benefit.residualCents),
    }),
  })
  drawMonthTable(page, prices, { month: result.tableMonth, price: result.tablePrice })
}

function drawFleet(page: PdfPage, { fleet, inputs, copy: { employer, form, pdf } }: PaperFacts, money: Money) {
  if (!fleet) return
  const { perBike, all } = fleet.byModel[inputs.model]
  page.heading(employer.heading)
  page.table(
    [
      { header: pdf.item, width: 3 },
      { header: pdf.perBike, width: 1.3, align: 'right' },
      { header: pdf.allBikes, width: 1.3, align: 'right' },
    ],
    employerLines
      .filter(([, key]) => all[key] !== 0)
      .map(([name, key]) => [employer[name], money(perBike[key]), money(all[key])]),
    { totals: [[employer.total, money(perBike.totalCents), money(all.totalCents)]] },
  )
  page.paragraph(employer.note, { soft: true })
  page.heading(employer.models)
  page.table(
    [
      { header: pdf.model, width: 3 },
      { header: pdf.perBike, width: 1.3, align: 'right' },
      { header: pdf.allBikes, width: 1.3, align: 'right' },
    ],
    benefitModels.map((model) => {
      const cost = fleet.byModel[model]
      return [form.models[model], money(cost.perBike.totalCents), money(cost.all.totalCents)]
    }),
  )
}

function drawAssumptions(page: PdfPage, assumptions: readonly Assumption[], { copy, language, isShipped }: PaperFacts) {
  page.heading(copy.result.assumptions)
  if (isShipped) page.paragraph(copy.result.shipped)
  page.table(
    [
      { header: copy.result.assumption, width: 3 },
      { header: copy.result.sourceLabel, width: 2 },
    ],
    assumptions.map((assumption) => [
      assumptionText(assumption, copy, language),
      copy.sources[citedSourceOf(assumption.code).name],
    ]),
    { rowSpace: 6 },
  )
}

/** The calculation as a tagged document in the language of the page, with everything that the screen shows. */
export async function renderCalculationPdf(facts: PaperFacts, assets: PdfAssets): Promise<Uint8Array<ArrayBuffer>> {
  const { inputs, benefit, fleet, copy, language, brand, at, address } = facts
  const { pdf } = copy
  const day = formatDay(helsinkiDay(at))
  const money: Money = (cents) => formatEuros(cents, language)
  const isEmployer = inputs.view === 'employer' && fleet !== null
  const title = isEmployer ? pdf.titleEmployer : pdf.title
  const page = layOutPdf({ title, language, brand, at, headline: fill(pdf.headline, { day }) }, assets)
  page.title(title)
  page.paragraph(fill(pdf.intro, { day }), { soft: true })
  if (!isEmployer) drawKeyFigures(page, facts, money)
  drawInputs(page, facts)
  if (isEmployer) drawFleet(page, facts, money)
  else {
    drawResult(page, facts, money)
    drawModels(page, facts, money)
    drawBuyOut(page, facts, money)
  }
  drawAssumptions(page, isEmployer ? fleet.assumptions : benefit.assumptions, facts)
  page.heading(pdf.link)
  page.paragraph(pdf.linkText, { soft: true })
  page.link(address)
  return page.finish()
}
