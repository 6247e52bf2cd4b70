import { costOfTaxableBenefit } from './benefit-net-pay.ts'
import { parametersFor } from './tax-parameters.ts'
import type { TaxTables } from './tax-tables.ts'

/** A pay above every limit of the scales, and the taxed euros that are added to it. */
const HIGH_PAY_CENTS = 3_000_000
const ADDED_CENTS = 1_000_000

/**
 * What an extra taxed euro costs at most in a year, of whatever pay: at the top of the scale, in the municipality and
 * the church that tax most.
 * @returns null without tables
 */
export function topTaxBasisPoints(tables: TaxTables, year: number): number | null {
  const highest = tables.municipalities.reduce<{ name: string; rate: number } | null>((found, one) => {
    const rate = one.municipalBasisPoints + Math.max(one.evangelicalLutheranBasisPoints, one.orthodoxBasisPoints)
    return found && found.rate >= rate ? found : { name: one.name, rate }
  }, null)
  const found = parametersFor(year, tables, highest?.name ?? null)
  if (!found.ok) return null
  const costs = (['EVANGELICAL_LUTHERAN', 'ORTHODOX'] as const).map((churchMembership) =>
    costOfTaxableBenefit(ADDED_CENTS, { monthlyPayCents: HIGH_PAY_CENTS, churchMembership }, found.parameters),
  )
  return Math.ceil((Math.max(...costs) * 10_000) / ADDED_CENTS)
}
