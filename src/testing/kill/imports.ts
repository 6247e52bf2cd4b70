import { legacyColumns, legacyOrders } from '#features/orders/orders/legacy-contract.ts'
import { bikeStores } from '#features/pricing/bike-stores/contract.ts'
import { municipalityColumns, taxYears } from '#features/pricing/tax/years-contract.ts'
import type { Caller, World } from '../world.ts'

/** What an import reads; it travels to the child as JSON. */
export interface ImportFacts {
  readonly variables: Record<string, string>
  readonly now: string
  readonly admin: Caller
  /** Stands in every name that the import brings, so that two runs can be told apart and compared. */
  readonly mark: 'K' | 'U'
  readonly businessId: string
  readonly workEmail: string
}

/** The year that a run writes municipalities of; far from every day of a lease. */
export const yearOf = ({ mark }: Pick<ImportFacts, 'mark'>) => (mark === 'K' ? 2098 : 2097)

const csvOf = (text: string) => ({
  body: Buffer.from(text),
  headers: { 'content-type': 'text/csv' },
})
const numbers = Array.from({ length: 4 }, (_, index) => index + 1)

function legacyFile({ mark, businessId, workEmail }: ImportFacts): string {
  const lineOf = (number: number) => {
    const values: Record<string, string> = {
      legacyNumber: `${mark}${number}`,
      businessId,
      workEmail: number === 3 ? 'kukaan@testi.example' : workEmail,
      brand: 'Halla',
      model: `Taival ${number}`,
      price: '3 000,00',
      instalment: '100',
      leaseMonths: '40',
      commitmentDay: '3.2.2025',
      startDay: '1.3.2025',
      ...(number === 1 ? { document: `sopimus-${mark}.pdf` } : { waiver: 'Paperi katosi muutossa' }),
    }
    return legacyColumns.map((column) => values[column] ?? '').join(';')
  }
  return [legacyColumns.join(';'), ...numbers.map(lineOf)].join('\n')
}

/** The imports that may be killed anywhere; each is simply sent again, without a key that would know it. */
export const importRuns = {
  legacyOrders: (world: World, facts: ImportFacts) =>
    world.ok(legacyOrders.import, { as: facts.admin, query: { dryRun: false }, ...csvOf(legacyFile(facts)) }),
  stores(world: World, { admin, mark }: ImportFacts) {
    const lines = numbers.map((number) => `Kauppa ${mark}${number};${mark}${number}@tuonti.example`)
    const file = ['storeName;email', ...lines].join('\n')
    return world.ok(bikeStores.importStores, { as: admin, query: { dryRun: false }, ...csvOf(file) })
  },
  municipalities(world: World, { admin, mark }: ImportFacts) {
    const lines = numbers.map((number) => `Kunta ${number};0;${number};1;1`)
    const file = [municipalityColumns.join(';'), ...lines].join('\n')
    const params = { year: yearOf({ mark }) }
    return world.ok(taxYears.importMunicipalities, { as: admin, params, query: { dryRun: false }, ...csvOf(file) })
  },
}

export type ImportRun = keyof typeof importRuns
