/**
 * The columns of the four tax tables, described once: how each travels, what may stand in it, and the codec between
 * whole cents and basis points inside and euros and percents on the wire. No schema library, so that the public
 * calculator reads its tables with it too.
 */
import { centsFromEuros, eurosFromCents } from '#platform/values/money.ts'
import { basisPointsFromPercent, percentFromBasisPoints } from '#platform/values/percent.ts'
import type { MunicipalRates, StateScale, TaxDeductions, TaxTables, TaxYear } from './rules/tax-tables.ts'

/** What a column holds; `factor` is a percentage from 100 to 200. */
export type Kind =
  | 'euros'
  | 'percent'
  | 'factor'
  | 'age'
  | 'year'
  | 'flag'
  | 'name'
  | { readonly group: Columns }
  | { readonly list: Columns }
  | { readonly nullable: Kind }

export type Columns = Readonly<Record<string, Kind>>
type ColumnsOf<Row> = { readonly [Key in keyof Row]: Kind }

type WireName<Key> = Key extends 'basisPoints'
  ? 'percent'
  : Key extends `${infer Plain}Cents`
    ? Plain
    : Key extends `${infer Plain}BasisPoints`
      ? Plain
      : Key

/** A row as it travels: euros and percents, their names without the unit. */
export type OnWire<Row> = Row extends readonly (infer One)[]
  ? OnWire<One>[]
  : Row extends object
    ? { -readonly [Key in keyof Row as WireName<Key>]: OnWire<Row[Key]> }
    : Row

/** A municipality's rates as the register names them. */
export type ProvinceTaxTable = Omit<MunicipalRates, 'name'> & { readonly municipality: string }

export const provinceColumns = {
  year: 'year',
  municipality: 'name',
  isAland: 'flag',
  municipalBasisPoints: 'percent',
  evangelicalLutheranBasisPoints: 'percent',
  orthodoxBasisPoints: 'percent',
} as const satisfies ColumnsOf<ProvinceTaxTable>

const ages = { group: { from: 'age', to: 'age' } } as const

export const taxYearColumns = {
  year: 'year',
  pensionBasisPoints: 'percent',
  pension53To62BasisPoints: 'percent',
  unemploymentBasisPoints: 'percent',
  dailyAllowanceBasisPoints: 'percent',
  dailyAllowanceThresholdCents: 'euros',
  healthCareBasisPoints: 'percent',
  yleBasisPoints: 'percent',
  yleThresholdCents: 'euros',
  yleMaxCents: 'euros',
  pensionAges: ages,
  raisedPensionAges: ages,
  unemploymentAges: ages,
  dailyAllowanceAges: ages,
  yleFromAge: 'age',
  employerFactorBasisPoints: { nullable: 'factor' },
  averageMunicipalBasisPoints: { nullable: 'percent' },
  aland: {
    nullable: {
      group: {
        stateScaleReductionBasisPoints: 'percent',
        municipalBasicDeductionMaxCents: 'euros',
        municipalBasicDeductionReductionBasisPoints: 'percent',
        mediaFeeCents: 'euros',
        mediaFeeThresholdCents: 'euros',
      },
    },
  },
  bikeExemptYearlyCents: 'euros',
  bikeExemptMonthlyCents: 'euros',
} as const satisfies ColumnsOf<TaxYear>

export const stateScaleColumns = {
  year: 'year',
  steps: { list: { lowerLimitCents: 'euros', taxAtLowerLimitCents: 'euros', rateBasisPoints: 'percent' } },
} as const satisfies ColumnsOf<StateScale>

export const deductionColumns = {
  year: 'year',
  incomeAcquisitionMaxCents: 'euros',
  basicDeductionMaxCents: 'euros',
  basicDeductionReductionBasisPoints: 'percent',
  earnedIncomeCreditBasisPoints: 'percent',
  earnedIncomeCreditMaxCents: 'euros',
  earnedIncomeCreditReductions: {
    list: { basisPoints: 'percent', fromCents: 'euros', toCents: { nullable: 'euros' } },
  },
  earnedIncomeCreditPerChildCents: 'euros',
  earnedIncomeCreditAgeAdditionCents: 'euros',
  earnedIncomeCreditAge: 'age',
  commutingOwnShareCents: 'euros',
  commutingMaxCents: 'euros',
} as const satisfies ColumnsOf<TaxDeductions>

/** `yleMaxCents` as `yleMax`; a bare share is a `percent`. */
export function wireName(name: string): string {
  return name === 'basisPoints' ? 'percent' : name.replace(/(Cents|BasisPoints)$/, '')
}

type Direction = 'toWire' | 'fromWire'

function convertedValue(kind: Kind, value: unknown, direction: Direction): unknown {
  if (typeof kind === 'object') {
    if ('nullable' in kind) return value === null ? null : convertedValue(kind.nullable, value, direction)
    if ('group' in kind) return converted(kind.group, value as object, direction)
    return (value as object[]).map((row) => converted(kind.list, row, direction))
  }
  const isToWire = direction === 'toWire'
  if (kind === 'euros') return isToWire ? eurosFromCents(value as number) : centsFromEuros(value as number)
  if (kind === 'percent' || kind === 'factor')
    return isToWire ? percentFromBasisPoints(value as number) : basisPointsFromPercent(value as number)
  return value
}

function converted(columns: Columns, row: object, direction: Direction): object {
  const values = row as Record<string, unknown>
  const entries = Object.entries(columns).map(([name, kind]) => {
    const [from, to] = direction === 'toWire' ? [name, wireName(name)] : [wireName(name), name]
    return [to, convertedValue(kind, values[from], direction)] as const
  })
  return Object.fromEntries(entries)
}

/** A row in euros and percents. @throws RangeError when an amount is not whole cents or basis points */
export function toWire<Row extends object>(columns: ColumnsOf<Row>, row: Row): OnWire<Row> {
  return converted(columns, row, 'toWire') as OnWire<Row>
}

/** A row in cents and basis points. @throws RangeError for a third decimal */
export function fromWire<Row extends object>(columns: ColumnsOf<Row>, row: OnWire<Row>): Row {
  return converted(columns, row as object, 'fromWire') as Row
}

/** All four tables as they travel to the browser's calculator. */
export interface TaxTablesOnWire {
  taxTables: OnWire<TaxYear>[]
  stateIncomeTaxTables: OnWire<StateScale>[]
  taxpayerDeductionsTables: OnWire<TaxDeductions>[]
  provinceTaxTables: OnWire<ProvinceTaxTable>[]
}

export function taxTablesToWire(tables: TaxTables): TaxTablesOnWire {
  return {
    taxTables: tables.years.map((row) => toWire<TaxYear>(taxYearColumns, row)),
    stateIncomeTaxTables: tables.stateScales.map((row) => toWire<StateScale>(stateScaleColumns, row)),
    taxpayerDeductionsTables: tables.deductions.map((row) => toWire<TaxDeductions>(deductionColumns, row)),
    provinceTaxTables: tables.municipalities.map(({ name, ...row }) =>
      toWire<ProvinceTaxTable>(provinceColumns, { ...row, municipality: name }),
    ),
  }
}

/** @throws RangeError for a third decimal */
export function taxTablesFromWire(tables: TaxTablesOnWire): TaxTables {
  return {
    years: tables.taxTables.map((row) => fromWire<TaxYear>(taxYearColumns, row)),
    stateScales: tables.stateIncomeTaxTables.map((row) => fromWire<StateScale>(stateScaleColumns, row)),
    deductions: tables.taxpayerDeductionsTables.map((row) => fromWire<TaxDeductions>(deductionColumns, row)),
    municipalities: tables.provinceTaxTables.map((row) => {
      const { municipality, ...rates } = fromWire<ProvinceTaxTable>(provinceColumns, row)
      return { ...rates, name: municipality }
    }),
  }
}
