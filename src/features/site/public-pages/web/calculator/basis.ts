import { fairValuesFromWire } from '#features/pricing/leasing/fair-values.ts'
import type { FairValueTable } from '#features/pricing/leasing/rules/fair-value.ts'
import type { ExcessPolicy } from '#features/pricing/leasing/rules/price-limit.ts'
import type { BillingTerms } from '#features/pricing/leasing/rules.ts'
import { termsFromWire } from '#features/pricing/leasing/terms.ts'
import { taxTablesFromWire } from '#features/pricing/tax/columns.ts'
import { type EmployerVat, STANDARD_VAT } from '#features/pricing/tax/rules/benefit-employer-cost.ts'
import type { TaxTables } from '#features/pricing/tax/rules/tax-tables.ts'
import type { CalculatorParameters } from '#features/site/calculator/contract.ts'
import type { Day } from '#platform/values/days.ts'
import { centsFromEuros } from '#platform/values/money.ts'
import { basisPointsFromPercent } from '#platform/values/percent.ts'
import { generalTerms } from '../../rules.ts'
import { whoIsSignedIn } from '../islands/user.ts'

/** What the figures rest on: the lease's terms, the tax tables, and the employer's limit for who is signed in. */
export interface Basis {
  terms: BillingTerms
  tables: TaxTables
  maxPriceCents?: number
  /** Who pays what a bicycle costs over the limit. */
  excess?: ExcessPolicy
  vat: EmployerVat
  fairValues?: FairValueTable
  /** When the tables of this year were compared with their sources. */
  confirmedOn?: Day
  /** Set for the terms and tables that come with the product: those in force could not be had. */
  isShipped?: true
}

/** A visitor waits this long for the tables in force before the shipped ones step in. */
const LOADING_DELAY_MS = 1_500
const GIVES_UP_MS = 20_000

/** The server's parameters in cents and basis points. @throws RangeError for a third decimal */
export function basisOf(found: CalculatorParameters): Basis {
  const { terms, taxTables, taxTablesConfirmedOn, maxPrice, excess, vat, fairValues } = found
  const confirmed = taxTablesConfirmedOn === null ? {} : { confirmedOn: taxTablesConfirmedOn }
  const limit = maxPrice === null ? {} : { maxPriceCents: centsFromEuros(maxPrice), excess: excess ?? 'NO' }
  const rate = { ...STANDARD_VAT, basisPoints: basisPointsFromPercent(vat) }
  const values = fairValuesFromWire(fairValues)
  return {
    terms: termsFromWire(terms),
    tables: taxTablesFromWire(taxTables),
    vat: rate,
    fairValues: values,
    ...confirmed,
    ...limit,
  }
}

async function liveBasis(): Promise<Basis> {
  // A session that has run out is renewed first: the terms and the limit are those of the person's company.
  await whoIsSignedIn()
  const answer = await fetch('/api/calculator/parameters', {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(GIVES_UP_MS),
  })
  if (!answer.ok) throw new Error(`The calculator's parameters answered ${answer.status}`)
  return basisOf((await answer.json()) as CalculatorParameters)
}

/** The shipped tables are a chunk of their own that few visitors ever load. */
async function shippedBasis(): Promise<Basis> {
  const { shippedTaxTables } = await import('#features/pricing/tax/parameters/shipped.ts')
  return { terms: generalTerms, tables: shippedTaxTables, vat: STANDARD_VAT, isShipped: true }
}

/**
 * Gives the terms and tables in force as soon as they are there. When they are late or fail, the shipped ones stand in;
 * those in force still take their place if they come.
 *
 * @param failed called when neither can be had
 */
export function loadBasis(show: (basis: Basis) => void, failed: () => void): void {
  let isLive = false
  let standIn: Promise<void> | undefined
  const standInNow = () => {
    standIn ??= shippedBasis().then((basis) => {
      if (!isLive) show(basis)
    })
    return standIn
  }
  const late = setTimeout(() => standInNow().catch(() => undefined), LOADING_DELAY_MS)
  liveBasis()
    .then((basis) => {
      isLive = true
      show(basis)
    }, standInNow)
    .catch(failed)
    .finally(() => clearTimeout(late))
}
