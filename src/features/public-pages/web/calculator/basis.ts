import type { CalculatorParameters } from '#features/calculator/contract.ts'
import type { BillingTerms } from '#features/leasing/rules.ts'
import { termsFromWire } from '#features/leasing/terms.ts'
import { taxTablesFromWire } from '#features/tax/columns.ts'
import type { TaxTables } from '#features/tax/rules/tax-tables.ts'
import { centsFromEuros } from '#platform/money.ts'
import { generalTerms } from '../../rules.ts'

/** What the figures rest on: the lease's terms, the tax tables, and the employer's limit for who is signed in. */
export interface Basis {
  terms: BillingTerms
  tables: TaxTables
  maxPriceCents?: number
}

/** The server's parameters in cents and basis points. @throws RangeError for a third decimal */
export function basisOf({ terms, taxTables, maxPrice }: CalculatorParameters): Basis {
  const limit = maxPrice === null ? {} : { maxPriceCents: centsFromEuros(maxPrice) }
  return { terms: termsFromWire(terms), tables: taxTablesFromWire(taxTables), ...limit }
}

/** The terms and tables in force, for who is signed in those of their company. */
export async function loadCurrentBasis(): Promise<Basis> {
  const answer = await fetch('/api/calculator/parameters', { headers: { accept: 'application/json' } })
  if (!answer.ok) throw new Error(`The parameters were not answered: ${answer.status}`)
  return basisOf((await answer.json()) as CalculatorParameters)
}

/** The terms and tables that the page was built with, a chunk of their own: figures until the server has answered. */
export async function loadShippedBasis(): Promise<Basis> {
  const { shippedTaxTables } = await import('#features/tax/parameters/shipped.ts')
  return { terms: generalTerms, tables: shippedTaxTables }
}
