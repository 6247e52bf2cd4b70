import { incomeTax } from '#features/pricing/tax/rules/income-tax.ts'
import { parametersFor } from '#features/pricing/tax/rules/tax-parameters.ts'
import type { TaxTables } from '#features/pricing/tax/rules/tax-tables.ts'

/** Monthly pays whose net is shown, in cents. */
const samplePays = [200_000, 300_000, 400_000, 550_000, 800_000] as const

export interface Effect {
  readonly payCents: number
  readonly netCents: number
  /** What the year before leaves; null without a table of it. */
  readonly beforeCents: number | null
}

function netOf(tables: TaxTables, year: number, payCents: number): number | null {
  const found = parametersFor(year, tables, null)
  if (!found.ok) return null
  const { netCents } = incomeTax({ cashWageCents: payCents * 12, churchMembership: 'NONE' }, found.parameters)
  return Math.round(netCents / 12)
}

/** What a month leaves of sample pays in a year, beside the year before it. */
export function effectOf(tables: TaxTables, year: number): Effect[] {
  const hasBefore = tables.years.some((row) => row.year < year)
  return samplePays.flatMap((payCents) => {
    const netCents = netOf(tables, year, payCents)
    if (netCents === null) return []
    return [{ payCents, netCents, beforeCents: hasBefore ? netOf(tables, year - 1, payCents) : null }]
  })
}
