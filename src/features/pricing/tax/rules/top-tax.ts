import { costOfTaxableBenefit } from './benefit-net-pay.ts'
import { nearestYear, parametersFor } from './tax-parameters.ts'
import type { TaxTables } from './tax-tables.ts'

/**
 * The monthly pays that are tried, whole cents: deductions that shrink with the income make an extra euro dearer in the
 * middle of the scale than at its top. Below the first one a contribution begins with its threshold, which is no rate.
 */
const FIRST_PAY_CENTS = 150_000
const LAST_PAY_CENTS = 3_000_000
const PAY_STEP_CENTS = 50_000
const ADDED_CENTS = 10_000

/** The municipality that taxes most of those of one scale of the state; Åland has a scale of its own. */
function dearest(rows: TaxTables['municipalities']): string[] {
  const rateOf = (one: (typeof rows)[number]) =>
    one.municipalBasisPoints + Math.max(one.evangelicalLutheranBasisPoints, one.orthodoxBasisPoints)
  const [first] = rows.toSorted((left, right) => rateOf(right) - rateOf(left))
  return first ? [first.name] : []
}

/**
 * What an extra taxed euro costs at most in a year, of whatever pay: in the municipality and the church that tax most.
 * @returns null without tables
 */
export function topTaxBasisPoints(tables: TaxTables, year: number): number | null {
  const inForce = nearestYear(tables.municipalities, year)?.year
  const rows = tables.municipalities.filter((one) => one.year === inForce)
  const names = [...dearest(rows.filter((one) => one.isAland)), ...dearest(rows.filter((one) => !one.isAland))]
  let most: number | null = null
  for (const name of names) {
    const found = parametersFor(year, tables, name)
    if (!found.ok) continue
    for (const churchMembership of ['EVANGELICAL_LUTHERAN', 'ORTHODOX'] as const)
      for (
        let monthlyPayCents = FIRST_PAY_CENTS;
        monthlyPayCents <= LAST_PAY_CENTS;
        monthlyPayCents += PAY_STEP_CENTS
      ) {
        const person = { monthlyPayCents, churchMembership }
        most = Math.max(most ?? 0, costOfTaxableBenefit(ADDED_CENTS, person, found.parameters))
      }
  }
  return most === null ? null : Math.ceil((most * 10_000) / ADDED_CENTS)
}
